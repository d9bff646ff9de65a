#include "solids/solid_pinning.hpp"

namespace sinew::solids {

using Eigen::Quaterniond;
using Eigen::Vector3d;

SolidPinning::SolidPinning(const SolidDef& def, const SolidElements& elements,
                           std::vector<const Mover*> movers)
    : NodePinning(def.pins, std::move(movers), def.tets.vertices,
                  std::vector<Quaterniond>(def.tets.vertices.size(), Quaterniond::Identity())) {
    const std::vector<VertexMaterial> materials = vertex_materials(def, elements);
    for (std::size_t group = 0; group < def.pins.size(); ++group) {
        const SolidPins& pins = def.pins[group];
        const Vector3d axes = held_axes(pins);
        for (std::size_t i = 0; i < pins.vertices.size(); ++i) {
            const int vertex = pins.vertices[i];
            const auto [stiffness, firm] = grip(pins, i);
            const double position = stiffness * materials[vertex].stiffness();
            const double rotation = stiffness * materials[vertex].young_volume;
            if (pins.position) hold_position({group, i, i, vertex, position * axes, firm});
            if (pins.rotation) hold_rotation({group, i, i, vertex, rotation * axes, firm});
        }
    }
}

Vector3d SolidPinning::asked_position(const Held& held) const {
    const std::vector<double>& positions = sampled_positions(held.group);
    return positions.empty() ? start(held.node) : vector_at(positions, held.first);
}

}  // namespace sinew::solids
