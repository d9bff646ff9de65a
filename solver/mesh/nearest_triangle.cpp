#include "mesh/nearest_triangle.hpp"

#include <algorithm>
#include <limits>

namespace sinew {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;
using TriangleCorners = std::array<Vector3d, 3>;

namespace {

Vector3d point_at(const TriangleCorners& corners, const Vector3d& coordinates) {
    return coordinates[0] * corners[0] + coordinates[1] * corners[1] + coordinates[2] * corners[2];
}

/// 0 at a, 1 at b.
double nearest_on_segment(const Vector3d& a, const Vector3d& b, const Vector3d& point) {
    const double length = (b - a).squaredNorm();
    return length > 0.0 ? std::clamp((point - a).dot(b - a) / length, 0.0, 1.0) : 0.0;
}

std::vector<AlignedBox3d> triangle_boxes(const TriangleMesh& surface) {
    std::vector<AlignedBox3d> boxes;
    boxes.reserve(surface.triangles.size());
    for (const Eigen::Vector3i& triangle : surface.triangles) {
        AlignedBox3d& box = boxes.emplace_back();
        for (const int vertex : triangle)
            box.extend(surface.vertices[vertex]);
    }
    return boxes;
}

}  // namespace

Vector3d nearest_coordinates(const TriangleCorners& corners, const Vector3d& point) {
    const TriangleCorners& x = corners;
    const Vector3d normal = (x[1] - x[0]).cross(x[2] - x[0]);
    const double area = normal.squaredNorm();
    if (area > 0.0) {
        Vector3d inside;
        for (int i = 0; i < 3; ++i) {
            const Vector3d& a = x[(i + 1) % 3];
            inside[i] = (x[(i + 2) % 3] - a).cross(point - a).dot(normal) / area;
        }
        if (inside.minCoeff() >= 0.0) return inside / inside.sum();
    }
    Vector3d best = Vector3d::UnitX();
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const double t = nearest_on_segment(x[i], x[j], point);
        Vector3d on_edge = Vector3d::Zero();
        on_edge[i] = 1.0 - t;
        on_edge[j] = t;
        const double distance = (point - point_at(x, on_edge)).squaredNorm();
        if (distance >= least) continue;
        least = distance;
        best = on_edge;
    }
    return best;
}

double squared_distance_to_triangle(const TriangleCorners& corners, const Vector3d& point) {
    return (point - point_at(corners, nearest_coordinates(corners, point))).squaredNorm();
}

NearestTriangle::NearestTriangle(const TriangleMesh& surface)
    : m_surface(surface), m_tree(triangle_boxes(surface)) {}

TriangleCorners NearestTriangle::corners_of(int triangle) const {
    const Eigen::Vector3i& corners = m_surface.triangles[triangle];
    return {m_surface.vertices[corners[0]], m_surface.vertices[corners[1]],
            m_surface.vertices[corners[2]]};
}

SurfacePlace NearestTriangle::find(const Vector3d& point) const {
    const BoxTree::Nearest nearest = m_tree.find(point, [&](int triangle) {
        return squared_distance_to_triangle(corners_of(triangle), point);
    });
    return {m_surface.triangles[nearest.item],
            nearest_coordinates(corners_of(nearest.item), point)};
}

}  // namespace sinew
