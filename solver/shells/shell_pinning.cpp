#include "shells/shell_pinning.hpp"

#include <algorithm>

namespace sinew::shells {

using Eigen::Vector3d;

std::vector<EdgeBetween> edges_between(const ShellMesh& mesh, const std::vector<int>& vertices) {
    constexpr std::size_t NOWHERE = static_cast<std::size_t>(-1);
    std::vector<std::size_t> index_of(mesh.vertices, NOWHERE);
    for (std::size_t i = 0; i < vertices.size(); ++i)
        index_of[vertices[i]] = i;
    std::vector<EdgeBetween> found;
    for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
        const std::size_t a = index_of[mesh.edges[e][0]];
        const std::size_t b = index_of[mesh.edges[e][1]];
        if (a != NOWHERE && b != NOWHERE)
            found.push_back({static_cast<int>(mesh.vertices + e), a, b});
    }
    return found;
}

ShellPinning::ShellPinning(const ShellDef& def, const ShellMesh& mesh, const ShellState& start,
                           std::vector<const Mover*> movers)
    : NodePinning(def.pins, std::move(movers), start.positions, start.rotations),
      m_def(def),
      m_mesh(mesh) {
    const std::vector<double> areas = vertex_areas(def.mesh);
    for (std::size_t group = 0; group < def.pins.size(); ++group)
        add_group(group, areas);
}

void ShellPinning::add_group(std::size_t group, const std::vector<double>& areas) {
    const ShellPins& pins = m_def.pins[group];
    const Vector3d axes = held_axes(pins);
    const auto membrane = [&](std::size_t index) {
        return m_def.params.young_modulus * m_def.thickness_at(pins.vertices[index]);
    };
    for (std::size_t i = 0; i < pins.vertices.size(); ++i) {
        const int vertex = pins.vertices[i];
        const double h = m_def.thickness_at(vertex);
        const double L = m_def.params.length_scale;
        const auto [stiffness, firm] = grip(pins, i);
        if (pins.position)
            hold_position({group, i, i, vertex, stiffness * membrane(i) * axes, firm});
        if (pins.rotation) {
            const double arm = h * h + L * L + areas[vertex];
            hold_rotation({group, i, i, vertex, stiffness * membrane(i) * arm * axes, firm});
        }
    }
    if (!pins.position || m_def.element == ShellElementKind::Linear) return;
    for (const EdgeBetween& edge : edges_between(m_mesh, pins.vertices)) {
        const Grip a = grip(pins, edge.first);
        const Grip b = grip(pins, edge.second);
        const double stiffness =
            std::min(a.stiffness * membrane(edge.first), b.stiffness * membrane(edge.second));
        hold_position(
            {group, edge.first, edge.second, edge.node, stiffness * axes, a.firm && b.firm});
    }
}

Vector3d ShellPinning::asked_position(const Held& held) const {
    const std::vector<double>& positions = sampled_positions(held.group);
    if (positions.empty()) return start(held.node);
    const std::vector<int>& vertices = m_def.pins[held.group].vertices;
    const auto displacement = [&](std::size_t index) -> Vector3d {
        return vector_at(positions, index) - start(vertices[index]);
    };
    return start(held.node) + 0.5 * (displacement(held.first) + displacement(held.second));
}

}  // namespace sinew::shells
