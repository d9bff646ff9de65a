#include "solidify/solidify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/task.hpp"
#include "solidify/carried_pins.hpp"
#include "solidify/node_transfer.hpp"

namespace sinew::solidify {

using solids::SolidDef;
using solids::SolidLayer;
using solids::SolidPins;

namespace {

void carry_maps(SolidDef& def, const NodeTransfer& transfer) {
    for (SolidLayer& layer : def.layers)
        layer.weights = transfer.carried(layer.weights);
    if (def.fibers.size() > 1) def.fibers = transfer.carried_directions(def.fibers);
    if (def.normals.size() > 1) def.normals = transfer.carried_directions(def.normals);
    // 9 numbers are one curvature for all.
    if (def.rest_curvature.width > 9) def.rest_curvature = transfer.carried(def.rest_curvature, 9);
    if (!def.forces.empty()) def.forces = transfer.divided(def.forces);
    if (!def.torques.empty()) def.torques = transfer.divided(def.torques);
    if (!def.initial_velocities.empty())
        def.initial_velocities = transfer.carried(def.initial_velocities);
    if (!def.initial_angular_velocities.empty())
        def.initial_angular_velocities = transfer.carried(def.initial_angular_velocities);
}

bool holds_something(const SolidPins& pins) {
    return pins.weights.empty() ||
           std::ranges::any_of(pins.weights, [](double weight) { return weight > 0.0; });
}

/// What holds positions stays with the vertices of the surface; what holds rotations goes to the nodes, which have them.
void carry_pins(SolidDef& def, const TriangleMesh& surface, const NodeTransfer& transfer) {
    if (def.pins.empty()) return;
    const PinCarrier carrier(surface, def.tets, transfer);
    std::vector<SolidPins> painted = std::exchange(def.pins, {});
    for (std::size_t i = 0; i < painted.size(); ++i) {
        SolidPins& pins = painted[i];
        if (!holds_something(pins)) {
            throw Error({.code = ErrorCode::InvalidArgument,
                         .object = def.name,
                         .field = fmt::format("pins[{}].weights", i),
                         .value = "0 everywhere",
                         .remedy = "a pin holds nothing: paint it, or remove it"});
        }
        if (pins.rotation) {
            SolidPins turning = carrier.carried(pins);
            turning.position = false;
            def.pins.push_back(std::move(turning));
        }
        if (!pins.position) continue;
        // Rotations of nodes were made from these positions once: setting them live would leave those behind.
        if (!pins.rotation) pins.painted_group = static_cast<int>(i);
        pins.rotation = false;
        pins.rotations = {};
        pins.angular_velocities = {};
        def.surface_pins.push_back(std::move(pins));
    }
}

}  // namespace

void solidify(SolidDef& def, const TriangleMesh& surface,
              const tetrahedra::TetrahedraDef& resolution, const CancelToken& cancel) {
    TetMesh tets = [&] {
        const TaskPhase phase("filling " + def.name + " with tetrahedra");
        return tetrahedra::tetrahedralise(surface, resolution, def.name, cancel).mesh;
    }();
    carry_onto(std::move(tets), def, surface, resolution);
}

void carry_onto(TetMesh tets, SolidDef& def, const TriangleMesh& surface,
                const tetrahedra::TetrahedraDef& resolution) {
    def.tets = std::move(tets);
    def.is_filled = true;
    const NodeTransfer transfer(surface, def.tets);
    carry_maps(def, transfer);
    carry_pins(def, surface, transfer);
    def.surface = surface.vertices;
    def.surface_triangles = surface.triangles;
    def.surface_radius = 0.5 * resolution.wall_thickness;
}

}  // namespace sinew::solidify
