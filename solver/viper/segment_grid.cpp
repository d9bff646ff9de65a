#include "viper/segment_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew::viper {

namespace {

/// Cells along the longest side of the box at most, so that far-away strays cost no memory.
constexpr double MAX_CELLS = 512.0;

}  // namespace

std::size_t SegmentGrid::CellHash::operator()(const Cell& cell) const {
    std::uint64_t h = 1469598103934665603ULL;
    for (const int i : cell)
        h = (h ^ static_cast<std::uint32_t>(i)) * 1099511628211ULL;
    return static_cast<std::size_t>(h);
}

SegmentGrid::SegmentGrid(std::vector<Segment> segments) : m_segments(std::move(segments)) {
    m_low = m_high = m_segments.front().a;
    double total = 0.0;
    for (const Segment& segment : m_segments) {
        m_low = m_low.cwiseMin(segment.a).cwiseMin(segment.b);
        m_high = m_high.cwiseMax(segment.a).cwiseMax(segment.b);
        total += (segment.b - segment.a).norm();
        m_largest_radius = std::max({m_largest_radius, segment.radius_a, segment.radius_b});
    }
    const double mean = total / static_cast<double>(m_segments.size());
    // A vertex on the surface is a radius away from the axis; smaller cells would be many rings away.
    m_cell_size = std::max({mean, m_largest_radius, (m_high - m_low).maxCoeff() / MAX_CELLS});
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        const Segment& segment = m_segments[i];
        const Cell low = cell_of(segment.a.cwiseMin(segment.b));
        const Cell high = cell_of(segment.a.cwiseMax(segment.b));
        for (int x = low[0]; x <= high[0]; ++x) {
            for (int y = low[1]; y <= high[1]; ++y) {
                for (int z = low[2]; z <= high[2]; ++z) {
                    m_cells[{x, y, z}].push_back(static_cast<std::uint32_t>(i));
                }
            }
        }
    }
}

SegmentGrid::Cell SegmentGrid::cell_of(const Eigen::Vector3d& x) const {
    const Eigen::Vector3d at = (x - m_low) / m_cell_size;
    return {static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y())),
            static_cast<int>(std::floor(at.z()))};
}

void SegmentGrid::consider(const Cell& cell, const Eigen::Vector3d& x, Nearest& best) const {
    const auto found = m_cells.find(cell);
    if (found == m_cells.end()) return;
    for (const std::uint32_t i : found->second) {
        const Segment& segment = m_segments[i];
        const Eigen::Vector3d along = segment.b - segment.a;
        const double t = std::clamp(along.dot(x - segment.a) / along.squaredNorm(), 0.0, 1.0);
        const double radius = segment.radius_a + t * (segment.radius_b - segment.radius_a);
        const double distance = (x - segment.a - t * along).norm() - radius;
        if (distance < best.distance || (distance == best.distance && i < best.segment)) {
            best = {i, t, distance};
        }
    }
}

SegmentGrid::Nearest SegmentGrid::nearest(const Eigen::Vector3d& x) const {
    // Search from the cell of the nearest point of the box; rings of cells around it are at least
    // (ring − 1) cells away from x, measured to an axis.
    const Cell centre = cell_of(x.cwiseMax(m_low).cwiseMin(m_high));
    const Cell last = cell_of(m_high);
    const double outside = (x - x.cwiseMax(m_low).cwiseMin(m_high)).norm();
    const int rings = std::max({last[0], last[1], last[2]}) + 1;
    Nearest best{0, 0.0, std::numeric_limits<double>::infinity()};
    for (int ring = 0; ring <= rings; ++ring) {
        const double reach = (ring - 1) * m_cell_size - outside - m_largest_radius;
        if (reach > best.distance) break;
        for (int i = -ring; i <= ring; ++i) {
            for (int j = -ring; j <= ring; ++j) {
                const bool face = std::abs(i) == ring || std::abs(j) == ring;
                const int stride = face || ring == 0 ? 1 : 2 * ring;
                for (int k = -ring; k <= ring; k += stride) {
                    consider({centre[0] + i, centre[1] + j, centre[2] + k}, x, best);
                }
            }
        }
    }
    return best;
}

}  // namespace sinew::viper
