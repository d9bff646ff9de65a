// Fields of rigid bodies, see body/fields.hpp.
#include "body/fields.hpp"

#include "rigid/rigid_def.hpp"

namespace sinew::rigid {

namespace {

constexpr std::string_view MOTIONS[] = {"free", "fixed"};

}  // namespace

void RigidDef::visit_fields(FieldVisitor& visitor) {
    visitor.choice({.name = "motion",
                    .meaning = "Whether forces move the body, or nothing but its mover.",
                    .details = "A `fixed` body without a `mover` stays where it is."},
                   MOTIONS, motion);
    visitor.mover({"mover", "Mover that carries a fixed body."}, mover);
    visitor.choice(CONTACT_FIELD, CONTACT_WORDS, contact);
    contact_filter.visit_fields(visitor);
    friction.visit_numbers(visitor);
    visitor.params({"material", "Mass of the body."}, RIGID_PARAM_TABLE, params);
    if (!visitor.mesh({.name = "mesh",
                       .meaning = "The artist's mesh where the body starts.",
                       .unit = "m",
                       .required = true,
                       .details = "Closed, unless the body has a `wall_thickness`. All its "
                                  "vertices are the output."},
                      mesh.vertices, &mesh.triangles))
        return;
    friction.visit_painted(visitor, mesh.vertices.size());
    visitor.group({"initial", "Start of the body, if it is not at rest."}, [&] {
        visitor.vectors(
            {"velocity", "Velocity of the centre of mass at the start; absent: 0.", "m/s"},
            initial_velocity, {.items = 1});
        visitor.vectors({"angular_velocity", "Angular velocity at the start; absent: 0.", "rad/s"},
                        initial_angular_velocity, {.items = 1});
    });
}

}  // namespace sinew::rigid
