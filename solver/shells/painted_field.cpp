#include "shells/painted_field.hpp"

#include <Eigen/LU>
#include <cmath>

namespace sinew::shells {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

double minmod(double p, double q) {
    if (!(p * q > 0.0)) return 0.0;
    return std::abs(p) < std::abs(q) ? p : q;
}

}  // namespace

PaintedField::PaintedField(const ShellMesh& mesh)
    : m_edges(mesh.edges), m_neighbours(mesh.vertices) {
    for (const auto& [a, b] : m_edges) {
        const Vector3d chord = mesh.nodes[b] - mesh.nodes[a];
        m_chords.push_back(chord);
        m_neighbours[a].push_back({b, chord});
        m_neighbours[b].push_back({a, -chord});
    }
    for (std::vector<Neighbour>& neighbours : m_neighbours) {
        // Least squares, all neighbours alike. Out of the surface there is nothing to see: the gradient has no part there.
        Matrix3d M = Matrix3d::Zero();
        for (const Neighbour& neighbour : neighbours)
            M += neighbour.weight * neighbour.weight.transpose() / neighbour.weight.squaredNorm();
        M += 1e-9 * M.trace() * Matrix3d::Identity();
        const Matrix3d inverse = M.inverse();
        for (Neighbour& neighbour : neighbours)
            neighbour.weight = inverse * neighbour.weight / neighbour.weight.squaredNorm();
    }
}

std::vector<double> PaintedField::edge_values(std::span<const double> of_vertices,
                                              std::size_t numbers) const {
    std::vector<Vector3d> gradients(m_neighbours.size() * numbers, Vector3d::Zero());
    for (std::size_t v = 0; v < m_neighbours.size(); ++v) {
        for (const Neighbour& neighbour : m_neighbours[v]) {
            for (std::size_t n = 0; n < numbers; ++n) {
                const double step =
                    of_vertices[numbers * neighbour.vertex + n] - of_vertices[numbers * v + n];
                gradients[numbers * v + n] += step * neighbour.weight;
            }
        }
    }
    std::vector<double> values;
    values.reserve(m_edges.size() * numbers);
    for (std::size_t e = 0; e < m_edges.size(); ++e) {
        for (std::size_t n = 0; n < numbers; ++n) {
            const std::size_t a = numbers * m_edges[e][0] + n;
            const std::size_t b = numbers * m_edges[e][1] + n;
            const double step = of_vertices[b] - of_vertices[a];
            const double bent =
                minmod(step - gradients[a].dot(m_chords[e]), gradients[b].dot(m_chords[e]) - step);
            values.push_back(0.5 * (of_vertices[a] + of_vertices[b]) - 0.25 * bent);
        }
    }
    return values;
}

}  // namespace sinew::shells
