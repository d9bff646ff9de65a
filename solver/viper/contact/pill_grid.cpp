#include "viper/contact/pill_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "viper/rods/point_ref.hpp"

namespace sinew::viper {

namespace {

constexpr std::size_t GRID_GRAIN = 128;
constexpr std::size_t INSIDE_GRAIN = 512;
constexpr std::size_t PAIRS_AT_ONCE = 1024;
/// Wide spheres hold what their spheres do in this many calls, as far as it is this part of the radius at most, and have
/// this much room besides, relative to the radius.
constexpr double CALLS_AHEAD = 8.0;
constexpr double MOST_AHEAD = 0.4;
constexpr double SLACK = 0.2;
/// For rounding.
constexpr double INSIDE = 1.0 - 1e-9;
/// A grid has at most this many cells along an axis; cells get larger than the spheres when that is not enough.
constexpr double MAX_CELLS = 1 << 20;
/// Up to this many cells a sphere, there is a table of where each begins; more are searched for.
constexpr std::int64_t TABLE_CELLS = 16;

Pack four(const std::vector<double>& values, std::size_t at) {
    return Pack(Pack::Vector(_mm256_loadu_pd(values.data() + at)));
}

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
    double radii = 0.0;
    int finite = 0;
    for (const BoundingSphere& sphere : spheres) {
        if (!std::isfinite(sphere.radius) || !sphere.centre.allFinite()) continue;
        low = low.cwiseMin(sphere.centre);
        high = high.cwiseMax(sphere.centre);
        radii += sphere.radius;
        ++finite;
    }
    const std::size_t n = spheres.size();
    m_origin = low;
    m_cell = 1.0;
    std::ranges::fill(m_size, 1);
    if (finite > 0) {
        m_cell = std::max({2.0 * radii / finite, (high - low).maxCoeff() / MAX_CELLS, 1e-9});
        for (int a = 0; a < 3; ++a)
            m_size[a] = 1 + static_cast<std::int64_t>((high[a] - low[a]) / m_cell);
    }
    m_cell_of.resize(n);
    parallel_for(n, GRID_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            std::int64_t cell = 0;
            for (int a = 2; a >= 0; --a)
                cell = cell * m_size[a] + cell_along(a, spheres[i].centre[a]);
            m_cell_of[i] = cell;
        }
    });
    order_by_cell();
    m_sorted_cells.resize(n);
    m_sorted.resize(n);
    for (std::vector<double>& values : m_values)
        values.resize(n + Pack::LANES);
    parallel_for(n, GRID_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const BoundingSphere& sphere = spheres[m_order[k]];
            m_sorted_cells[k] = m_cell_of[m_order[k]];
            m_sorted[k] = sphere;
            for (int a = X; a <= Z; ++a)
                m_values[a][k] = sphere.centre[a];
            m_values[RADIUS][k] = sphere.radius;
            m_values[GROUP][k] = static_cast<double>(sphere.group);
        }
    });
}

std::int64_t PillGrid::cell_along(int axis, double x) const {
    const double cells = (x - m_origin[axis]) / m_cell;
    // Not finite: the first, as any other.
    if (!(cells > 0.0)) return 0;
    return std::min(static_cast<std::int64_t>(std::min(cells, MAX_CELLS)), m_size[axis] - 1);
}

void PillGrid::order_by_cell() {
    m_table.clear();
    const auto n = static_cast<std::int64_t>(m_cell_of.size());
    m_order.resize(n);
    const std::int64_t most = TABLE_CELLS * n;
    // One by one, as all three together may not fit in the integer.
    if (m_size[0] > most || m_size[0] * m_size[1] > most ||
        m_size[0] * m_size[1] * m_size[2] > most) {
        std::iota(m_order.begin(), m_order.end(), 0);
        std::ranges::sort(m_order, {},
                          [this](std::int32_t i) { return std::pair(m_cell_of[i], i); });
        return;
    }
    // Where each cell ends, then with each sphere put in its place from behind where it begins.
    m_table.assign(m_size[0] * m_size[1] * m_size[2] + 1, 0);
    for (const std::int64_t cell : m_cell_of)
        ++m_table[cell];
    std::partial_sum(m_table.begin(), m_table.end(), m_table.begin());
    for (std::int64_t i = n - 1; i >= 0; --i)
        m_order[--m_table[m_cell_of[i]]] = static_cast<std::int32_t>(i);
}

std::size_t PillGrid::first_from(std::int64_t cell) const {
    if (!m_table.empty()) return m_table[cell];
    return std::lower_bound(m_sorted_cells.begin(), m_sorted_cells.end(), cell) -
           m_sorted_cells.begin();
}

