// Fields of skins, see body/fields.hpp.
#include "body/fields.hpp"

#include "skin/skin_def.hpp"

namespace sinew::skin {

namespace {

/// What a vertex costs, measured with 40,000 of them.
constexpr double BYTES_PER_VERTEX = 500.0;

void visit_bone(FieldVisitor& visitor, SkinBone& bone) {
    visitor.mover({"mover", "Mover that carries the bone.", {}, true}, bone.mover);
    if (!visitor.vectors({.name = "points",
                          .meaning = "Chain of pills at rest.",
                          .unit = "m",
                          .required = true,
                          .hash = HashForm::Digest,
                          .details = "At least 2; each two neighbours make a pill."},
                         bone.points, {.scale = FieldScale::Length, .per = "point"}))
        return;
    visitor.numbers({"radii", "Radii at the points.", "m", true, HashForm::Digest}, bone.radii,
                    {.items = bone.points.size(),
                     .one_number = true,
                     .scale = FieldScale::Length,
                     .per = "point"});
}

}  // namespace

void SkinDef::visit_fields(FieldVisitor& visitor) {
    const bool placed = visitor.mesh({.name = "mesh",
                                      .meaning = "Rest positions and faces.",
                                      .unit = "m",
                                      .required = true,
                                      .hash = HashForm::Digest,
                                      .details = "The rods of its drivers are at rest there too. "
                                                 "Its vertices are the output."},
                                     mesh.vertices, &mesh.triangles);
    if (placed) visitor.claim("mesh", BYTES_PER_VERTEX * static_cast<double>(mesh.vertices.size()));
    visitor.bodies({"drivers", "Bodies of rods that the skin follows."}, drivers,
                   {.name = "pills",
                    .unknown = "is not the name of a body that a skin can follow",
                    .unfit = "has no pills to follow; name bodies made of rods",
                    .same = "is a skin itself; name the bodies that drive it"});
    visitor.list({.name = "bones",
                  .meaning = "Chains of pills that movers carry and the skin follows.",
                  .hash = HashForm::Together},
                 bones, visit_bone);
    visitor.integer({"smoothing", "Rounds of diffusion of the weights over the mesh.", "1"},
                    settings.smoothing, 0, MAX_SMOOTHING);
    visitor.number(
        {.name = "reach",
         .meaning = "Vertices farther from all pills than this follow the nearest one alone.",
         .unit = "radii",
         .details = "The radii are those of the nearest pill. A warning counts such "
                    "vertices."},
        settings.reach, {.least = 0.0, .least_allowed = false});
    visitor.group(
        {"offsets", "Vertices that shape keys move away from their places in `mesh`."},
        [&] {
            if (!visitor.integers({"vertices", "These vertices, each once.", {}, true},
                                  offsets.vertices))
                return;
            visitor.animated({.name = "values",
                              .meaning = "Their distances from their places in `mesh`, at rest.",
                              .unit = "m",
                              .required = true,
                              .details = "The distance moves, turns and grows along with the rods "
                                         "and bones that the vertex follows."},
                             offsets.values,
                             {.widths = {3},
                              .items = offsets.vertices.size(),
                              .per = "vertex",
                              .scale = FieldScale::Length});
        },
        !offsets.empty());
    if (!placed) return;
    visitor.animated({.name = "base",
                      .meaning = "Positions of the vertices without muscles; absent: at rest.",
                      .unit = "m",
                      .details = "This is the armature's own deformation. Only a `mask` uses it."},
                     base,
                     {.widths = {3},
                      .items = mesh.vertices.size(),
                      .per = "vertex",
                      .scale = FieldScale::Length});
    visitor.numbers({.name = "mask",
                     .meaning = "How much each vertex follows drivers and bones; absent: 1.",
                     .unit = "1",
                     .details = "1 follows them all the way, 0 stays on the base."},
                    mask, {.items = mesh.vertices.size(), .one_number = true, .per = "vertex"});
}

}  // namespace sinew::skin
