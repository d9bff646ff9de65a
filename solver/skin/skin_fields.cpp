// Fields of skins, see body/fields.hpp.
#include "body/fields.hpp"

#include "skin/skin_def.hpp"

namespace sinew::skin {

namespace {

/// What a vertex costs, measured with 40,000 of them.
constexpr double BYTES_PER_VERTEX = 500.0;

void visit_bone(FieldVisitor& visitor, SkinBone& bone) {
    visitor.mover({"mover", "Carries the bone.", {}, true}, bone.mover);
    if (!visitor.vectors({"points", "Chain of pills at rest.", "m", true, HashForm::Digest},
                         bone.points, {.scale = FieldScale::Length}))
        return;
    visitor.numbers({"radii", "Radius at each point.", "m", true, HashForm::Digest}, bone.radii,
                    {.items = bone.points.size(), .one_number = true, .scale = FieldScale::Length});
}

}  // namespace

void SkinDef::visit_fields(FieldVisitor& visitor) {
    const bool placed = visitor.mesh({.name = "mesh",
                                      .meaning = "Rest positions and faces.",
                                      .unit = "m",
                                      .required = true,
                                      .hash = HashForm::Digest},
                                     mesh.vertices, &mesh.triangles);
    if (placed) visitor.claim("mesh", BYTES_PER_VERTEX * static_cast<double>(mesh.vertices.size()));
    visitor.bodies({"drivers", "Names of the bodies whose pills it follows."}, drivers,
                   {.name = "pills",
                    .unknown = "is not the name of a body that a skin can follow",
                    .unfit = "has no pills to follow; name bodies made of rods",
                    .same = "is a skin itself; name the bodies that drive it"});
    visitor.list({.name = "bones",
                  .meaning = "Chains of pills that ride on movers.",
                  .hash = HashForm::Together},
                 bones, visit_bone);
    visitor.integer({"smoothing", "Rounds of diffusion of the weights over the mesh.", "1"},
                    settings.smoothing, 0, MAX_SMOOTHING);
    visitor.number(
        {"reach", "Vertices farther from all pills than this follow the nearest one alone.",
         "radii"},
        settings.reach, {.least = 0.0, .least_allowed = false});
    visitor.group(
        {"offsets", "Vertices that are elsewhere before they follow, as shape keys have it."},
        [&] {
            if (!visitor.integers({"vertices", "Which vertices.", {}, true}, offsets.vertices))
                return;
            visitor.animated({"values", "How far they are moved, at rest.", "m", true},
                             offsets.values,
                             {.widths = {3},
                              .items = offsets.vertices.size(),
                              .per = "vertex",
                              .scale = FieldScale::Length});
        },
        !offsets.empty());
    if (!placed) return;
    visitor.animated({"base", "Where the vertices are without muscles; absent: at rest.", "m"},
                     base,
                     {.widths = {3},
                      .items = mesh.vertices.size(),
                      .per = "vertex",
                      .scale = FieldScale::Length});
    visitor.numbers({"mask", "How much each vertex follows, 0 to 1; absent: 1.", "1"}, mask,
                    {.items = mesh.vertices.size(), .one_number = true});
}

}  // namespace sinew::skin
