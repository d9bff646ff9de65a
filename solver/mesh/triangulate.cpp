#include "mesh/triangulate.hpp"

#include <Eigen/Geometry>
#include <cassert>

namespace sinew {

namespace {

using Eigen::Vector3d;
using Positions = std::vector<Vector3d>;

const Vector3d& at(const Positions& vertices, int index) {
    return vertices[static_cast<std::size_t>(index)];
}

/// Sum of the edges' cross products (Newell): twice the area vector, also where corners are reflex.
Vector3d area_vector(const Positions& vertices, std::span<const int> polygon) {
    Vector3d sum = Vector3d::Zero();
    const Vector3d& origin = at(vertices, polygon.front());
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
        sum += (at(vertices, polygon[i]) - origin).cross(at(vertices, polygon[i + 1]) - origin);
    }
    return sum;
}

/// Twice the area of a, b, c as seen along −normal: positive when counter-clockwise.
double area_seen(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& normal) {
    return (b - a).cross(c - a).dot(normal);
}

/// True if corner `i` of what is left is convex and its triangle has no other corner inside.
bool is_ear(const Positions& vertices, const std::vector<int>& left, std::size_t i,
            const Vector3d& normal) {
    const std::size_t count = left.size();
    const int before = left[(i + count - 1) % count];
    const int after = left[(i + 1) % count];
    const Vector3d& a = at(vertices, before);
    const Vector3d& b = at(vertices, left[i]);
    const Vector3d& c = at(vertices, after);
    if (!(area_seen(a, b, c, normal) > 0.0)) return false;
    for (const int index : left) {
        if (index == before || index == left[i] || index == after) continue;
        const Vector3d& p = at(vertices, index);
        if (area_seen(a, b, p, normal) >= 0.0 && area_seen(b, c, p, normal) >= 0.0 &&
            area_seen(c, a, p, normal) >= 0.0) {
            return false;
        }
    }
    return true;
}

void add_fan(std::span<const int> polygon, std::vector<Eigen::Vector3i>& triangles) {
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
        triangles.emplace_back(polygon[0], polygon[i], polygon[i + 1]);
    }
}

}  // namespace

void triangulate(const Positions& vertices, std::span<const int> polygon,
                 std::vector<Eigen::Vector3i>& triangles) {
    assert(polygon.size() >= 3);
    if (polygon.size() == 3 || polygon.size() > MAX_EARS) {
        add_fan(polygon, triangles);
        return;
    }
    const Vector3d normal = area_vector(vertices, polygon);
    std::vector<int> left(polygon.begin(), polygon.end());
    // Going on behind the ear that was cut last: strips would give slivers.
    std::size_t start = 1;
    while (left.size() > 3) {
        std::size_t tried = 0;
        while (tried < left.size() &&
               !is_ear(vertices, left, (start + tried) % left.size(), normal)) {
            ++tried;
        }
        if (tried == left.size()) break;
        const std::size_t ear = (start + tried) % left.size();
        const std::size_t count = left.size();
        triangles.emplace_back(left[(ear + count - 1) % count], left[ear], left[(ear + 1) % count]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
        start = ear % left.size();
    }
    add_fan(left, triangles);
}

}  // namespace sinew
