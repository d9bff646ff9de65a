#include "bake/skin_reader.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "bake/animated_reader.hpp"
#include "bake/array_reader.hpp"
#include "bake/mesh_reader.hpp"
#include "bake/mover_reader.hpp"
#include "bake/nearest_name.hpp"
#include "base/task.hpp"
#include "skin/skin_def.hpp"

namespace sinew::bake {

namespace {

using skin::SkinBone;
using skin::SkinDef;

/// The name of a body that can be followed; nothing after complaining.
std::optional<std::string> read_driver(const JsonField& field) {
    std::optional<std::string> name = field.text();
    if (!name) return std::nullopt;
    const std::map<std::string, std::string>& bodies = field.context().bodies;
    const auto found = bodies.find(*name);
    if (found != bodies.end()) {
        if (found->second != SkinDef::KIND) return name;
        field.complain("is a skin itself; name the bodies that drive it");
        return std::nullopt;
    }
    std::vector<std::string_view> known;
    for (const auto& [body, kind] : bodies) {
        if (kind != SkinDef::KIND) known.emplace_back(body);
    }
    const std::string_view nearest = nearest_name(*name, known);
    field.complain(nearest.empty() ? "is not the name of a body that a skin can follow"
                                   : fmt::format("did you mean \"{}\"?", nearest));
    return std::nullopt;
}

/// Nothing after complaining.
std::optional<SkinBone> read_bone(const JsonField& field) {
    if (!field.expect_object(SKIN_BONE_FIELDS)) return std::nullopt;
    const double length = field.context().length;
    SkinBone bone;
    const auto mover = field.require("mover");
    const auto points = field.require("points");
    const auto radii = field.require("radii");
    bool good = mover && store(read_mover_name(*mover), bone.mover);
    if (!points || !store(read_vectors(*points, std::nullopt, length), bone.points)) {
        return std::nullopt;
    }
    const ArraySpec spec{.width = 1, .items = bone.points.size(), .one_number = true};
    good = radii && store(read_array(*radii, spec, length), bone.radii) && good;
    return good ? std::optional(std::move(bone)) : std::nullopt;
}

void read_offsets(const JsonField& field, skin::SkinOffsets& offsets) {
    if (!field.expect_object(SKIN_OFFSETS_FIELDS)) return;
    const auto vertices = field.require("vertices");
    const auto values = field.require("values");
    if (!vertices || !values || !store(read_integers(*vertices), offsets.vertices)) return;
    const AnimatedSpec spec{
        .widths = {3}, .items = offsets.vertices.size(), .scale = field.context().length};
    store(read_animated(*values, spec), offsets.values);
}

/// What a vertex costs, measured with 40,000 of them [bytes].
constexpr double BYTES_PER_VERTEX = 500.0;

/// What needs the number of vertices.
void read_vertex_arrays(const JsonField& body, SkinDef& def) {
    const std::size_t count = def.mesh.vertices.size();
    claim_memory(BYTES_PER_VERTEX * static_cast<double>(count), def.name, "mesh");
    if (const auto base = body.find("base")) {
        const AnimatedSpec spec{.widths = {3}, .items = count, .scale = body.context().length};
        store(read_animated(*base, spec), def.base);
    }
    if (const auto mask = body.find("mask")) {
        const ArraySpec spec{.width = 1, .items = count, .one_number = true};
        store(read_array(*mask, spec), def.mask);
    }
}

}  // namespace

std::unique_ptr<BodyDef> read_skin(const JsonField& body) {
    ReadContext& context = body.context();
    const std::size_t problems_before = context.problems.count();
    auto def = std::make_unique<SkinDef>();
    def->name = body.object();
    body.expect_object(SKIN_FIELDS);
    const auto mesh = body.require("mesh");
    if (mesh && store(read_mesh(*mesh), def->mesh)) read_vertex_arrays(body, *def);
    if (const auto drivers = body.find("drivers")) {
        drivers->for_each([&](const JsonField& field) {
            if (auto name = read_driver(field)) def->drivers.push_back(std::move(*name));
        });
    }
    if (const auto bones = body.find("bones")) {
        bones->for_each([&](const JsonField& field) {
            if (auto bone = read_bone(field)) def->bones.push_back(std::move(*bone));
        });
    }
    if (const auto smoothing = body.find("smoothing")) {
        store(smoothing->integer(0, SkinDef::MAX_SMOOTHING), def->settings.smoothing);
    }
    if (const auto offsets = body.find("offsets")) read_offsets(*offsets, def->offsets);
    if (const auto reach = body.find("reach")) store(reach->number(), def->settings.reach);
    // What could not be read is missing in the definition, and would be complained about again.
    if (context.problems.count() == problems_before) {
        std::vector<Problem> problems;
        def->collect_problems(problems);
        context.problems.add(std::move(problems));
    }
    return def;
}

}  // namespace sinew::bake
