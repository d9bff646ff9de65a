#include "bake/collider_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "bake/animated_reader.hpp"
#include "bake/array_reader.hpp"
#include "bake/hash.hpp"
#include "bake/mesh_reader.hpp"
#include "bake/mover_reader.hpp"

namespace sinew::bake {

namespace {

void read_friction(const JsonField& field, double& friction) {
    const auto value = field.find("friction");
    if (!value || !store(value->number(), friction) || friction >= 0.0) return;
    value->complain("must be 0 or more");
    friction = 0.0;
}

void read_filter(const JsonField& field, ContactFilter& filter) {
    const auto read = [&](std::string_view name, std::vector<std::string>& names) {
        if (const auto list = field.find(name)) names = read_names(*list);
    };
    read("contact_groups", filter.groups);
    read("contact_only", filter.only);
    read("contact_except", filter.except);
    if (const auto frames = field.find("contact_frames"))
        store(read_array(*frames, {.width = 1, .items = 2}, 1.0), filter.frames);
}

void add_filter(const ContactFilter& filter, Hasher& all) {
    // Without one the hash is that of earlier builds.
    if (filter.is_empty()) return;
    for (const auto* const names : {&filter.groups, &filter.only, &filter.except}) {
        all.add_word(names->size());
        for (const std::string& name : *names)
            all.add_text(name);
    }
    all.add_array(std::span<const double>(filter.frames));
}

HalfPlane read_half_plane(const JsonField& field) {
    HalfPlane plane;
    if (const auto normal = field.require("normal")) {
        const auto vector = read_vectors(*normal, 1, 1.0);
        // The stable norm: the square of a large number may not be a number any more.
        const double length = vector ? vector->front().stableNorm() : 1.0;
        if (!(length > 0.0) || !std::isfinite(length)) {
            normal->complain("must be a vector longer than 0");
        } else if (vector) {
            plane.normal = vector->front() / length;
        }
    }
    if (const auto offset = field.find("offset")) {
        plane.offset = offset->number().value_or(0.0) * field.context().length;
        if (!std::isfinite(plane.offset)) offset->complain("is too large in metres");
    }
    read_friction(field, plane.friction);
    read_filter(field, plane.contact_filter);
    return plane;
}

void read_mover(const JsonField& field, std::string& mover) {
    if (const auto name = field.find("mover")) store(read_mover_name(*name), mover);
}

/// Hands the problems of a definition on.
template <class Def>
void report_problems(const Def& def, ReadContext& context) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    context.problems.add(std::move(problems));
}

void read_pills(const JsonField& field, const std::string& name, ColliderDefs& out) {
    PillColliderDef def;
    def.name = name;
    read_mover(field, def.mover);
    read_friction(field, def.friction);
    const double length = field.context().length;
    const auto points = field.require("points");
    const auto radii = field.require("radii");
    if (!points || !store(read_vectors(*points, std::nullopt, length), def.points)) return;
    if (!radii) return;
    const ArraySpec spec{.width = 1, .items = def.points.size(), .one_number = true};
    if (!store(read_array(*radii, spec, length), def.radii)) return;
    if (const auto pills = field.find("pills")) {
        std::vector<int> flat;
        if (!store(read_integers(*pills), flat)) return;
        if (flat.size() % 2 != 0) {
            pills->complain("must be pairs of points");
            return;
        }
        for (std::size_t i = 0; i < flat.size(); i += 2)
            def.pills.push_back({flat[i], flat[i + 1]});
    }
    report_problems(def, field.context());
    out.pills.push_back(std::move(def));
}

void read_mesh_collider(const JsonField& field, const std::string& name, ColliderDefs& out) {
    MeshColliderDef def;
    def.name = name;
    read_mover(field, def.mover);
    read_friction(field, def.friction);
    read_filter(field, def.contact_filter);
    const double length = field.context().length;
    if (const auto size = field.find("voxel_size"))
        def.voxel_size = size->number().value_or(0.0) * length;
    const auto mesh_field = field.require("mesh");
    auto mesh = mesh_field ? read_mesh(*mesh_field) : std::nullopt;
    if (!mesh) return;
    def.mesh = std::move(*mesh);
    if (const auto vertices = field.find("vertices")) {
        const AnimatedSpec spec{.widths = {3}, .items = def.mesh.vertices.size(), .scale = length};
        store(read_animated(*vertices, spec), def.vertices);
    }
    report_problems(def, field.context());
    out.meshes.push_back(std::move(def));
}

}  // namespace

ColliderDefs read_colliders(const JsonField& field) {
    ColliderDefs colliders;
    std::size_t count = 0;
    field.for_each([&](const JsonField& item) {
        ++count;
        if (!item.value().is_object()) {
            item.complain("must be an object with a kind");
            return;
        }
        const auto kind_field = item.require("kind");
        const auto kind = kind_field ? kind_field->choice(COLLIDER_KINDS) : std::nullopt;
        if (!kind) return;
        const std::span<const std::string_view> fields[] = {HALF_PLANE_FIELDS, PILLS_FIELDS,
                                                            MESH_COLLIDER_FIELDS};
        if (!item.expect_object(fields[*kind])) return;
        const auto name_field = item.find("name");
        const auto given = name_field ? name_field->text() : std::nullopt;
        const std::string name = given.value_or(fmt::format("collider {}", count));
        const JsonField collider = given ? item.renamed(*given, "") : item;
        if (*kind == 0) {
            colliders.planes.push_back(read_half_plane(collider));
            colliders.planes.back().name = name;
            std::vector<Problem> problems;
            colliders.planes.back().contact_filter.collect_problems(name, problems);
            collider.context().problems.add(std::move(problems));
        } else if (*kind == 1) {
            read_pills(collider, name, colliders);
        } else {
            read_mesh_collider(collider, name, colliders);
        }
    });
    return colliders;
}

void add_collider_inputs(const ColliderDefs& colliders, InputsHash& inputs) {
    Hasher all;
    for (const HalfPlane& plane : colliders.planes) {
        all.add_array(std::span<const double>(plane.normal.data(), 3))
            .add_number(plane.offset)
            .add_number(plane.friction);
        add_filter(plane.contact_filter, all);
    }
    for (const PillColliderDef& pills : colliders.pills) {
        all.add_text(pills.mover)
            .add_array(std::span<const Eigen::Vector3d>(pills.points))
            .add_array(std::span<const double>(pills.radii))
            .add_number(pills.friction);
        for (const auto& [a, b] : pills.pills)
            all.add_word(static_cast<std::uint64_t>(a)).add_word(static_cast<std::uint64_t>(b));
    }
    for (std::size_t i = 0; i < colliders.meshes.size(); ++i) {
        const MeshColliderDef& mesh = colliders.meshes[i];
        all.add_text(mesh.mover)
            .add_array(std::span<const Eigen::Vector3d>(mesh.mesh.vertices))
            .add_array(std::span<const Eigen::Vector3i>(mesh.mesh.triangles))
            .add_number(mesh.friction)
            .add_number(mesh.voxel_size);
        add_filter(mesh.contact_filter, all);
        inputs.add_animated(fmt::format("colliders.mesh {} {}.vertices", i, mesh.name),
                            mesh.vertices);
    }
    inputs.add_static("colliders", all.value());
}

}  // namespace sinew::bake