void PillGrid::append_pairs(std::size_t k, std::vector<CandidatePair>& pairs) const {
    const BoundingSphere& a = m_sorted[k];
    const std::int32_t i = m_order[k];
    const Pack group(static_cast<double>(a.group));
    const auto test = [&](std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end; at += Pack::LANES) {
            const Pack x = four(m_values[X], at) - Pack(a.centre.x());
            const Pack y = four(m_values[Y], at) - Pack(a.centre.y());
            const Pack z = four(m_values[Z], at) - Pack(a.centre.z());
            const Pack radius = four(m_values[RADIUS], at);
            const Pack reach = radius + Pack(a.radius);
            const Pack other = four(m_values[GROUP], at);
            const Pack::Mask overlap = (x * x + y * y + z * z < reach * reach) &
                                       ~(radius > Pack(a.radius)) &
                                       ((other < group) | (other > group));
            if (!Pack::any(overlap)) continue;
            for (std::size_t lane = 0; lane < std::min<std::size_t>(Pack::LANES, end - at);
                 ++lane) {
                if (!overlap[lane] || !(a.dynamic || m_sorted[at + lane].dynamic)) continue;
                const std::int32_t j = m_order[at + lane];
                if (m_values[RADIUS][at + lane] < a.radius || j < i)
                    pairs.push_back({std::min(i, j), std::max(i, j)});
            }
        }
    };
    // None that it looks for is larger: this far away no centre is, to rounding.
    const double reach = (2.0 + 1e-9) * a.radius;
    std::int64_t first[3];
    std::int64_t last[3];
    for (int t = 0; t < 3; ++t) {
        first[t] = cell_along(t, a.centre[t] - reach);
        last[t] = cell_along(t, a.centre[t] + reach);
    }
    const std::int64_t rows = (last[1] - first[1] + 1) * (last[2] - first[2] + 1);
    if (rows > static_cast<std::int64_t>(m_order.size())) {
        test(0, m_order.size());
        return;
    }
    for (std::int64_t w = first[2]; w <= last[2]; ++w) {
        for (std::int64_t v = first[1]; v <= last[1]; ++v) {
            // The cells of a row follow each other.
            const std::int64_t row = (w * m_size[1] + v) * m_size[0];
            test(first_from(row + first[0]), first_from(row + last[0] + 1));
        }
    }
}

void PillGrid::sort_pairs(std::size_t count) {
    m_first_pair.assign(count + 1, 0);
    for (const std::vector<CandidatePair>& found : m_found) {
        for (const CandidatePair& pair : found)
            ++m_first_pair[pair.first + 1];
    }
    std::partial_sum(m_first_pair.begin(), m_first_pair.end(), m_first_pair.begin());
    m_wide_pairs.resize(m_first_pair[count]);
    m_next_pair.assign(m_first_pair.begin(), m_first_pair.end() - 1);
    for (const std::vector<CandidatePair>& found : m_found) {
        for (const CandidatePair& pair : found)
            m_wide_pairs[m_next_pair[pair.first]++] = pair;
    }
    parallel_for(count, GRID_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            std::sort(
                m_wide_pairs.begin() + m_first_pair[i], m_wide_pairs.begin() + m_first_pair[i + 1],
                [](const CandidatePair& p, const CandidatePair& q) { return p.second < q.second; });
        }
    });
}

void PillGrid::find_wide_pairs() {
    m_wide_pairs.clear();
    const std::size_t n = m_wide.size();
    if (n < 2) return;
    sort_into_cells(m_wide);
    m_found.resize((n + GRID_GRAIN - 1) / GRID_GRAIN);
    parallel_for(m_found.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t task = begin; task < end; ++task) {
            m_found[task].clear();
            for (std::size_t k = task * GRID_GRAIN; k < std::min(n, (task + 1) * GRID_GRAIN); ++k)
                append_pairs(k, m_found[task]);
        }
    });
    sort_pairs(n);
}

bool PillGrid::are_inside(std::span<const BoundingSphere> spheres) const {
    if (m_wide.size() != spheres.size()) return false;
    return parallel_sum<int>(spheres.size(), INSIDE_GRAIN, [&](std::size_t begin, std::size_t end) {
               for (std::size_t i = begin; i < end; ++i) {
                   const BoundingSphere& wide = m_wide[i];
                   const BoundingSphere& sphere = spheres[i];
                   const double room = INSIDE * wide.radius - sphere.radius;
                   const double moved = (sphere.centre - wide.centre).squaredNorm();
                   // Not finite is not inside.
                   if (!(room >= 0.0 && moved <= room * room) || sphere.group != wide.group ||
                       sphere.dynamic != wide.dynamic)
                       return 1;
               }
               return 0;
           }) == 0;
}

void PillGrid::widen(std::span<const BoundingSphere> spheres) {
    m_wide.assign(spheres.begin(), spheres.end());
    if (m_last.size() != spheres.size()) return;
    parallel_for(m_wide.size(), INSIDE_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            BoundingSphere& wide = m_wide[i];
            Eigen::Vector3d ahead = (0.5 * CALLS_AHEAD) * (wide.centre - m_last[i]);
            const double most = MOST_AHEAD * wide.radius;
            const double distance = ahead.norm();
            if (!(distance < most)) ahead *= distance > 0.0 ? most / distance : 0.0;
            wide.centre += ahead;
            wide.radius = (1.0 + SLACK) * wide.radius + ahead.norm();
        }
    });
}

std::span<const CandidatePair> PillGrid::find_pairs(std::span<const BoundingSphere> spheres) {
    if (!are_inside(spheres)) {
        widen(spheres);
        find_wide_pairs();
    }
    m_last.resize(spheres.size());
    std::ranges::transform(spheres, m_last.begin(), &BoundingSphere::centre);
    return parallel_collect(
        m_wide_pairs.size(), PAIRS_AT_ONCE, m_pairs,
        [&](std::size_t begin, std::size_t end, CandidatePair* out) {
            std::size_t count = 0;
            for (const CandidatePair& pair : std::span(m_wide_pairs).subspan(begin, end - begin)) {
                out[count] = pair;
                if (spheres_overlap(spheres[pair.first], spheres[pair.second])) ++count;
            }
            return count;
        });
}

}  // namespace sinew::viper
