#include "volume/surface_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace sinew::volume {

namespace {

[[noreturn]] void refuse(std::string_view object, std::string field, std::string value,
                         std::string remedy) {
    throw Error({.code = ErrorCode::InvalidArgument,
                 .object = std::string(object),
                 .field = std::move(field),
                 .value = std::move(value),
                 .remedy = std::move(remedy)});
}

Eigen::Vector3d area_vector(const TriangleMesh& mesh, const Eigen::Vector3i& t) {
    const Eigen::Vector3d& a = mesh.vertices[static_cast<std::size_t>(t[0])];
    return 0.5 * (mesh.vertices[static_cast<std::size_t>(t[1])] - a)
                     .cross(mesh.vertices[static_cast<std::size_t>(t[2])] - a);
}

}  // namespace

void require_surface(const TriangleMesh& mesh, std::string_view object) {
    if (mesh.vertices.empty()) refuse(object, {}, {}, "the mesh has no vertices");
    if (mesh.triangles.empty()) refuse(object, {}, {}, "the mesh has no faces");
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        // Squares of coordinates must stay finite too.
        if (mesh.vertices[i].allFinite() && mesh.vertices[i].cwiseAbs().maxCoeff() < 1e100)
            continue;
        refuse(object, fmt::format("vertex {}", i),
               fmt::format("{}, {}, {}", mesh.vertices[i].x(), mesh.vertices[i].y(),
                           mesh.vertices[i].z()),
               "coordinates must be finite");
    }
    const auto count = static_cast<int>(mesh.vertices.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        for (const int v : mesh.triangles[t]) {
            if (v >= 0 && v < count) continue;
            refuse(object, fmt::format("triangle {}", t), fmt::format("at vertex {}", v),
                   fmt::format("vertices go from 0 to {}", count - 1));
        }
    }
    if (!(bounding_box(mesh).diagonal().norm() > 0.0) || !(surface_area(mesh) > 0.0)) {
        refuse(object, {}, {}, "all faces of the mesh have no area: scale it up or model it anew");
    }
}

Eigen::AlignedBox3d bounding_box(const TriangleMesh& mesh) {
    Eigen::AlignedBox3d box;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        for (const int v : t)
            box.extend(mesh.vertices[static_cast<std::size_t>(v)]);
    }
    return box;
}

double surface_area(const TriangleMesh& mesh) {
    double area = 0.0;
    for (const Eigen::Vector3i& t : mesh.triangles)
        area += area_vector(mesh, t).norm();
    return area;
}

double open_part(const TriangleMesh& mesh) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Eigen::Vector3i& t : mesh.triangles)
        sum += area_vector(mesh, t);
    return sum.norm() / surface_area(mesh);
}

double enclosed_volume(const TriangleMesh& mesh) {
    // Seen from a corner of the mesh itself, so that a mesh far from the origin loses no digits.
    const Eigen::Vector3d from = bounding_box(mesh).min();
    double six = 0.0;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const Eigen::Vector3d a = mesh.vertices[static_cast<std::size_t>(t[0])] - from;
        const Eigen::Vector3d b = mesh.vertices[static_cast<std::size_t>(t[1])] - from;
        const Eigen::Vector3d c = mesh.vertices[static_cast<std::size_t>(t[2])] - from;
        six += a.dot(b.cross(c));
    }
    return six / 6.0;
}

bool is_closed(const TriangleMesh& mesh) {
    // Each directed edge as one number; the reverse of each must be there as often as itself.
    std::vector<std::uint64_t> edges;
    std::vector<std::uint64_t> reversed;
    edges.reserve(3 * mesh.triangles.size());
    reversed.reserve(3 * mesh.triangles.size());
    for (const Eigen::Vector3i& t : mesh.triangles) {
        for (int i = 0; i < 3; ++i) {
            const auto a = static_cast<std::uint64_t>(t[i]);
            const auto b = static_cast<std::uint64_t>(t[(i + 1) % 3]);
            if (a == b) continue;
            edges.push_back(a << 32 | b);
            reversed.push_back(b << 32 | a);
        }
    }
    std::sort(edges.begin(), edges.end());
    std::sort(reversed.begin(), reversed.end());
    return edges == reversed;
}

}  // namespace sinew::volume
