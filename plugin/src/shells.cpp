// Cosserat shells.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "buffers.hpp"
#include "choice.hpp"
#include "guard.hpp"
#include "shells/shell_def.hpp"
#include "sized_struct.hpp"
#include "vertex_pins.hpp"
#include "world_object.hpp"

namespace sinew::plugin {
namespace {

/// The material in both worlds; one line for a new parameter.
struct ShellMember {
    double SinewShellDef::*given;
    double shells::ShellParams::*param;
};

constexpr ShellMember SHELL_MATERIAL[] = {
    {&SinewShellDef::density, &shells::ShellParams::density},
    {&SinewShellDef::thickness, &shells::ShellParams::thickness},
    {&SinewShellDef::young_modulus, &shells::ShellParams::young_modulus},
    {&SinewShellDef::poisson_ratio, &shells::ShellParams::poisson_ratio},
    {&SinewShellDef::couple_ratio, &shells::ShellParams::couple_ratio},
    {&SinewShellDef::length_scale, &shells::ShellParams::length_scale},
    {&SinewShellDef::bending_scale, &shells::ShellParams::bending_scale},
    {&SinewShellDef::shear_factor, &shells::ShellParams::shear_factor},
    {&SinewShellDef::rotary_inertia, &shells::ShellParams::rotary_inertia},
    {&SinewShellDef::damping, &shells::ShellParams::damping},
    {&SinewShellDef::material_damping, &shells::ShellParams::material_damping},
};
static_assert(std::size(SHELL_MATERIAL) == std::size(shells::SHELL_PARAM_TABLE),
              "every parameter of the table is in the C API");

static_assert(static_cast<int32_t>(shells::EdgeShape::Smooth) == SINEW_SHELL_EDGES_SMOOTH &&
              static_cast<int32_t>(shells::ShellElementKind::Linear) ==
                  SINEW_SHELL_ELEMENT_LINEAR &&
              static_cast<int32_t>(shells::ShellModel::Curved) == SINEW_SHELL_MODEL_CURVED &&
              static_cast<int32_t>(shells::AreaLaw::Nonlinear) == SINEW_SHELL_AREA_NONLINEAR);

SinewShellDef default_shell_def() {
    const shells::ShellDef defaults;
    SinewShellDef def{};
    def.struct_size = sizeof def;
    def.name = "shell";
    def.pin_flags = SINEW_PIN_POSITION;
    def.edges = static_cast<int32_t>(defaults.edges);
    def.element = static_cast<int32_t>(defaults.element);
    def.model = static_cast<int32_t>(defaults.model);
    def.area_law = static_cast<int32_t>(defaults.area_law);
    def.mass = defaults.consistent_mass ? SINEW_SHELL_MASS_CONSISTENT : SINEW_SHELL_MASS_DIAGONAL;
    def.rest_stretch = 1.0;
    for (const ShellMember& member : SHELL_MATERIAL)
        def.*member.given = defaults.params.*member.param;
    return def;
}

void set_choices(shells::ShellDef& shell, const SinewShellDef& def) {
    const std::string& name = shell.name;
    shell.edges = to_choice<shells::EdgeShape>(def.edges, SINEW_SHELL_EDGES_SMOOTH,
                                               {name, "edges", "SINEW_SHELL_EDGES_..."});
    shell.element = to_choice<shells::ShellElementKind>(
        def.element, SINEW_SHELL_ELEMENT_LINEAR, {name, "element", "SINEW_SHELL_ELEMENT_..."});
    shell.model = to_choice<shells::ShellModel>(def.model, SINEW_SHELL_MODEL_CURVED,
                                                {name, "model", "SINEW_SHELL_MODEL_..."});
    shell.area_law = to_choice<shells::AreaLaw>(def.area_law, SINEW_SHELL_AREA_NONLINEAR,
                                                {name, "area_law", "SINEW_SHELL_AREA_..."});
    shell.consistent_mass =
        to_choice<int32_t>(def.mass, SINEW_SHELL_MASS_CONSISTENT,
                           {name, "mass", "SINEW_SHELL_MASS_..."}) == SINEW_SHELL_MASS_CONSISTENT;
}

std::vector<shells::EdgePoint> read_edge_points(const SinewShellDef& def, const std::string& name) {
    const std::vector<int> vertices = read_integers(def.edge_vertices, {name, "edge_vertices"});
    const std::vector<Eigen::Vector3d> positions =
        read_vectors(def.edge_positions, {name, "edge_positions"});
    if (vertices.size() != 2 * positions.size()) {
        refuse_argument(name, "edge_vertices.count", fmt::format("{}", vertices.size()),
                        fmt::format("must be two for each of {} edge_positions", positions.size()));
    }
    std::vector<shells::EdgePoint> points;
    for (std::size_t i = 0; i < positions.size(); ++i)
        points.push_back({{vertices[2 * i], vertices[2 * i + 1]}, positions[i]});
    return points;
}

/// What is given for all, unless it is `rest`, or by vertex; empty if it is neither.
AnimatedArray read_rest_field(std::span<const double> for_all, double rest,
                              const SinewBufferView& map, const std::string& name,
                              const char* field) {
    const bool given = std::ranges::any_of(for_all, [&](double entry) { return entry != rest; });
    const std::string map_field = std::string(field) + "_map";
    std::vector<double> by_vertex = read_numbers(map, {name, map_field});
    if (given && !by_vertex.empty())
        refuse_argument(name, map_field, "given", fmt::format("not together with {}", field));
    if (!by_vertex.empty()) return AnimatedArray::constant(std::move(by_vertex));
    if (given) return AnimatedArray::constant({for_all.begin(), for_all.end()});
    return {};
}

shells::ShellDef to_shell(const WorldObject& world, const SinewShellDef& def) {
    shells::ShellDef shell;
    shell.name = not_null(def.name, "name") == '\0' ? "shell" : def.name;
    const std::string& name = shell.name;
    set_choices(shell, def);
    for (const ShellMember& member : SHELL_MATERIAL)
        shell.params.*member.param = def.*member.given;
    shell.mesh.vertices = read_vectors(def.vertices, {name, "vertices"});
    shell.mesh.triangles = read_triangles(def.triangles, {name, "triangles"});
    shell.surface = read_vectors(def.surface, {name, "surface"});
    shell.edge_points = read_edge_points(def, name);
    shell.thickness = read_numbers(def.thicknesses, {name, "thicknesses"});
    shell.pins = to_vertex_pins(
        world, {def.pin_vertices, def.pin_weights, def.pin_flags, def.pin_mover}, name);
    shell.rest_curvature =
        read_rest_field(def.rest_curvature, 0.0, def.rest_curvature_map, name, "rest_curvature");
    shell.rest_stretch =
        read_rest_field({&def.rest_stretch, 1}, 1.0, def.rest_stretch_map, name, "rest_stretch");
    shell.initial_positions = read_vectors(def.initial_positions, {name, "initial_positions"});
    shell.initial_velocities = read_vectors(def.initial_velocities, {name, "initial_velocities"});
    return shell;
}

}  // namespace
}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_shell_def_init(SinewShellDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_shell_def()); });
}

SinewResult sinew_world_add_shell(SinewWorld* world, const SinewShellDef* def,
                                  SinewBodyId* out_body) {
    return guard([&] {
        const auto object = held_world(world);
        not_null(out_body, "out_body") = 0;
        const auto lock = lock_to_change(*object);
        const sinew::shells::ShellDef shell =
            to_shell(*object, read_struct(def, default_shell_def()));
        *out_body = object->bodies.insert(object->world.add(shell));
        for (const std::string& warning : sinew::shells::shell_warnings(shell))
            object->warnings.add(warning);
    });
}
