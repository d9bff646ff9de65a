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
    for (std::size_t k = 0; k < n; ++k)
        m_sorted_cells[k] = m_cell_of[m_order[k]];
}

template <class Visit>
void PillGrid::for_each_partner(std::span<const BoundingSphere> spheres, std::int32_t i,
                                Visit&& visit) const {
    const BoundingSphere& a = spheres[i];
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
                const std::int32_t j = m_order[at];
                const BoundingSphere& b = spheres[j];
                if (j <= i || a.group == b.group || (!a.dynamic && !b.dynamic)) continue;
                const double reach = a.radius + b.radius;
                if ((a.centre - b.centre).squaredNorm() < reach * reach) visit(j);
            }
        }
    }
}

const std::vector<CandidatePair>& PillGrid::find_pairs(std::span<const BoundingSphere> spheres) {
    m_pairs.clear();
    const std::size_t n = spheres.size();
    if (n < 2) return m_pairs;
    sort_into_cells(spheres);
    // Count, then fill: every sphere knows where its pairs go before any is written.
    m_first.assign(n + 1, 0);
    parallel_for(n, GRID_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for_each_partner(spheres, static_cast<std::int32_t>(i),
                             [&](std::int32_t) { ++m_first[i + 1]; });
        }
    });
    std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
    m_pairs.resize(static_cast<std::size_t>(m_first[n]));
    parallel_for(n, GRID_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            CandidatePair* out = m_pairs.data() + m_first[i];
            CandidatePair* const start = out;
            for_each_partner(spheres, static_cast<std::int32_t>(i), [&](std::int32_t j) {
                *out++ = {static_cast<std::int32_t>(i), j};
            });
            std::sort(start, out, [](const CandidatePair& a, const CandidatePair& b) {
                return a.second < b.second;
            });
        }
    });
    return m_pairs;
}

}  // namespace sinew::viper
