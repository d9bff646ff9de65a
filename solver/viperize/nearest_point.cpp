#include "viperize/nearest_point.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew::viperize {

using Eigen::Vector3d;
using Eigen::Vector3i;

void NearestPoint::assign(std::span<const Vector3d> points) {
    m_points.assign(points.begin(), points.end());
    Eigen::AlignedBox3d box;
    for (const Vector3d& point : points)
        box.extend(point);
    // Points lie on a surface, so boxes as large as the square root of their share of its area.
    const Vector3d sides = box.sizes();
    const double longest = sides.maxCoeff();
    const double per_side = std::clamp(std::sqrt(static_cast<double>(points.size())), 1.0, 32.0);
    m_boxes.size = longest > 0.0 ? longest / per_side : 1.0;
    m_boxes.origin = box.min();
    m_boxes.dims = (sides / m_boxes.size).array().round().cast<int>() + 1;

    m_first.assign(m_boxes.count() + 1, 0);
    for (const Vector3d& point : points)
        ++m_first[m_boxes.index(m_boxes.nearest(point)) + 1];
    for (std::size_t b = 1; b < m_first.size(); ++b)
        m_first[b] += m_first[b - 1];
    m_order.resize(points.size());
    // Backwards, so that `first` ends where it began and points of a box stay in order.
    std::vector<std::size_t>& next = m_first;
    for (std::size_t i = points.size(); i-- > 0;)
        m_order[--next[m_boxes.index(m_boxes.nearest(points[i])) + 1]] = i;
    // Each entry is now the beginning of its box, one place too far.
    m_first.erase(m_first.begin());
    m_first.push_back(points.size());
}

std::size_t NearestPoint::find(const Vector3d& point, double* squared_distance) const {
    const Vector3i middle = m_boxes.nearest(point);
    std::size_t nearest = m_points.size();
    double least = std::numeric_limits<double>::infinity();
    const int rings = m_boxes.dims.maxCoeff();
    for (int ring = 0; ring < rings; ++ring) {
        // All points of this ring and beyond are at least this far from the middle box.
        const double gap = (ring - 1) * m_boxes.size;
        if (gap > 0.0 && gap * gap > least) break;
        const Vector3i low = (middle.array() - ring).max(0);
        const Vector3i high = (middle.array() + ring).min(m_boxes.dims.array() - 1);
        for (int z = low.z(); z <= high.z(); ++z) {
            for (int y = low.y(); y <= high.y(); ++y) {
                const bool side =
                    std::abs(z - middle.z()) == ring || std::abs(y - middle.y()) == ring;
                if (side) {
                    for (int x = low.x(); x <= high.x(); ++x)
                        look_into(m_boxes.index(x, y, z), point, nearest, least);
                    continue;
                }
                for (const int x : {middle.x() - ring, middle.x() + ring}) {
                    if (x >= low.x() && x <= high.x())
                        look_into(m_boxes.index(x, y, z), point, nearest, least);
                }
            }
        }
    }
    if (squared_distance != nullptr) *squared_distance = least;
    return nearest;
}

void NearestPoint::look_into(std::size_t box, const Vector3d& point, std::size_t& nearest,
                             double& least) const {
    for (std::size_t i = m_first[box]; i < m_first[box + 1]; ++i) {
        const std::size_t candidate = m_order[i];
        const double distance = (m_points[candidate] - point).squaredNorm();
        if (distance < least || (distance == least && candidate < nearest)) {
            least = distance;
            nearest = candidate;
        }
    }
}

}  // namespace sinew::viperize
