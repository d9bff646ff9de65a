#include "contact/surface_parts.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <numeric>

#include "volume/surface_check.hpp"

namespace sinew {

using Eigen::Vector3d;

namespace {

/// The root of a point, with shorter ways for the next question.
int root_of(std::vector<int>& parents, int point) {
    while (parents[point] != point) {
        parents[point] = parents[parents[point]];
        point = parents[point];
    }
    return point;
}

}  // namespace

SurfaceParts::SurfaceParts(const ContactMesh& mesh) : m_mesh(&mesh) {
    find_parts();
    find_edge_triangles();
    for (SurfacePart& part : m_parts)
        measure(part);
}

void SurfaceParts::find_parts() {
    std::vector<int> parents(m_mesh->points);
    std::iota(parents.begin(), parents.end(), 0);
    std::vector<char> is_used(m_mesh->points, 0);
    for (const auto& t : m_mesh->triangles) {
        for (int k = 0; k < 3; ++k) {
            is_used[t[k]] = 1;
            const int a = root_of(parents, t[k]);
            const int b = root_of(parents, t[(k + 1) % 3]);
            parents[std::max(a, b)] = std::min(a, b);
        }
    }
    m_of_point.assign(m_mesh->points, -1);
    for (int point = 0; point < m_mesh->points; ++point) {
        if (is_used[point] == 0) continue;
        const int root = root_of(parents, point);  // the lowest of the part: it came before
        if (root == point) {
            m_of_point[point] = count();
            m_parts.emplace_back().surface = m_mesh->surface(point);
        }
        m_of_point[point] = m_of_point[root];
        m_parts[m_of_point[point]].points.push_back(point);
    }
    for (std::size_t e = 0; e < m_mesh->edges.size(); ++e) {
        const int part = m_of_point[m_mesh->edges[e][0]];
        if (part >= 0) m_parts[part].edges.push_back(static_cast<int>(e));
    }
    for (std::size_t t = 0; t < m_mesh->triangles.size(); ++t)
        m_parts[m_of_point[m_mesh->triangles[t][0]]].triangles.push_back(static_cast<int>(t));
}

void SurfaceParts::find_edge_triangles() {
    struct Side {
        std::array<int, 2> ends;
        int triangle;
    };
    std::vector<Side> sides;
    for (std::size_t t = 0; t < m_mesh->triangles.size(); ++t) {
        const auto& corners = m_mesh->triangles[t];
        for (int k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(corners[k], corners[(k + 1) % 3]);
            sides.push_back({{low, high}, static_cast<int>(t)});
        }
    }
    std::stable_sort(sides.begin(), sides.end(),
                     [](const Side& a, const Side& b) { return a.ends < b.ends; });
    m_edge_start.push_back(0);
    for (const auto& edge : m_mesh->edges) {
        const auto [low, high] = std::minmax(edge[0], edge[1]);
        const std::array<int, 2> ends{low, high};
        auto side =
            std::lower_bound(sides.begin(), sides.end(), ends,
                             [](const Side& a, const auto& wanted) { return a.ends < wanted; });
        for (; side != sides.end() && side->ends == ends; ++side)
            m_edge_triangles.push_back(side->triangle);
        m_edge_start.push_back(static_cast<int>(m_edge_triangles.size()));
    }
}

TriangleMesh SurfaceParts::mesh_of(int part, std::span<const Vector3d> positions) const {
    const SurfacePart& of = m_parts[part];
    TriangleMesh mesh;
    const auto local = [&](int point) {
        return static_cast<int>(std::lower_bound(of.points.begin(), of.points.end(), point) -
                                of.points.begin());
    };
    for (const int point : of.points)
        mesh.vertices.push_back(positions[point]);
    for (const int t : of.triangles) {
        const auto& corners = m_mesh->triangles[t];
        mesh.triangles.emplace_back(local(corners[0]), local(corners[1]), local(corners[2]));
    }
    return mesh;
}

void SurfaceParts::measure(SurfacePart& part) const {
    const std::vector<Vector3d>& rest = m_mesh->rest_positions;
    Eigen::AlignedBox3d box;
    for (const int point : part.points)
        box.extend(rest[point]);
    part.size = box.diagonal().norm();
    for (const int e : part.edges)
        part.mean_edge += (rest[m_mesh->edges[e][1]] - rest[m_mesh->edges[e][0]]).norm();
    part.mean_edge /= static_cast<double>(std::max<std::size_t>(part.edges.size(), 1));
    part.is_closed = volume::is_closed(mesh_of(static_cast<int>(&part - m_parts.data()), rest));
}

}  // namespace sinew
