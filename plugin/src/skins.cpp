// Skins: meshes that follow bodies and movers.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "buffers.hpp"
#include "guard.hpp"
#include "sized_struct.hpp"
#include "skin/skin_body.hpp"
#include "skin/skin_def.hpp"
#include "world_object.hpp"

namespace sinew::plugin {
namespace {

SinewSkinDef default_skin_def() {
    const skin::SkinDef defaults;
    SinewSkinDef def{};
    def.struct_size = sizeof def;
    def.name = "skin";
    def.smoothing = defaults.settings.smoothing;
    def.reach = defaults.settings.reach;
    return def;
}

/// The world finds drivers by their names, so these must tell bodies apart.
std::string driver_name(const WorldObject& world, SinewBodyId id, const std::string& skin) {
    const Body& body = world.bodies.at(id, "driver");
    if (world.world.find_body(body.name()) != &body) {
        refuse_argument(
            skin, "drivers", fmt::format("\"{}\"", body.name()),
            "another body of this world has the same name; names of drivers must differ");
    }
    return body.name();
}

std::vector<skin::SkinBone> to_bones(const WorldObject& world, const SinewSkinDef& def,
                                     std::string_view name) {
    const std::vector<std::uint64_t> movers = read_ids(def.bone_movers, {name, "bone_movers"});
    const std::vector<Eigen::Vector3d> points =
        read_vectors(def.bone_points, {name, "bone_points"});
    const std::vector<double> radii = read_numbers(def.bone_radii, {name, "bone_radii"});
    const auto expect_two_each = [&](std::size_t count, const char* field) {
        if (count == 2 * movers.size()) return;
        refuse_argument(std::string(name), field, fmt::format("{}", count),
                        fmt::format("must be two for each of the {} bones", movers.size()));
    };
    expect_two_each(points.size(), "bone_points.count");
    expect_two_each(radii.size(), "bone_radii.count");
    std::vector<skin::SkinBone> bones;
    for (std::size_t i = 0; i < movers.size(); ++i) {
        bones.push_back({world.movers.at(movers[i], "mover").name(),
                         {points[2 * i], points[2 * i + 1]},
                         {radii[2 * i], radii[2 * i + 1]}});
    }
    return bones;
}

skin::SkinDef to_skin(const WorldObject& world, const SinewSkinDef& def) {
    skin::SkinDef skin;
    skin.name = not_null(def.name, "name") == '\0' ? "skin" : def.name;
    const std::string_view name = skin.name;
    skin.mesh.vertices = read_vectors(def.vertices, {name, "vertices"});
    skin.mesh.triangles = read_triangles(def.triangles, {name, "triangles"});
    for (const std::uint64_t id : read_ids(def.drivers, {name, "drivers"}))
        skin.drivers.push_back(driver_name(world, id, skin.name));
    skin.bones = to_bones(world, def, name);
    skin.mask = read_numbers(def.mask, {name, "mask"});
    skin.settings = {.smoothing = def.smoothing, .reach = def.reach};
    return skin;
}

skin::SkinBody& skin_at(WorldObject& world, SinewBodyId id) {
    Body& body = world.bodies.at(id, "body");
    if (auto* found = dynamic_cast<skin::SkinBody*>(&body)) return *found;
    throw Error(Problem{.code = ErrorCode::InvalidHandle,
                        .object = body.name(),
                        .field = {},
                        .value = {},
                        .remedy = "is not a skin"});
}

}  // namespace
}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_skin_def_init(SinewSkinDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_skin_def()); });
}

SinewResult sinew_world_add_skin(SinewWorld* world, const SinewSkinDef* def,
                                 SinewBodyId* out_body) {
    return guard([&] {
        const auto object = held_world(world);
        not_null(out_body, "out_body") = 0;
        const auto lock = lock_to_change(*object);
        *out_body = object->bodies.insert(object->world.add(
            to_skin(*object, with_reserved_zero(read_struct(def, default_skin_def())))));
    });
}

SinewResult sinew_skin_set_base(SinewWorld* world, SinewBodyId body,
                                const SinewBufferView* positions) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_change(*object);
        sinew::skin::SkinBody& skin = skin_at(*object, body);
        const std::vector<Eigen::Vector3d> base =
            read_vectors(not_null(positions, "positions"), {skin.name(), "positions"});
        if (base.size() != skin.output_count()) {
            refuse_argument(skin.name(), "positions.count", fmt::format("{}", base.size()),
                            fmt::format("must be the number of vertices, {}", skin.output_count()));
        }
        skin.set_base({base.data()->data(), 3 * base.size()});
    });
}
