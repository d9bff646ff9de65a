#include "shells/shell_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace sinew::shells {

using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

/// Edges that bend more than this stay straight: a fold is no part of a smooth surface. cos 60°.
constexpr double CREASE_COSINE = 0.5;

Vector3d normal_of(const TriangleMesh& mesh, const Vector3i& t) {
    const Vector3d& x = mesh.vertices[t[0]];
    return (mesh.vertices[t[1]] - x).cross(mesh.vertices[t[2]] - x).normalized();
}

std::array<int, 2> sorted_pair(int a, int b) {
    return {std::min(a, b), std::max(a, b)};
}

/// Edges of a smooth part of the surface: at most two triangles, and these not folded.
std::vector<bool> smooth_edges(const ShellMesh& shell, const TriangleMesh& mesh) {
    std::vector<std::array<int, 2>> sides(shell.edges.size(), {-1, -1});
    std::vector<bool> smooth(shell.edges.size(), true);
    for (std::size_t i = 0; i < shell.triangles.size(); ++i) {
        for (int k = 3; k < 6; ++k) {
            const std::size_t edge = shell.triangles[i][k] - shell.vertices;
            if (sides[edge][0] < 0) {
                sides[edge][0] = static_cast<int>(i);
            } else if (sides[edge][1] < 0) {
                sides[edge][1] = static_cast<int>(i);
            } else {
                smooth[edge] = false;
            }
        }
    }
    for (std::size_t e = 0; e < sides.size(); ++e) {
        if (!smooth[e] || sides[e][1] < 0) continue;
        const auto [a, b] = shell.edges[e];
        // The triangles' own directions away from the edge; opposite in a flat surface, whichever way they face.
        Vector3d away[2];
        const Vector3d along = (mesh.vertices[b] - mesh.vertices[a]).normalized();
        for (int side = 0; side < 2; ++side) {
            for (const int corner : mesh.triangles[sides[e][side]]) {
                if (corner == a || corner == b) continue;
                const Vector3d out = mesh.vertices[corner] - mesh.vertices[a];
                away[side] = (out - along.dot(out) * along).normalized();
            }
        }
        smooth[e] = -away[0].dot(away[1]) > CREASE_COSINE;
    }
    return smooth;
}

/// The middle of the cubic curve between two points that is across their normals:
/// ½ (x_a + x_b) − ⅛ [((x_b − x_a)·n_a) n_a + ((x_a − x_b)·n_b) n_b]. Signs of normals do not matter.
Vector3d smooth_middle(const Vector3d& x_a, const Vector3d& n_a, const Vector3d& x_b,
                       const Vector3d& n_b) {
    const Vector3d edge = x_b - x_a;
    return 0.5 * (x_a + x_b) - 0.125 * (edge.dot(n_a) * n_a - edge.dot(n_b) * n_b);
}

}  // namespace

std::vector<Vector3d> vertex_normals(const TriangleMesh& mesh) {
    std::vector<Vector3d> normals(mesh.vertices.size(), Vector3d::Zero());
    for (const Vector3i& t : mesh.triangles) {
        const Vector3d n = normal_of(mesh, t);
        for (int k = 0; k < 3; ++k) {
            const Vector3d u = mesh.vertices[t[(k + 1) % 3]] - mesh.vertices[t[k]];
            const Vector3d v = mesh.vertices[t[(k + 2) % 3]] - mesh.vertices[t[k]];
            const double angle = std::atan2(u.cross(v).norm(), u.dot(v));
            Vector3d& sum = normals[t[k]];
            sum += (sum.dot(n) < 0.0 ? -angle : angle) * n;
        }
    }
    for (Vector3d& n : normals) {
        if (n.norm() > 0.0) n.normalize();
    }
    return normals;
}

std::vector<double> vertex_areas(const TriangleMesh& mesh) {
    std::vector<double> areas(mesh.vertices.size(), 0.0);
    for (const Vector3i& t : mesh.triangles) {
        const Vector3d& x = mesh.vertices[t[0]];
        const double area = 0.5 * (mesh.vertices[t[1]] - x).cross(mesh.vertices[t[2]] - x).norm();
        for (const int vertex : t)
            areas[vertex] += area / 3.0;
    }
    return areas;
}

ShellMesh::ShellMesh(const TriangleMesh& mesh, EdgeShape shape,
                     const std::vector<EdgePoint>& points)
    : nodes(mesh.vertices), vertices(mesh.vertices.size()) {
    for (const Vector3i& t : mesh.triangles) {
        for (int k = 0; k < 3; ++k)
            edges.push_back(sorted_pair(t[k], t[(k + 1) % 3]));
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    for (const Vector3i& t : mesh.triangles) {
        auto& triangle = triangles.emplace_back();
        for (int k = 0; k < 3; ++k) {
            triangle[k] = t[k];
            triangle[3 + k] = node_between(t[k], t[(k + 1) % 3]);
        }
    }
    for (const auto& [a, b] : edges)
        nodes.emplace_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
    if (shape == EdgeShape::Smooth) {
        const std::vector<Vector3d> normals = vertex_normals(mesh);
        const std::vector<bool> smooth = smooth_edges(*this, mesh);
        for (std::size_t e = 0; e < edges.size(); ++e) {
            const auto [a, b] = edges[e];
            if (smooth[e])
                nodes[vertices + e] = smooth_middle(nodes[a], normals[a], nodes[b], normals[b]);
        }
    }
    for (const EdgePoint& point : points) {
        const int node = node_between(point.vertices[0], point.vertices[1]);
        if (node >= 0) nodes[node] = point.position;
    }
}

int ShellMesh::node_between(int a, int b) const {
    const std::array<int, 2> edge = sorted_pair(a, b);
    const auto found = std::lower_bound(edges.begin(), edges.end(), edge);
    if (found == edges.end() || *found != edge) return -1;
    return static_cast<int>(vertices) + static_cast<int>(found - edges.begin());
}

}  // namespace sinew::shells
