// Micropolar solids.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "buffers.hpp"
#include "choice.hpp"
#include "guard.hpp"
#include "sized_struct.hpp"
#include "solidify/solidify.hpp"
#include "solids/solid_def.hpp"
#include "vertex_pins.hpp"
#include "world_object.hpp"

namespace sinew::plugin {
namespace {

/// The material in both worlds; one line for a new parameter.
struct SolidMember {
    double SinewMicropolarSolidDef::*given;
    double solids::SolidParams::*param;
};

constexpr SolidMember SOLID_MATERIAL[] = {
    {&SinewMicropolarSolidDef::density, &solids::SolidParams::density},
    {&SinewMicropolarSolidDef::young_modulus, &solids::SolidParams::young_modulus},
    {&SinewMicropolarSolidDef::poisson_ratio, &solids::SolidParams::poisson_ratio},
    {&SinewMicropolarSolidDef::couple_ratio, &solids::SolidParams::couple_ratio},
    {&SinewMicropolarSolidDef::length_scale, &solids::SolidParams::length_scale},
    {&SinewMicropolarSolidDef::alpha, &solids::SolidParams::alpha},
    {&SinewMicropolarSolidDef::beta, &solids::SolidParams::beta},
    {&SinewMicropolarSolidDef::gamma, &solids::SolidParams::gamma},
    {&SinewMicropolarSolidDef::rotary_inertia, &solids::SolidParams::rotary_inertia},
    {&SinewMicropolarSolidDef::damping, &solids::SolidParams::damping},
    {&SinewMicropolarSolidDef::material_damping, &solids::SolidParams::material_damping},
};
static_assert(std::size(SOLID_MATERIAL) == std::size(solids::SOLID_PARAM_TABLE),
              "every parameter of the table is in the C API");

static_assert(static_cast<int32_t>(solids::SolidLaw::ClassicNeoHookean) ==
              SINEW_SOLID_LAW_CLASSIC_NEO_HOOKEAN);

SinewMicropolarSolidDef default_solid_def() {
    const solids::SolidDef defaults;
    const tetrahedra::TetrahedraDef resolution;
    SinewMicropolarSolidDef def{};
    def.struct_size = sizeof def;
    def.name = "solid";
    def.count = resolution.count;
    def.law = static_cast<int32_t>(defaults.law);
    def.pin_flags = SINEW_PIN_POSITION;
    for (const SolidMember& member : SOLID_MATERIAL)
        def.*member.given = defaults.params.*member.param;
    return def;
}

std::vector<Eigen::Vector4i> read_tetrahedra(const SinewBufferView& view, const std::string& name) {
    const std::vector<int> corners = read_integers(view, {name, "tetrahedra"});
    if (corners.size() % 4 != 0) {
        refuse_argument(name, "tetrahedra.count", fmt::format("{}", corners.size()),
                        "must be four for each tetrahedron");
    }
    std::vector<Eigen::Vector4i> tetrahedra;
    for (std::size_t i = 0; i < corners.size(); i += 4)
        tetrahedra.emplace_back(corners[i], corners[i + 1], corners[i + 2], corners[i + 3]);
    return tetrahedra;
}

/// Everything but the tetrahedra.
solids::SolidDef to_solid(const WorldObject& world, const SinewMicropolarSolidDef& def) {
    solids::SolidDef solid;
    solid.name = not_null(def.name, "name") == '\0' ? "solid" : def.name;
    const std::string& name = solid.name;
    solid.law = to_choice<solids::SolidLaw>(def.law, SINEW_SOLID_LAW_CLASSIC_NEO_HOOKEAN,
                                            {name, "law", "SINEW_SOLID_LAW_..."});
    for (const SolidMember& member : SOLID_MATERIAL)
        solid.params.*member.param = def.*member.given;
    solid.pins = to_vertex_pins(
        world, {def.pin_vertices, def.pin_weights, def.pin_flags, def.pin_mover}, name);
    solid.fibers = read_vectors(def.fibers, {name, "fibers"});
    solid.normals = read_vectors(def.normals, {name, "normals"});
    solid.curvature_stiffness =
        Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(def.curvature_stiffness);
    if (std::ranges::any_of(def.rest_curvature, [](double entry) { return entry != 0.0; })) {
        solid.rest_curvature =
            AnimatedArray::constant({std::begin(def.rest_curvature), std::end(def.rest_curvature)});
    }
    return solid;
}

/// Takes the tetrahedra that are given, or makes them.
void set_tetrahedra(solids::SolidDef& solid, const SinewMicropolarSolidDef& def) {
    solid.tets.vertices = read_vectors(def.vertices, {solid.name, "vertices"});
    solid.tets.tetrahedra = read_tetrahedra(def.tetrahedra, solid.name);
    TriangleMesh surface{
        .vertices = read_vectors(def.surface, {solid.name, "surface"}),
        .triangles = read_triangles(def.surface_triangles, {solid.name, "surface_triangles"})};
    if (!solid.tets.vertices.empty() || !solid.tets.tetrahedra.empty()) {
        solid.surface = std::move(surface.vertices);
        solid.surface_triangles = std::move(surface.triangles);
        return;
    }
    if (surface.triangles.empty()) {
        refuse_argument(solid.name, "tetrahedra", "absent",
                        "give vertices and tetrahedra, or a surface with triangles to be filled");
    }
    std::vector<Problem> problems;
    solids::collect_surface_problems(solid, surface.vertices.size(), problems);
    throw_first(problems);
    solidify::solidify(
        solid, surface,
        {.size = def.size, .count = def.count, .wall_thickness = def.wall_thickness});
}

}  // namespace
}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_micropolar_solid_def_init(SinewMicropolarSolidDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_solid_def()); });
}

SinewResult sinew_world_add_micropolar_solid(SinewWorld* world, const SinewMicropolarSolidDef* def,
                                             SinewBodyId* out_body) {
    return guard([&] {
        const auto object = held_world(world);
        not_null(out_body, "out_body") = 0;
        const auto lock = lock_to_change(*object);
        const SinewMicropolarSolidDef given =
            with_reserved_zero(read_struct(def, default_solid_def()));
        sinew::solids::SolidDef solid = to_solid(*object, given);
        set_tetrahedra(solid, given);
        *out_body = object->bodies.insert(object->world.add(solid));
    });
}
