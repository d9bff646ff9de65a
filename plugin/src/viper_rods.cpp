// Bodies made of VIPER rods.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "array_output.hpp"
#include "buffers.hpp"
#include "guard.hpp"
#include "sized_struct.hpp"
#include "viper/rods_body.hpp"
#include "viper/rods_def.hpp"
#include "world_object.hpp"

namespace sinew::plugin {
namespace {

/// The material in both worlds; one line for a new parameter.
struct MaterialMember {
    double SinewViperRodsDef::*given;
    double viper::RodParams::*param;
};

constexpr MaterialMember MATERIAL[] = {
    {&SinewViperRodsDef::density, &viper::RodParams::density},
    {&SinewViperRodsDef::stretch_stiffness, &viper::RodParams::stretch_stiffness},
    {&SinewViperRodsDef::cross_section_stiffness, &viper::RodParams::cross_section_stiffness},
    {&SinewViperRodsDef::scale_gradient_stiffness, &viper::RodParams::scale_gradient_stiffness},
    {&SinewViperRodsDef::bend_stiffness, &viper::RodParams::bend_stiffness},
    {&SinewViperRodsDef::twist_stiffness, &viper::RodParams::twist_stiffness},
    {&SinewViperRodsDef::surface_bending_stiffness, &viper::RodParams::surface_bending_stiffness},
    {&SinewViperRodsDef::volume_stiffness, &viper::RodParams::volume_stiffness},
    {&SinewViperRodsDef::damping, &viper::RodParams::damping},
    {&SinewViperRodsDef::material_damping, &viper::RodParams::material_damping},
};
static_assert(std::size(MATERIAL) == std::size(viper::ROD_PARAM_TABLE),
              "every parameter of the table is in the C API");

SinewViperRodsDef default_rods_def(const viper::RodParams& params = {}) {
    SinewViperRodsDef def{};
    def.struct_size = sizeof def;
    def.name = "rods";
    def.pin_flags = SINEW_PIN_POSITION;
    for (const MaterialMember& member : MATERIAL)
        def.*member.given = params.*member.param;
    return def;
}

viper::RodPins to_pins(const SinewViperRodsDef& def, std::string_view name) {
    constexpr uint32_t KNOWN = SINEW_PIN_POSITION | SINEW_PIN_FRAME | SINEW_PIN_SCALE;
    if ((def.pin_flags & ~KNOWN) != 0 || def.pin_flags == 0) {
        throw Error(Problem{.code = ErrorCode::InvalidArgument,
                            .object = std::string(name),
                            .field = "pin_flags",
                            .value = fmt::format("{:#x}", def.pin_flags),
                            .remedy = "must be a combination of SINEW_PIN_..."});
    }
    viper::RodPins pins;
    pins.points = read_integers(def.pin_points, {name, "pin_points"});
    pins.position = (def.pin_flags & SINEW_PIN_POSITION) != 0;
    pins.frame = (def.pin_flags & SINEW_PIN_FRAME) != 0;
    pins.scale = (def.pin_flags & SINEW_PIN_SCALE) != 0;
    return pins;
}

viper::RodsDef to_rods(const SinewViperRodsDef& def) {
    viper::RodsDef rods;
    rods.name = not_null(def.name, "name") == '\0' ? "rods" : def.name;
    const std::string_view name = rods.name;
    rods.points = read_vectors(def.points, {name, "points"});
    rods.radii = read_numbers(def.radii, {name, "radii"});
    rods.counts = read_integers(def.counts, {name, "counts"});
    rods.surface = read_vectors(def.surface, {name, "surface"});
    rods.surface_triangles = read_triangles(def.surface_triangles, {name, "surface_triangles"});
    if (def.pin_points.count != 0) rods.pins.push_back(to_pins(def, name));
    for (const MaterialMember& member : MATERIAL)
        rods.params.*member.param = def.*member.given;
    return rods;
}

viper::RodsBody& rods_at(WorldObject& world, SinewBodyId id) {
    Body& body = world.bodies.at(id, "body");
    if (auto* rods = dynamic_cast<viper::RodsBody*>(&body)) return *rods;
    throw Error(Problem{.code = ErrorCode::InvalidHandle,
                        .object = body.name(),
                        .field = {},
                        .value = {},
                        .remedy = "is not made of VIPER rods"});
}

/// x, y, z of each pinned point.
std::vector<double> read_pin_targets(const SinewBufferView* view, const viper::RodsBody& rods) {
    const std::vector<Eigen::Vector3d> targets =
        read_vectors(not_null(view, "positions"), {rods.name(), "positions"});
    if (targets.size() != rods.pinned_count()) {
        throw Error(Problem{
            .code = ErrorCode::InvalidArgument,
            .object = rods.name(),
            .field = "positions.count",
            .value = fmt::format("{}", targets.size()),
            .remedy = fmt::format("must be the number of pinned points, {}", rods.pinned_count())});
    }
    std::vector<double> xyz;
    for (const Eigen::Vector3d& target : targets)
        xyz.insert(xyz.end(), target.begin(), target.end());
    return xyz;
}

}  // namespace
}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_viper_rods_def_init(SinewViperRodsDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_rods_def()); });
}

SinewResult sinew_viper_rods_def_init_muscle(SinewViperRodsDef* def, uint64_t struct_size) {
    return guard(
        [&] { init_struct(def, struct_size, default_rods_def(sinew::viper::MUSCLE_PARAMS)); });
}

SinewResult sinew_world_add_viper_rods(SinewWorld* world, const SinewViperRodsDef* def,
                                       SinewBodyId* out_body) {
    return guard([&] {
        const auto object = held_world(world);
        not_null(out_body, "out_body") = 0;
        const auto lock = lock_to_change(*object);
        *out_body = object->bodies.insert(
            object->world.add(to_rods(with_reserved_zero(read_struct(def, default_rods_def())))));
    });
}

SinewResult sinew_viper_rods_set_pin_positions(SinewWorld* world, SinewBodyId body,
                                               const SinewBufferView* positions) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_change(*object);
        sinew::viper::RodsBody& rods = rods_at(*object, body);
        rods.set_pin_positions(object->world.frame() + 1.0, read_pin_targets(positions, rods));
    });
}

SinewResult sinew_viper_rods_get_points(SinewWorld* world, SinewBodyId body, float* out,
                                        uint64_t capacity, uint64_t* out_count) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_read(*object);
        const std::vector<Eigen::Vector3d> points = rods_at(*object, body).state().c;
        if (!announce_count(points.size(), out, capacity, out_count)) return;
        copy_floats(std::span(points.data()->data(), 3 * points.size()), out);
    });
}

SinewResult sinew_viper_rods_get_radii(SinewWorld* world, SinewBodyId body, float* out,
                                       uint64_t capacity, uint64_t* out_count) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_read(*object);
        const sinew::viper::RodsBody& rods = rods_at(*object, body);
        const std::vector<double> radii = rods.radii();
        if (announce_count(radii.size(), out, capacity, out_count)) copy_floats(radii, out);
    });
}
