#include "shells/shell_directors.hpp"

#include <array>
#include <cmath>
#include <numeric>

namespace sinew::shells {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

Matrix3d frame_around(const Vector3d& normal) {
    const Vector3d hint = std::abs(normal.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
    Matrix3d frame;
    frame.col(2) = normal;
    frame.col(0) = (hint - hint.dot(normal) * normal).normalized();
    frame.col(1) = normal.cross(frame.col(0));
    return frame;
}

/// ∇N_a of a flat triangle: its height from side a points to corner a, |∇N_a| = 1/height.
Matrix3d corner_gradients(const TriangleMesh& mesh, const Eigen::Vector3i& t) {
    const Vector3d& x = mesh.vertices[t[0]];
    const Vector3d area = (mesh.vertices[t[1]] - x).cross(mesh.vertices[t[2]] - x);  // 2 A n
    Matrix3d gradients;
    for (int a = 0; a < 3; ++a) {
        const Vector3d side = mesh.vertices[t[(a + 2) % 3]] - mesh.vertices[t[(a + 1) % 3]];
        gradients.col(a) = area.cross(side) / area.squaredNorm();
    }
    return gradients;
}

}  // namespace

ShellDirectors::ShellDirectors(const ShellBody& shell) : m_shell(shell) {
    const TriangleMesh& mesh = shell.def().mesh;
    for (const Vector3d& normal : vertex_normals(mesh))
        m_frames.push_back(frame_around(normal));
    for (const Eigen::Vector3i& triangle : mesh.triangles)
        m_gradients.push_back(corner_gradients(mesh, triangle));
}

std::vector<double> ShellDirectors::curvatures() const {
    const std::vector<Eigen::Vector3i>& triangles = m_shell.def().mesh.triangles;
    return means_at_nodes(node_count(), triangles, [&](std::size_t i) {
        std::array<Quaterniond, 3> rotations;
        for (int a = 0; a < 3; ++a)
            rotations[a] = m_shell.state().rotations[triangles[i][a]];
        return element_curvature(rotations, m_gradients[i]);
    });
}

double ShellDirectors::half_distance(std::size_t count) const {
    const std::vector<double> areas = vertex_areas(m_shell.def().mesh);
    const double area = std::accumulate(areas.begin(), areas.end(), 0.0);
    return 0.5 * std::sqrt(area / static_cast<double>(count));
}

}  // namespace sinew::shells
