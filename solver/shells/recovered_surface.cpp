#include "shells/recovered_surface.hpp"

#include <algorithm>

#include "shells/membrane_strain.hpp"

namespace sinew::shells {

using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

/// A corner of a triangle.
struct Corner {
    int triangle = 0;
    int index = 0;  ///< 0, 1, 2
};

std::vector<std::vector<Corner>> corners_of_vertices(const TriangleMesh& mesh) {
    std::vector<std::vector<Corner>> corners(mesh.vertices.size());
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        for (int k = 0; k < 3; ++k)
            corners[mesh.triangles[i][k]].push_back({static_cast<int>(i), k});
    }
    return corners;
}

/// 1 if two triangles that meet at a vertex have an edge there and face the same side, −1 if they have one and do not, 0 without one.
int facing(const TriangleMesh& mesh, const Corner& a, const Corner& b) {
    const Vector3i& s = mesh.triangles[a.triangle];
    const Vector3i& t = mesh.triangles[b.triangle];
    const int after_a = s[(a.index + 1) % 3];
    const int before_a = s[(a.index + 2) % 3];
    const int after_b = t[(b.index + 1) % 3];
    const int before_b = t[(b.index + 2) % 3];
    if (after_a == before_b || before_a == after_b) return 1;
    if (after_a == after_b || before_a == before_b) return -1;
    return 0;
}

Vector3d normal_at(const auto& triangle, int point) {
    return lane(column(rotation_matrix(triangle.frames), 2), point);
}

}  // namespace

RecoveredSurface::RecoveredSurface(const ShellDef& def, const ShellMesh& mesh,
                                   const ShellElements& elements)
    : m_def(def),
      m_elements(elements),
      m_sides(mesh.triangles.size(), {0, 0, 0}),
      m_normals(mesh.vertices, Vector3d::Zero()),
      m_weights(mesh.vertices, 0.0) {
    find_sides(mesh);
    make_normals();
    make_faces(mesh);
}

template <class Function>
void RecoveredSurface::for_each_triangle(Function&& f) const {
    for (std::size_t i = 0; i < m_elements.quadratic.size(); ++i)
        f(m_elements.quadratic[i], i);
    for (std::size_t i = 0; i < m_elements.linear.size(); ++i)
        f(m_elements.linear[i], i);
}

void RecoveredSurface::find_sides(const ShellMesh& mesh) {
    std::vector<Corner> front;
    const auto side_of = [this](const Corner& corner) -> int& {
        return m_sides[corner.triangle][corner.index];
    };
    const std::vector<std::vector<Corner>> corners = corners_of_vertices(m_def.mesh);
    for (std::size_t vertex = 0; vertex < mesh.vertices; ++vertex) {
        for (const Corner& first : corners[vertex]) {
            if (side_of(first) != 0) continue;
            side_of(first) = 1;
            front.assign(1, first);
            // `front` grows while it is gone through.
            for (std::size_t i = 0; i < front.size(); ++i) {
                const Corner corner = front[i];
                for (const Corner& next : corners[vertex]) {
                    const int same = facing(m_def.mesh, corner, next);
                    if (side_of(next) != 0 || same == 0) continue;
                    side_of(next) = same * side_of(corner);
                    front.push_back(next);
                }
            }
        }
    }
}

void RecoveredSurface::make_normals() {
    std::vector<Vector3d> first(m_normals.size(), Vector3d::Zero());
    for_each_triangle([&](const auto& triangle, std::size_t i) {
        for (int k = 0; k < 3; ++k) {
            const int vertex = m_def.mesh.triangles[i][k];
            const Vector3d normal = m_sides[i][k] * normal_at(triangle, k);
            if (m_weights[vertex] == 0.0) first[vertex] = normal;
            m_normals[vertex] += triangle.areas[k] * normal;
            m_weights[vertex] += triangle.areas[k];
        }
    });
    for (std::size_t v = 0; v < m_normals.size(); ++v) {
        // Sheets that meet back to back leave no mean.
        const bool none = m_normals[v].norm() < 1e-6 * m_weights[v];
        m_normals[v] = none ? first[v] : m_normals[v].normalized();
    }
}

void RecoveredSurface::make_faces(const ShellMesh& mesh) {
    std::vector<int> triangles_at_edge(mesh.edges.size(), 0);
    for (const std::array<int, 6>& triangle : mesh.triangles) {
        for (int k = 3; k < 6; ++k)
            ++triangles_at_edge[triangle[k] - mesh.vertices];
    }
    const int vertices = static_cast<int>(mesh.vertices);
    std::vector<std::array<int, 3>> rim;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        std::array<int, 3> upper{};
        std::array<int, 3> lower{};
        for (int k = 0; k < 3; ++k) {
            upper[k] = mesh.triangles[i][k] + (m_sides[i][k] > 0 ? 0 : vertices);
            lower[k] = mesh.triangles[i][k] + (m_sides[i][k] > 0 ? vertices : 0);
        }
        m_faces.push_back(upper);
        m_faces.push_back({lower[0], lower[2], lower[1]});
        for (int k = 0; k < 3; ++k) {
            if (triangles_at_edge[mesh.triangles[i][3 + k] - mesh.vertices] != 1) continue;
            const int next = (k + 1) % 3;
            rim.push_back({upper[next], upper[k], lower[k]});
            rim.push_back({upper[next], lower[k], lower[next]});
        }
    }
    m_faces.insert(m_faces.end(), rim.begin(), rim.end());
}

void RecoveredSurface::positions(const ShellState& state, std::span<Vector3d> out) const {
    const std::size_t vertices = m_normals.size();
    std::vector<double> stretch(vertices, 0.0);
    std::vector<double> bending(vertices, 0.0);
    for_each_triangle([&](const auto& triangle, std::size_t i) {
        for (int k = 0; k < 3; ++k) {
            const ShellStrains z = triangle.strains(k);
            const int vertex = m_def.mesh.triangles[i][k];
            const double share = triangle.areas[k] / m_weights[vertex];
            stretch[vertex] += share * (z[0] + z[3]);
            bending[vertex] += m_sides[i][k] * share * (z[8] - z[7]);  // tr(c Γ) = Γ_21 − Γ_12
        }
    });
    const double nu = m_def.params.poisson_ratio;
    const double thinning = nu / (1.0 - nu);
    for (std::size_t v = 0; v < vertices; ++v) {
        const double half = 0.5 * m_def.thickness_at(static_cast<int>(v));
        const Vector3d d_3 = state.rotations[v] * m_normals[v];
        const double rho_m = std::max(SMALLEST_THICKNESS, 1.0 - thinning * stretch[v]);
        // Bending moves the two sides alike; no more than the half of their distance.
        const double rho_b = -thinning * bending[v];
        const double both = std::clamp(0.5 * rho_b * half * half, -0.5 * half, 0.5 * half);
        out[v] = state.positions[v] + (both + rho_m * half) * d_3;
        out[vertices + v] = state.positions[v] + (both - rho_m * half) * d_3;
    }
}

}  // namespace sinew::shells
