// Fields of shells and of their surfaces, see body/fields.hpp.
#include "body/fields.hpp"

#include "shells/shell_def.hpp"
#include "shells/shell_surface_def.hpp"

namespace sinew::shells {

namespace {

constexpr std::string_view EDGES[] = {"straight", "smooth"};
constexpr std::string_view ELEMENTS[] = {"quadratic", "linear"};
constexpr std::string_view MODELS[] = {"plate", "curved"};
constexpr std::string_view AREA_LAWS[] = {"linear", "nonlinear"};
constexpr std::string_view MASSES[] = {"diagonal", "consistent"};

/// What a triangle costs a simulation with conjugate gradients, measured with 20,000 of them.
constexpr double BYTES_PER_TRIANGLE = 6500.0;

void visit_load(FieldVisitor& visitor, ShellLoad& load) {
    visitor.integers({"vertices", "Vertices that share the load.", {}, true}, load.vertices);
    const AnimatedShape vector{.widths = {3}, .items = 1, .rest = rest_at(0.0)};
    visitor.animated({"force", "Force on all of them together.", "N"}, load.force, vector);
    visitor.animated({"torque", "Torque on all of them together.", "N m"}, load.torque, vector);
}

}  // namespace

void ShellDef::visit_fields(FieldVisitor& visitor) {
    visitor.choice({"edges", "Where the nodes in the middle of edges are at rest."}, EDGES, edges);
    visitor.choice({"element", "Nodes of a triangle: six, or three that lock."}, ELEMENTS, element);
    visitor.choice({"model", "Energy of plates, or of curved shells with all terms."}, MODELS,
                   model);
    visitor.choice({"area_law", "How the energy depends on the change of area."}, AREA_LAWS,
                   area_law);
    visitor.choice({"mass", "Mass matrix."}, MASSES, consistent_mass);
    visitor.params({"material", "What it is made of."}, SHELL_PARAM_TABLE, params);
    if (!visitor.mesh({"mesh", "Rest positions and faces.", "m", true}, mesh.vertices,
                      &mesh.triangles))
        return;
    const std::size_t vertices = mesh.vertices.size();
    const std::size_t triangles = mesh.triangles.size();
    visitor.claim("mesh", BYTES_PER_TRIANGLE * static_cast<double>(triangles));
    visitor.mesh(
        {"surface", "Points that ride on it and are the output; absent: the vertices.", "m"},
        surface, nullptr);
    visitor.numbers(
        {"thickness", "Thickness at each vertex, instead of that of the material.", "m"}, thickness,
        {.items = vertices, .scale = FieldScale::Length});
    visitor.points_between({"edge_points", "Nodes between two vertices, at rest.", "m"},
                           edge_points);

    visitor.painted(
        {"rest_curvature",
         "Curvature that it wants to have, in world axes: turn about axis i along axis j.", "1/m"},
        rest_curvature,
        {.widths = {9},
         .items = vertices,
         .per = "vertex",
         .scale = FieldScale::PerLength,
         .rest = rest_at(0.0)});
    visitor.animated({"triangle_rest_curvature",
                      "The same by triangle, or at the three quadrature points of each.", "1/m"},
                     triangle_rest_curvature,
                     {.widths = {9, 27},
                      .items = triangles,
                      .per = "triangle",
                      .scale = FieldScale::PerLength,
                      .rest = rest_at(0.0)});
    visitor.painted(
        {"rest_stretch", "How much larger than at rest it wants to be in its plane.", "1"},
        rest_stretch, {.items = vertices, .per = "vertex", .rest = rest_at(1.0)});
    visitor.animated({"triangle_rest_stretch", "The same by triangle.", "1"}, triangle_rest_stretch,
                     {.items = triangles, .per = "triangle", .rest = rest_at(1.0)});

    visit_pins(visitor, pins, start_positions());
    visitor.list({"loads", "Forces and torques shared by several vertices."}, loads, visit_load);
    const AnimatedShape by_vertex{
        .widths = {3}, .items = vertices, .per = "vertex", .rest = rest_at(0.0)};
    visitor.animated({"forces", "Forces on the vertices.", "N"}, forces, by_vertex);
    visitor.animated({"torques", "Torques on the directors.", "N m"}, torques, by_vertex);
    visitor.group({"initial", "How it starts, where that is not at rest."}, [&] {
        visitor.vectors({"positions", "Where the vertices start.", "m"}, initial_positions,
                        {.items = vertices, .scale = FieldScale::Length});
        visitor.vectors({"velocities", "How fast they move at the start.", "m/s"},
                        initial_velocities, {.items = vertices});
        visitor.vectors(
            {"angular_velocities", "How fast their directors turn at the start.", "rad/s"},
            initial_angular_velocities, {.items = vertices});
    });
}

void ShellSurfaceDef::visit_fields(FieldVisitor& visitor) {
    visitor.body({"shell", "Name of the shell whose surface it is.", {}, true}, shell, {"shell"});
}

}  // namespace sinew::shells
