// Small displacements of a shell under a load: one linear solve, without pins that give and without time steps.
#pragma once

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <functional>
#include <string_view>
#include <vector>

#include "shells/shell_elements.hpp"

namespace sinew::test {

class LinearShell {
public:
    explicit LinearShell(const shells::ShellDef& def)
        : m_mesh(def.mesh, def.edges, def.edge_points),
          m_elements(def, m_mesh),
          m_size(3L * static_cast<long>(m_mesh.nodes.size() + m_mesh.vertices)),
          m_held(m_size, false),
          load(Eigen::VectorXd::Zero(m_size)) {}

    const shells::ShellMesh& mesh() const { return m_mesh; }
    const std::vector<Eigen::Vector3d>& nodes() const { return m_mesh.nodes; }

    /// Nodes where `where` is true: x y z hold them along these axes, X Y Z hold their directors about them.
    void hold(std::string_view what, const std::function<bool(const Eigen::Vector3d&)>& where) {
        for (std::size_t i = 0; i < nodes().size(); ++i) {
            if (!where(nodes()[i])) continue;
            for (const char c : what) {
                if (c >= 'x') {
                    m_held[3 * i + (c - 'x')] = true;
                } else if (i < m_mesh.vertices) {
                    m_held[3 * (nodes().size() + i) + (c - 'X')] = true;
                }
            }
        }
    }
    /// The node nearest to a point.
    long nearest(const Eigen::Vector3d& x) const {
        long best = 0;
        for (std::size_t i = 0; i < nodes().size(); ++i) {
            if ((nodes()[i] - x).norm() < (nodes()[best] - x).norm()) best = static_cast<long>(i);
        }
        return best;
    }

    /// From here on, changes are from where F takes the nodes, with directors as they were at rest.
    void stretch(const Eigen::Matrix3d& F) {
        for (std::size_t t = 0; t < m_mesh.triangles.size(); ++t) {
            TriangleNodes<6> now;
            for (int a = 0; a < 6; ++a)
                now.col(a) = F * nodes()[m_mesh.triangles[t][a]];
            m_elements.quadratic[t].set_positions(now);
        }
    }

    /// Of free unknowns and, on the diagonal, of those that are held.
    Eigen::SparseMatrix<double> stiffness() const {
        std::vector<Eigen::Triplet<double>> entries;
        for (std::size_t t = 0; t < m_mesh.triangles.size(); ++t) {
            using Triangle = shells::ShellTriangle<6>;
            Triangle::Vec g;
            Triangle::Mat H;
            m_elements.quadratic[t].hessian(Triangle::Vec::Zero(), g, H);
            const std::vector<long> rows = unknowns_of(m_mesh.triangles[t]);
            for (int i = 0; i < Triangle::SIZE; ++i) {
                for (int j = 0; j < Triangle::SIZE; ++j) {
                    if (!m_held[rows[i]] && !m_held[rows[j]])
                        entries.emplace_back(rows[i], rows[j], H(i, j));
                }
            }
        }
        for (long i = 0; i < m_size; ++i) {
            if (m_held[i]) entries.emplace_back(i, i, 1.0);
        }
        Eigen::SparseMatrix<double> K(m_size, m_size);
        K.setFromTriplets(entries.begin(), entries.end());
        return K;
    }

    /// Positions of all nodes, then turns of the vertices.
    Eigen::VectorXd solve() const {
        Eigen::VectorXd f = load;
        for (long i = 0; i < m_size; ++i) {
            if (m_held[i]) f[i] = 0.0;
        }
        return Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(stiffness()).solve(f);
    }

private:
    std::vector<long> unknowns_of(const std::array<int, 6>& triangle) const {
        std::vector<long> rows;
        for (int a = 0; a < 9; ++a) {
            const long block =
                a < 6 ? triangle[a] : static_cast<long>(nodes().size()) + triangle[a - 6];
            for (long axis = 0; axis < 3; ++axis)
                rows.push_back(3 * block + axis);
        }
        return rows;
    }

    shells::ShellMesh m_mesh;
    shells::ShellElements m_elements;
    long m_size;
    std::vector<bool> m_held;

public:
    Eigen::VectorXd load;  ///< 3 numbers a node, then 3 a vertex
};

/// n × m squares of a surface given by two parameters from 0 to 1, cut by turns; with curved edges their nodes are on the surface.
inline shells::ShellDef surface_of(int n, int m, bool curved_edges,
                                   const std::function<Eigen::Vector3d(double, double)>& x) {
    shells::ShellDef def;
    def.name = "Surface";
    std::vector<std::array<double, 2>> at;
    for (int j = 0; j <= m; ++j) {
        for (int i = 0; i <= n; ++i) {
            at.push_back({static_cast<double>(i) / n, static_cast<double>(j) / m});
            def.mesh.vertices.push_back(x(at.back()[0], at.back()[1]));
        }
    }
    for (int j = 0; j < m; ++j) {
        for (int i = 0; i < n; ++i) {
            const int v = j * (n + 1) + i;
            const int corners[4] = {v, v + 1, v + n + 2, v + n + 1};
            const int first = (i + j) % 2;
            def.mesh.triangles.emplace_back(corners[first], corners[first + 1],
                                            corners[(first + 2) % 4]);
            def.mesh.triangles.emplace_back(corners[first], corners[(first + 2) % 4],
                                            corners[(first + 3) % 4]);
        }
    }
    if (!curved_edges) return def;
    for (const auto& [a, b] : shells::ShellMesh(def.mesh, shells::EdgeShape::Straight, {}).edges) {
        def.edge_points.push_back(
            {{a, b}, x(0.5 * (at[a][0] + at[b][0]), 0.5 * (at[a][1] + at[b][1]))});
    }
    return def;
}

}  // namespace sinew::test
