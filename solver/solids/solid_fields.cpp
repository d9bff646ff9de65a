// Fields of solids, see body/fields.hpp.
#include "body/fields.hpp"

#include "solids/solid_def.hpp"

namespace sinew::solids {

namespace {

constexpr std::string_view LAWS[] = {"linear", "linear_volume", "neo_hookean",
                                     "classic_neo_hookean"};
constexpr std::string_view MASSES[] = {"lumped", "consistent"};
constexpr int MAX_RESET = 1'000'000;

}  // namespace

void SolidDef::visit_material(FieldVisitor& visitor) {
    visitor.choice({"law", "Law of stretching, see below."}, LAWS, law);
    visitor.choice(
        {"mass",
         "Mass matrix: a quarter of each tetrahedron at its corners, or that of linear elements."},
        MASSES, consistent_mass);
    visitor.choice(CONTACT_FIELD, CONTACT_WORDS, contact);
    contact_filter.visit_fields(visitor);
    friction.visit_numbers(visitor);
    visitor.integer({.name = "reset_rotations_every",
                     .meaning = "Frames between resets of the quadrature rotations; 0: never.",
                     .unit = "frames",
                     .hash = HashForm::Word,
                     .details = "A reset takes the averages of the rotations at the vertices. For "
                                "very long bakes."},
                    reset_rotations_every, 0, MAX_RESET);
    visitor.params({"material", "Material of the solid."}, SOLID_PARAM_TABLE, params);
}

bool SolidDef::visit_tets(FieldVisitor& visitor) {
    return visitor.tets({.name = "tets",
                         .meaning = "Tetrahedra at rest; absent: the `surface` is filled.",
                         .unit = "m",
                         .details = "Without a `surface`, these vertices are the output."},
                        tets.vertices, tets.tetrahedra);
}

void SolidDef::visit_surface(FieldVisitor& visitor) {
    visitor.together("surface", [&] {
        visitor.mesh(
            {.name = "surface",
             .meaning = "The artist's mesh at rest; without `tets` it is filled with tetrahedra.",
             .unit = "m",
             .details = "Its vertices move with the tetrahedra around them, or with the nearest "
                        "ones, and are the output."},
            surface, &surface_triangles);
        visitor.derived(surface_radius);
    });
}

void SolidDef::visit_axes(FieldVisitor& visitor, std::size_t vertices) {
    visitor.list(
        {.name = "layers",
         .meaning = "Painted materials, blended in one after the other.",
         .hash = HashForm::Together},
        layers,
        [vertices](FieldVisitor& each, SolidLayer& layer) {
            each.numbers({.name = "weights",
                          .meaning = "Share of the layer at each vertex, 0 to 1.",
                          .unit = "1",
                          .required = true,
                          .hash = HashForm::Digest,
                          .details = "A tetrahedron takes the mean of its corners."},
                         layer.weights, {.items = vertices, .one_number = true, .per = "vertex"});
            each.params(
                {.name = "material",
                 .meaning = "Material where the weight is 1.",
                 .details = "Absent numbers are those of the body's material. `damping` and "
                            "`material_damping` of a layer are not used."},
                SOLID_PARAM_TABLE, layer.params);
        },
        SolidLayer{{}, params});
    visitor.matrix({.name = "curvature_stiffness",
                    .meaning = "Resistance to curvature that depends on the direction.",
                    .unit = "1",
                    .details = "Entry i, j resists turning about axis i of the material along its "
                               "axis j. Replaces `alpha`, `beta` and `gamma`."},
                   curvature_stiffness);
    visitor.vectors(
        {"fibers", "First axis of the material, for all or of each vertex; absent: x.", "1"},
        fibers, {});
    visitor.vectors({.name = "normals",
                     .meaning = "Directions that the second axis comes as near to as it can.",
                     .unit = "1",
                     .details = "As many as `fibers`."},
                    normals, {});
    visitor.rotation(
        {"rest_rotation",
         "Rotation from the material's axes to those in which curvature is measured; absent: none.",
         "1"},
        rest_rotation);
    visitor.painted(
        {.name = "rest_curvature",
         .meaning = "Curvature that the solid wants to have.",
         .unit = "1/m",
         .details = "Entry i, j turns about axis i of the material along its axis j. Absent: 0."},
        rest_curvature,
        {.widths = {9},
         .items = vertices,
         .per = "vertex",
         .scale = FieldScale::PerLength,
         .rest = rest_at(0.0)});
}

void SolidDef::visit_tet_curvature(FieldVisitor& visitor) {
    visitor.animated({.name = "tet_rest_curvature",
                      .meaning = "`rest_curvature` of each tetrahedron.",
                      .unit = "1/m",
                      .details = "Only with `tets`. Give at most one of the three fields."},
                     tet_rest_curvature,
                     {.widths = {9},
                      .items = tets.tetrahedra.size(),
                      .per = "tetrahedron",
                      .scale = FieldScale::PerLength,
                      .rest = rest_at(0.0)});
}

void SolidDef::visit_inputs(FieldVisitor& visitor, std::size_t vertices) {
    // The job has one list of pins: on the vertices of a surface to fill, or on those of tetrahedra.
    if (surface_pins.empty()) {
        visit_pins(visitor, pins, tets.vertices);
    } else {
        visit_pins(visitor, surface_pins, surface);
        visitor.group({"turning", "Pins on rotations, carried onto the tetrahedra."},
                      [&] { visit_pins(visitor, pins, tets.vertices); });
    }
    const AnimatedShape by_vertex{
        .widths = {3}, .items = vertices, .per = "vertex", .rest = rest_at(0.0)};
    visitor.animated({"forces", "Forces on the vertices; absent: 0.", "N"}, forces, by_vertex);
    visitor.animated(
        {"torques", "Torques on the microrotations, along axes of the world; absent: 0.", "N m"},
        torques, by_vertex);
    visitor.group({"initial", "Start of the solid, if it is not at rest."}, [&] {
        visitor.vectors({"velocities", "Velocities at the start; absent: 0.", "m/s"},
                        initial_velocities, {.items = vertices, .per = "vertex"});
        visitor.vectors(
            {"angular_velocities",
             "Angular velocities of the microrotations at the start; absent: 0.", "rad/s"},
            initial_angular_velocities, {.items = vertices, .per = "vertex"});
    });
}

void SolidDef::visit_fields(FieldVisitor& visitor) {
    visit_material(visitor);
    if (!visit_tets(visitor)) return;
    visit_surface(visitor);
    friction.visit_painted(visitor, output_count());
    visit_axes(visitor, tets.vertices.size());
    visit_tet_curvature(visitor);
    visit_inputs(visitor, tets.vertices.size());
}

}  // namespace sinew::solids
