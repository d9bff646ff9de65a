#include "viper/pill_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "viper/point_ref.hpp"

namespace sinew::viper {

namespace {

constexpr std::size_t GRID_GRAIN = 256;
/// A grid has at most this many cells along an axis; cells get larger than the largest sphere when that is not enough.
constexpr double MAX_CELLS = 1 << 20;

}  // namespace

BoundingSphere sphere_around(const Pill<double>& p, const Pill<double>& q) {
    BoundingSphere sphere;
    sphere.centre = 0.25 * eigen(p.c0 + p.c1 + q.c0 + q.c1);
    const auto reach = [&](const Vec3<double>& c, double r) {
        sphere.radius = std::max(sphere.radius, (eigen(c) - sphere.centre).norm() + r);
    };
    reach(p.c0, p.r0);
    reach(p.c1, p.r1);
    reach(q.c0, q.r0);
    reach(q.c1, q.r1);
    return sphere;
}

void PillGrid::sort_into_cells(std::span<const BoundingSphere> spheres) {
    Eigen::Vector3d low = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());
    Eigen::Vector3d high = -low;
    double largest = 0.0;
    for (const BoundingSphere& sphere : spheres) {
        low = low.cwiseMin(sphere.centre);
        high = high.cwiseMax(sphere.centre);
        largest = std::max(largest, sphere.radius);
    }
    m_origin = low;
    // A diameter wide, so that spheres of cells that are not neighbours cannot meet.
    m_cell = std::max({2.0 * largest, (high - low).maxCoeff() / MAX_CELLS, 1e-9});
    for (int a = 0; a < 3; ++a)
        m_size[a] = 1 + static_cast<std::int64_t>((high[a] - low[a]) / m_cell);
    const std::size_t n = spheres.size();
    m_cell_of.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const Eigen::Vector3d at = (spheres[i].centre - m_origin) / m_cell;
        std::int64_t cell = 0;
        for (int a = 2; a >= 0; --a)
            cell = cell * m_size[a] + static_cast<std::int64_t>(at[a]);
        m_cell_of[i] = cell;
    }
    m_order.resize(n);
    std::iota(m_order.begin(), m_order.end(), 0);
    std::sort(m_order.begin(), m_order.end(), [this](std::int32_t a, std::int32_t b) {
        return m_cell_of[a] != m_cell_of[b] ? m_cell_of[a] < m_cell_of[b] : a < b;
    });
    m_sorted_cells.resize(n);
    m_sorted.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
        m_sorted_cells[k] = m_cell_of[m_order[k]];
        m_sorted[k] = spheres[m_order[k]];
    }
}

void PillGrid::append_pairs(const BoundingSphere& a, std::int32_t i,
                            std::vector<CandidatePair>& pairs) const {
    const std::size_t before = pairs.size();
    const std::int64_t x = m_cell_of[i] % m_size[0];
    const std::int64_t y = m_cell_of[i] / m_size[0] % m_size[1];
    const std::int64_t z = m_cell_of[i] / m_size[0] / m_size[1];
    for (std::int64_t w = std::max<std::int64_t>(z - 1, 0); w <= std::min(z + 1, m_size[2] - 1);
         ++w) {
        for (std::int64_t v = std::max<std::int64_t>(y - 1, 0); v <= std::min(y + 1, m_size[1] - 1);
             ++v) {
            // The three cells of a row follow each other.
            const std::int64_t row = (w * m_size[1] + v) * m_size[0];
            const std::int64_t first = row + std::max<std::int64_t>(x - 1, 0);
            const std::int64_t last = row + std::min(x + 1, m_size[0] - 1);
            auto at = static_cast<std::size_t>(
                std::lower_bound(m_sorted_cells.begin(), m_sorted_cells.end(), first) -
                m_sorted_cells.begin());
            for (; at < m_order.size() && m_sorted_cells[at] <= last; ++at) {
                const BoundingSphere& b = m_sorted[at];
                const double reach = a.radius + b.radius;
                if (a.group == b.group || (a.centre - b.centre).squaredNorm() >= reach * reach)
                    continue;
                if (m_order[at] > i && (a.dynamic || b.dynamic)) pairs.push_back({i, m_order[at]});
            }
        }
    }
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(before), pairs.end(),
              [](const CandidatePair& p, const CandidatePair& q) { return p.second < q.second; });
}

const std::vector<CandidatePair>& PillGrid::find_pairs(std::span<const BoundingSphere> spheres) {
    m_pairs.clear();
    const std::size_t n = spheres.size();
    if (n < 2) return m_pairs;
    sort_into_cells(spheres);
    m_found.resize((n + GRID_GRAIN - 1) / GRID_GRAIN);
    parallel_for(m_found.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t task = begin; task < end; ++task) {
            m_found[task].clear();
            for (std::size_t i = task * GRID_GRAIN; i < std::min(n, (task + 1) * GRID_GRAIN); ++i)
                append_pairs(spheres[i], static_cast<std::int32_t>(i), m_found[task]);
        }
    });
    for (const std::vector<CandidatePair>& found : m_found)
        m_pairs.insert(m_pairs.end(), found.begin(), found.end());
    return m_pairs;
}

}  // namespace sinew::viper
