#include "bake/solid_inputs.hpp"

#include "bake/param_reader.hpp"
#include "bake/vertex_pin_reader.hpp"
#include "solids/solid_def.hpp"

namespace sinew::bake {

using solids::SOLID_PARAM_TABLE;
using solids::SolidDef;
using solids::SolidLayer;
using solids::SolidParams;

namespace {

std::uint64_t hash_of_params(const SolidParams& params) {
    Hasher hasher;
    for (const auto& info : SOLID_PARAM_TABLE)
        hasher.add_number(params.*info.member);
    return hasher.value();
}

}  // namespace

void add_solid_inputs(const BodyDef& def, const std::string& prefix, InputsHash& inputs) {
    const auto& solid = static_cast<const SolidDef&>(def);
    inputs.add_static(prefix + "tets",
                      Hasher()
                          .add_word(hash_of(solid.tets.vertices))
                          .add_array(std::span<const Eigen::Vector4i>(solid.tets.tetrahedra))
                          .value());
    inputs.add_static(prefix + "surface",
                      Hasher()
                          .add_word(hash_of(solid.surface))
                          .add_array(std::span<const Eigen::Vector3i>(solid.surface_triangles))
                          .add_number(solid.surface_radius)
                          .value());
    inputs.add_static(prefix + "law",
                      Hasher().add_word(static_cast<std::uint64_t>(solid.law)).value());
    add_param_inputs(solid.params, SOLID_PARAM_TABLE, prefix, inputs);
    Hasher layers;
    for (const SolidLayer& layer : solid.layers)
        layers.add_word(hash_of(layer.weights)).add_word(hash_of_params(layer.params));
    inputs.add_static(prefix + "layers", layers.value());
    Hasher stiffness;
    for (const double entry : solid.curvature_stiffness.reshaped())
        stiffness.add_number(entry);
    inputs.add_static(prefix + "curvature_stiffness", stiffness.value());
    inputs.add_static(prefix + "fibers", hash_of(solid.fibers));
    inputs.add_static(prefix + "normals", hash_of(solid.normals));
    Hasher rest_rotation;
    for (const double entry : solid.rest_rotation.coeffs())
        rest_rotation.add_number(entry);
    inputs.add_static(prefix + "rest_rotation", rest_rotation.value());
    inputs.add_animated(prefix + "rest_curvature", solid.rest_curvature);
    inputs.add_animated(prefix + "tet_rest_curvature", solid.tet_rest_curvature);
    // The job has one list of pins: on the vertices of a surface to fill, or on those of tetrahedra.
    if (solid.surface_pins.empty()) {
        add_vertex_pin_inputs(solid.pins, prefix, inputs);
    } else {
        add_vertex_pin_inputs(solid.surface_pins, prefix, inputs);
        add_vertex_pin_inputs(solid.pins, prefix + "turning.", inputs);
    }
    inputs.add_animated(prefix + "forces", solid.forces);
    inputs.add_animated(prefix + "torques", solid.torques);
    inputs.add_static(prefix + "mass", Hasher().add_word(solid.consistent_mass ? 1 : 0).value());
    inputs.add_static(
        prefix + "reset_rotations_every",
        Hasher().add_word(static_cast<std::uint64_t>(solid.reset_rotations_every)).value());
    inputs.add_static(prefix + "initial.velocities", hash_of(solid.initial_velocities));
    inputs.add_static(prefix + "initial.angular_velocities",
                      hash_of(solid.initial_angular_velocities));
}

}  // namespace sinew::bake
