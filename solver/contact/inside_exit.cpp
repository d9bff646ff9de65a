#include "contact/inside_exit.hpp"

#include <Eigen/Geometry>
#include <array>
#include <limits>

#include "contact/closest_points.hpp"

namespace sinew {

using Eigen::Vector3d;

InsideExit::InsideExit(const SurfaceParts& parts, int part, std::span<const Vector3d> positions)
    : m_parts(parts), m_part(part), m_positions(positions) {}

NearestExit InsideExit::nearest(const Vector3d& point) const {
    NearestExit exit;
    double least = std::numeric_limits<double>::infinity();
    for (const int t : m_parts[m_part].triangles) {
        const auto& corners = m_parts.mesh().triangles[t];
        const ClosestPoints closest = closest_point_triangle(
            point, m_positions[corners[0]], m_positions[corners[1]], m_positions[corners[2]]);
        if (closest.squared_distance() >= least) continue;
        least = closest.squared_distance();
        exit = {.corners = corners,
                .weights = {-closest.weights[1], -closest.weights[2], -closest.weights[3]},
                .way = -closest.between};
    }
    return exit;
}

double InsideExit::along(const Vector3d& point, const Vector3d& d) const {
    double first = std::numeric_limits<double>::infinity();
    for (const int t : m_parts[m_part].triangles) {
        const auto& corners = m_parts.mesh().triangles[t];
        const Vector3d& a = m_positions[corners[0]];
        const Vector3d ab = m_positions[corners[1]] - a;
        const Vector3d ac = m_positions[corners[2]] - a;
        const Vector3d across = d.cross(ac);
        const double volume = ab.dot(across);
        if (volume == 0.0) continue;
        const Vector3d from = point - a;
        const double u = from.dot(across) / volume;
        const Vector3d q = from.cross(ab);
        const double v = d.dot(q) / volume;
        const double way = ac.dot(q) / volume;
        if (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && way > 0.0 && way < first) first = way;
    }
    return first == std::numeric_limits<double>::infinity() ? 0.0 : first;
}

const std::vector<Vector3d>& directions_to_try() {
    static const std::vector<Vector3d> DIRECTIONS = [] {
        std::vector<Vector3d> all;
        // Faces first: of equal ways the first is taken.
        for (int axes = 1; axes <= 3; ++axes) {
            for (int code = 26; code >= 0; --code) {
                const Eigen::Vector3i d(code / 9 - 1, code / 3 % 3 - 1, code % 3 - 1);
                if (d.cwiseAbs().sum() == axes) all.push_back(d.cast<double>().normalized());
            }
        }
        return all;
    }();
    return DIRECTIONS;
}

}  // namespace sinew
