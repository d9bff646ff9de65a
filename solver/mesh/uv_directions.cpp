#include "mesh/uv_directions.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace sinew {

using Eigen::Vector2d;
using Eigen::Vector3d;

namespace {

/// Sine of the angle of a triangle that is a line in UV space: along it U says nothing.
constexpr double NO_AREA = 1e-6;

}  // namespace

UvDirections uv_directions(const TriangleMesh& surface, std::span<const Vector2d> uvs) {
    UvDirections result;
    result.along_u.assign(surface.vertices.size(), Vector3d::Zero());
    result.normals.assign(surface.vertices.size(), Vector3d::Zero());
    for (const Eigen::Vector3i& triangle : surface.triangles) {
        const Vector3d e1 = surface.vertices[triangle[1]] - surface.vertices[triangle[0]];
        const Vector3d e2 = surface.vertices[triangle[2]] - surface.vertices[triangle[0]];
        const Vector2d d1 = uvs[triangle[1]] - uvs[triangle[0]];
        const Vector2d d2 = uvs[triangle[2]] - uvs[triangle[0]];
        const double area = d1.x() * d2.y() - d2.x() * d1.y();
        const bool has_area = std::abs(area) > NO_AREA * d1.norm() * d2.norm();
        const Vector3d along = (area < 0.0 ? -1.0 : 1.0) * (e1 * d2.y() - e2 * d1.y());
        for (const int vertex : triangle) {
            if (has_area) result.along_u[vertex] += along;
            result.normals[vertex] += e1.cross(e2);
        }
    }
    for (Vector3d& direction : result.along_u) {
        if (!(direction.norm() > 0.0)) direction = Vector3d::UnitX();
    }
    for (Vector3d& normal : result.normals) {
        if (!(normal.norm() > 0.0)) normal = Vector3d::UnitZ();
    }
    return result;
}

}  // namespace sinew
