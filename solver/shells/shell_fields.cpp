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
    visitor.integers({"vertices", "Vertices of `mesh` that share the load.", {}, true},
                     load.vertices);
    const AnimatedShape vector{.widths = {3}, .items = 1, .rest = rest_at(0.0)};
    visitor.animated(
        {.name = "force",
         .meaning = "Force on all of them together.",
         .unit = "N",
         .details = "They and the middles of the edges between them share it equally."},
        load.force, vector);
    visitor.animated({.name = "torque",
                      .meaning = "Torque on all of them together.",
                      .unit = "N m",
                      .details = "The vertices share it equally."},
                     load.torque, vector);
}

}  // namespace

void ShellDef::visit_choices(FieldVisitor& visitor) {
    visitor.choice(
        {.name = "edges",
         .meaning = "Positions of the nodes in the middle of edges at rest.",
         .details =
             "`straight`: triangles are flat. `smooth`: triangles are curved; these nodes lie "
             "on the smooth surface through the vertices, except at folds of more than 60° "
             "and where more than two faces meet."},
        EDGES, edges);
    visitor.choice(
        {.name = "element",
         .meaning = "Nodes of a triangle: six, or three that lock.",
         .details = "`linear` takes half the time but hardly bends. For comparison only."},
        ELEMENTS, element);
    visitor.choice({.name = "model",
                    .meaning = "Energy of plates, or of curved shells with all terms.",
                    .details = "The energy of plates is also good for thin curved shells."},
                   MODELS, model);
    visitor.choice(
        {.name = "area_law",
         .meaning = "How the energy depends on the change of area.",
         .details = "For large strains: a `nonlinear` shell cannot be crushed to nothing."},
        AREA_LAWS, area_law);
    visitor.choice({"mass", "Mass matrix: a mass for each node, or that of quadratic elements."},
                   MASSES, consistent_mass);
    visitor.choice(CONTACT_FIELD, CONTACT_WORDS, contact);
    contact_filter.visit_fields(visitor);
    friction.visit_numbers(visitor);
}

void ShellDef::visit_rest_shape(FieldVisitor& visitor) {
    const std::size_t vertices = mesh.vertices.size();
    const std::size_t triangles = mesh.triangles.size();
    visitor.painted(
        {.name = "rest_curvature",
         .meaning = "Curvature that the shell wants to have beyond that of its rest shape.",
         .unit = "1/m",
         .details = "Entry i, j turns about axis i along axis j of the world, at rest. Absent: 0."},
        rest_curvature,
        {.widths = {9},
         .items = vertices,
         .per = "vertex",
         .scale = FieldScale::PerLength,
         .rest = rest_at(0.0)});
    visitor.animated(
        {.name = "triangle_rest_curvature",
         .meaning = "`rest_curvature` of each triangle, or at its three quadrature points.",
         .unit = "1/m",
         .details = "Triangles are in the order in which faces are cut. 27 numbers are the most "
                    "exact: point k is where corner k has the weight 2/3 and the others 1/6. Give "
                    "at most one of the three fields."},
        triangle_rest_curvature,
        {.widths = {9, 27},
         .items = triangles,
         .per = "triangle",
         .scale = FieldScale::PerLength,
         .rest = rest_at(0.0)});
    visitor.painted(
        {.name = "rest_stretch",
         .meaning = "Length along the surface that the shell wants to have, relative to rest.",
         .unit = "1",
         .details = "Absent: 1."},
        rest_stretch, {.items = vertices, .per = "vertex", .rest = rest_at(1.0)});
    visitor.animated({.name = "triangle_rest_stretch",
                      .meaning = "`rest_stretch` of each triangle.",
                      .unit = "1",
                      .details = "Give at most one of the three fields."},
                     triangle_rest_stretch,
                     {.items = triangles, .per = "triangle", .rest = rest_at(1.0)});
}

void ShellDef::visit_start(FieldVisitor& visitor) {
    const std::size_t vertices = mesh.vertices.size();
    visitor.group({"initial", "Start of the shell, if it is not at rest."}, [&] {
        visitor.vectors(
            {.name = "positions",
             .meaning = "Positions of the vertices at the start; absent: those of `mesh`.",
             .unit = "m",
             .details =
                 "For a `mesh` that is only the shape which the shell wants to have, such as "
                 "that of a shape key."},
            initial_positions, {.items = vertices, .scale = FieldScale::Length, .per = "vertex"});
        visitor.vectors({"velocities", "Velocities at the start; absent: 0.", "m/s"},
                        initial_velocities, {.items = vertices, .per = "vertex"});
        visitor.vectors({"angular_velocities",
                         "Angular velocities of the directors at the start; absent: 0.", "rad/s"},
                        initial_angular_velocities, {.items = vertices, .per = "vertex"});
    });
}

void ShellDef::visit_fields(FieldVisitor& visitor) {
    visit_choices(visitor);
    visitor.params({"material", "Material of the shell."}, SHELL_PARAM_TABLE, params);
    if (!visitor.mesh(
            {.name = "mesh",
             .meaning = "Middle surface at rest.",
             .unit = "m",
             .required = true,
             .details = "Its vertices are the output, unless there is a `surface`. Faces may have "
                        "any number of corners, any number of them may meet at an edge, and they "
                        "may face either side: a Moebius strip will do."},
            mesh.vertices, &mesh.triangles))
        return;
    const std::size_t vertices = mesh.vertices.size();
    visitor.claim("mesh", BYTES_PER_TRIANGLE * static_cast<double>(mesh.triangles.size()));
    visitor.mesh(
        {.name = "surface",
         .meaning = "Finer mesh at rest that the shell carries; its vertices are the output.",
         .unit = "m",
         .details =
             "For an artist's mesh in whose place a coarser `mesh` is simulated. Its vertices "
             "move with the quadratic surface; those beside the surface also turn with the "
             "directors. Needs no faces."},
        surface, nullptr);
    visitor.numbers({"thickness", "Painted thickness; absent: that of the material.", "m"},
                    thickness, {.items = vertices, .scale = FieldScale::Length, .per = "vertex"});
    friction.visit_painted(visitor, vertices);
    visitor.points_between({"edge_points", "Curved edges: nodes in the middle of some edges.", "m"},
                           edge_points);
    visit_rest_shape(visitor);

    visit_pins(visitor, pins, start_positions());
    visitor.list({"loads", "Forces and torques shared by several vertices."}, loads, visit_load);
    const AnimatedShape by_vertex{
        .widths = {3}, .items = vertices, .per = "vertex", .rest = rest_at(0.0)};
    visitor.animated({"forces", "Forces on the vertices; absent: 0.", "N"}, forces, by_vertex);
    visitor.animated(
        {"torques", "Torques on the directors, along axes of the world; absent: 0.", "N m"},
        torques, by_vertex);
    visit_start(visitor);
}

void ShellSurfaceDef::visit_fields(FieldVisitor& visitor) {
    visitor.body({"shell", "The `cosserat_shell` whose surface it is.", {}, true}, shell,
                 {"shell"});
}

}  // namespace sinew::shells
