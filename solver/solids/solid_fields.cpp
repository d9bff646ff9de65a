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
    visitor.choice({"law", "How it resists stretching."}, LAWS, law);
    visitor.choice({"mass", "Mass matrix."}, MASSES, consistent_mass);
    visitor.integer({.name = "reset_rotations_every",
                     .meaning = "Frames between resets of the quadrature rotations; 0: never.",
                     .unit = "frames",
                     .hash = HashForm::Word},
                    reset_rotations_every, 0, MAX_RESET);
    visitor.params({"material", "What it is made of."}, SOLID_PARAM_TABLE, params);
}

bool SolidDef::visit_tets(FieldVisitor& visitor) {
    return visitor.tets({"tets", "Tetrahedra at rest.", "m"}, tets.vertices, tets.tetrahedra);
}

void SolidDef::visit_surface(FieldVisitor& visitor) {
    visitor.together("surface", [&] {
        visitor.mesh(
            {"surface",
             "The artist's mesh, which moves with the tetrahedra; without tets it is filled.", "m"},
            surface, &surface_triangles);
        visitor.derived(surface_radius);
    });
}

void SolidDef::visit_axes(FieldVisitor& visitor, std::size_t vertices) {
    visitor.list(
        {.name = "layers",
         .meaning = "Second materials where they are painted.",
         .hash = HashForm::Together},
        layers,
        [vertices](FieldVisitor& each, SolidLayer& layer) {
            each.numbers({"weights", "How much of it there is at each vertex, 0 to 1.", "1", true,
                          HashForm::Digest},
                         layer.weights, {.items = vertices, .one_number = true});
            each.params({"material", "What it is made of where the weight is 1."},
                        SOLID_PARAM_TABLE, layer.params);
        },
        SolidLayer{{}, params});
    visitor.matrix(
        {"curvature_stiffness",
         "Resistance to turning about axis i along axis j; zero: the same in all directions.", "1"},
        curvature_stiffness);
    visitor.vectors({"fibers", "First axis of the material: one for all or one per vertex.", "1"},
                    fibers, {});
    visitor.vectors({"normals", "The second axis is as near to these as it can be.", "1"}, normals,
                    {});
    visitor.rotation(
        {"rest_rotation",
         "How the axes in which curvature is measured are turned from the material's.", "1"},
        rest_rotation);
    visitor.painted(
        {"rest_curvature", "Curvature that it wants to have, in axes of the material.", "1/m"},
        rest_curvature,
        {.widths = {9},
         .items = vertices,
         .per = "vertex",
         .scale = FieldScale::PerLength,
         .rest = rest_at(0.0)});
}

void SolidDef::visit_tet_curvature(FieldVisitor& visitor) {
    visitor.animated({"tet_rest_curvature", "The same by tetrahedron.", "1/m"}, tet_rest_curvature,
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
    visitor.animated({"forces", "Forces on the vertices.", "N"}, forces, by_vertex);
    visitor.animated({"torques", "Torques on the microrotations.", "N m"}, torques, by_vertex);
    visitor.group({"initial", "How it starts, where that is not at rest."}, [&] {
        visitor.vectors({"velocities", "How fast the vertices move at the start.", "m/s"},
                        initial_velocities, {.items = vertices});
        visitor.vectors({"angular_velocities", "How fast they turn at the start.", "rad/s"},
                        initial_angular_velocities, {.items = vertices});
    });
}

void SolidDef::visit_fields(FieldVisitor& visitor) {
    visit_material(visitor);
    if (!visit_tets(visitor)) return;
    visit_surface(visitor);
    visit_axes(visitor, tets.vertices.size());
    visit_tet_curvature(visitor);
    visit_inputs(visitor, tets.vertices.size());
}

}  // namespace sinew::solids
