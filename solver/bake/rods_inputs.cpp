#include "bake/rods_inputs.hpp"

#include "bake/param_reader.hpp"
#include "viper/rods_def.hpp"

namespace sinew::bake {

using viper::ROD_PARAM_TABLE;
using viper::RodPins;
using viper::RodsDef;

namespace {

/// Without keys nothing is active, just as with keys of 0: a muscle that gets its first keys late in the shot keeps the frames before.
AnimatedArray activation_level(const RodsDef& rods) {
    const bool is_muscle = !rods.bundling.sections.empty();
    if (!rods.activation.level.empty() || !is_muscle) return rods.activation.level;
    return AnimatedArray::constant(std::vector<double>(rods.counts.size(), 0.0));
}

void add_muscle_inputs(const RodsDef& rods, const std::string& prefix, InputsHash& inputs) {
    Hasher sections;
    for (const std::vector<int>& section : rods.bundling.sections)
        sections.add_array(std::span<const int>(section)).add_word(section.size());
    inputs.add_static(prefix + "sections", sections.value());
    inputs.add_static(prefix + "bundling",
                      Hasher()
                          .add_number(rods.bundling.stiffness)
                          .add_word(static_cast<std::uint64_t>(rods.bundling.matching))
                          .value());
    inputs.add_animated(prefix + "activation", activation_level(rods));
    inputs.add_static(prefix + "activation_map", hash_of(rods.activation.map));
    inputs.add_static(prefix + "shortening",
                      Hasher().add_number(rods.activation.shortening).value());
    Hasher attachments;
    for (const viper::RodAttachment& attachment : rods.attachments) {
        attachments.add_text(attachment.mover)
            .add_array(std::span<const int>(attachment.points))
            .add_word(attachment.sliding ? 1 : 0)
            .add_number(attachment.hinge)
            .add_array(std::span<const Eigen::Vector3d>(attachment.normals))
            .add_word(hash_of(attachment.surface.vertices))
            .add_word(hash_of(attachment.surface.triangles));
    }
    inputs.add_static(prefix + "attachments", attachments.value());
    inputs.add_static(prefix + "follow", Hasher().add_number(rods.follow).value());
    inputs.add_static(prefix + "collides",
                      Hasher()
                          .add_word(rods.collision.enabled ? 1 : 0)
                          .add_number(rods.collision.friction)
                          .add_array(std::span<const int>(rods.collision.groups))
                          .value());
}

}  // namespace

void add_rods_inputs(const BodyDef& def, const std::string& prefix, InputsHash& inputs) {
    const auto& rods = static_cast<const RodsDef&>(def);
    inputs.add_static(prefix + "rods.points", hash_of(rods.points));
    inputs.add_static(prefix + "rods.radii", hash_of(rods.radii));
    inputs.add_static(prefix + "rods.counts", hash_of(rods.counts));
    inputs.add_static(
        prefix + "surface",
        Hasher().add_word(hash_of(rods.surface)).add_word(hash_of(rods.surface_triangles)).value());
    add_param_inputs(rods.params, ROD_PARAM_TABLE, prefix, inputs);
    inputs.add_static(prefix + "initial.positions", hash_of(rods.initial_positions));
    inputs.add_static(prefix + "initial.velocities", hash_of(rods.initial_velocities));
    inputs.add_static(prefix + "initial.scales", hash_of(rods.initial_scales));
    inputs.add_static(prefix + "pins", Hasher().add_word(rods.pins.size()).value());
    for (std::size_t i = 0; i < rods.pins.size(); ++i) {
        const RodPins& pin = rods.pins[i];
        const std::string pin_prefix = fmt::format("{}pins[{}].", prefix, i);
        inputs.add_static(pin_prefix + "points", hash_of(pin.points));
        inputs.add_static(pin_prefix + "what", Hasher()
                                                   .add_word(pin.position ? 1 : 0)
                                                   .add_word(pin.frame ? 1 : 0)
                                                   .add_word(pin.scale ? 1 : 0)
                                                   .value());
        inputs.add_static(pin_prefix + "release_frame",
                          Hasher().add_number(pin.release_frame).value());
        inputs.add_animated(pin_prefix + "positions", pin.positions);
        inputs.add_animated(pin_prefix + "rotations", pin.rotations);
        inputs.add_animated(pin_prefix + "scales", pin.scales);
    }
    inputs.add_animated(prefix + "radial_force", rods.radial_force);
    add_muscle_inputs(rods, prefix, inputs);
}

}  // namespace sinew::bake
