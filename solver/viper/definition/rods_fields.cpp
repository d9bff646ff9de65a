// Fields of bodies made of rods, see body/fields.hpp.
#include "body/fields.hpp"

#include <algorithm>
#include <optional>

#include "viper/definition/rods_def.hpp"

namespace sinew::viper {

namespace {

constexpr std::string_view PIN_WHAT[] = {"position", "frame", "scale"};
constexpr std::string_view MATCHINGS[] = {"similarity", "rigid"};
constexpr std::string_view ATTACHMENT_MODES[] = {"fixed", "sliding"};
constexpr int MAX_GROUP = 1'000'000;
/// What a point costs a simulation, measured with 20,000 of them.
constexpr double BYTES_PER_POINT = 3000.0;

void visit_pin(FieldVisitor& visitor, RodPins& pin, const std::vector<Eigen::Vector3d>& rest) {
    bool* const held[] = {&pin.position, &pin.frame, &pin.scale};
    visitor.words({"what", "What is held."}, PIN_WHAT, held);
    visitor.number(
        {"release_frame", "Held up to and including this frame, free afterwards.", "frame"},
        pin.release_frame);
    if (!visitor.integers({"points", "Points that are held.", {}, true}, pin.points)) return;
    const std::size_t count = pin.points.size();
    visitor.animated(
        {"positions", "Where the points are held; absent: where they are at rest.", "m"},
        pin.positions,
        {.widths = {3},
         .items = count,
         .per = "pinned point",
         .scale = FieldScale::Length,
         .rest = rest_at(rest, pin.points)});
    visitor.rotations({"rotations", "How the frames are turned from rest.", "rad"}, pin.rotations,
                      count);
    visitor.animated(
        {"scales", "Radius relative to rest.", "1"}, pin.scales,
        {.items = count, .per = "pinned point", .one_number = true, .rest = rest_at(1.0)});
}

void visit_attachment(FieldVisitor& visitor, RodAttachment& attachment) {
    visitor.mover({"mover", "Carries the points.", {}, true}, attachment.mover);
    const bool placed =
        visitor.integers({"points", "Points that it holds.", {}, true}, attachment.points);
    visitor.choice({"mode", "Whether the points stay or glide on what goes with the mover."},
                   ATTACHMENT_MODES, attachment.sliding);
    visitor.number(
        {"hinge", "How far points that do not slide turn to face the other attachments, 0 to 1.",
         "1"},
        attachment.hinge, {.least = 0.0, .most = 1.0});
    if (placed) {
        visitor.vectors({"normals", "Of the planes on which points slide, at rest.", "1"},
                        attachment.normals, {.items = attachment.points.size()});
    }
    visitor.mesh({.name = "surface",
                  .meaning = "Closed surface on which points slide, at rest; absent: planes.",
                  .unit = "m",
                  .hash = HashForm::Digest},
                 attachment.surface.vertices, &attachment.surface.triangles);
}

}  // namespace

std::string RodsDef::make_levels(std::vector<std::vector<int>>& sections) const {
    // Whatever the counts say, there are no more sections than points: what does not add up is a problem of the counts, which
    // collect_problems reports.
    if (!counts_add_up()) return {};
    const auto is_even = [this](int count) { return count == counts.front(); };
    if (counts.empty() || !std::ranges::all_of(counts, is_even))
        return "all rods must have the same number of points, or list the sections";
    sections = RodBundling::levels(static_cast<int>(counts.size()), counts.front());
    return {};
}

void RodsDef::visit_bundling(FieldVisitor& visitor) {
    visitor.integer_lists({.name = "sections",
                           .meaning = "Points that keep their common shape, section by section.",
                           .details = "`levels` makes a section of the i-th points of all rods."},
                          bundling.sections, {.word = "levels", .make = [this](auto& sections) {
                                                  return make_levels(sections);
                                              }});
    visitor.group(
        {.name = "bundling", .meaning = "How sections are held.", .hash = HashForm::Together}, [&] {
            visitor.number({.name = "stiffness",
                            .meaning = "How firmly sections keep their shape.",
                            .unit = "Pa",
                            .details = "Best is about ten times the stretch stiffness."},
                           bundling.stiffness, {.least = 0.0, .least_allowed = false});
            visitor.choice({.name = "matching",
                            .meaning = "Whether a section may change its size.",
                            .details = "A `similarity` section may grow and shrink as a whole, a "
                                       "`rigid` one may not."},
                           MATCHINGS, bundling.matching);
        });
}

void RodsDef::visit_activation(FieldVisitor& visitor) {
    // Without keys nothing is active, just as with keys of 0: a muscle that gets its first keys late in the shot keeps the
    // frames before.
    const bool is_muscle = !bundling.sections.empty();
    visitor.animated({.name = "activation",
                      .meaning = "0 relaxed to 1 fully active.",
                      .unit = "1",
                      .details = "An active fibre keeps its volume while it shortens."},
                     activation.level,
                     {.items = counts.size(),
                      .per = "rod",
                      .one_number = true,
                      .rest = rest_at(0.0),
                      .absent = is_muscle ? std::optional(0.0) : std::nullopt});
    visitor.numbers({.name = "activation_map",
                     .meaning = "How much of the activation each point feels, 0 to 1.",
                     .unit = "1",
                     .details = "Absent: all of it."},
                    activation.map, {.items = points.size(), .one_number = true});
    visitor.number(
        {"shortening", "Part of its rest length by which a fully active fibre is shorter.", "1"},
        activation.shortening, {.least = 0.0, .most = 0.8});
}

void RodsDef::visit_attachments(FieldVisitor& visitor) {
    visitor.number({.name = "follow",
                    .meaning = "How much of the movers' motion the rods take part in.",
                    .unit = "1",
                    .details = "0: full inertia. 1: moves rigidly with its movers."},
                   mover_share, {.least = 0.0, .most = 1.0});
    visitor.list(
        {.name = "attachments", .meaning = "Points that movers carry.", .hash = HashForm::Together},
        attachments, visit_attachment);
}

void RodsDef::visit_collision(FieldVisitor& visitor) {
    visitor.choice(
        {.name = "contact",
         .meaning = "Whom the rods meet in one solve with solids, shells and rigid bodies.",
         .details = "`none`: nobody, they are solved on their own, and `collides` counts. `all`: "
                    "also each other and themselves, so that knots hold. Not for bundles."},
        CONTACT_WORDS, contact);
    visitor.together("collides", [&] {
        visitor.flag(
            {.name = "collides",
             .meaning = "Whether rods meet pills and other rods that collide.",
             .details =
                 "Every rod meets planes and mesh colliders. No rod meets itself. Solids, shells "
                 "and rigid bodies are stopped by such rods and do not push them."},
            collision.enabled);
        visitor.number({.name = "friction",
                        .meaning = "Coefficient of friction.",
                        .unit = "1",
                        .details = "Between two rods the geometric mean of theirs counts."},
                       collision.friction, {.least = 0.0});
        visitor.integers(
            {.name = "collision_group",
             .meaning = "Rods of one group do not meet: one number, or one per rod.",
             .details = "Absent: the rods of a body are one group."},
            collision.groups,
            {.lowest = 0, .highest = MAX_GROUP, .one_number = true, .items = counts.size()});
    });
}

void RodsDef::visit_fields(FieldVisitor& visitor) {
    visitor.params({"material", "What the rods are made of."}, ROD_PARAM_TABLE, params,
                   {{"muscle", &MUSCLE_PARAMS}});
    visitor.list({"pins", "Points that are held, group by group."}, pins,
                 [&](FieldVisitor& each, RodPins& pin) { visit_pin(each, pin, points); });
    visitor.mesh({.name = "surface",
                  .meaning = "The artist's mesh, which moves with the rods; absent: the points.",
                  .unit = "m",
                  .hash = HashForm::Digest},
                 surface, &surface_triangles);
    bool placed = false;
    visitor.group({"rods", "The curves.", {}, true}, [&] {
        placed = visitor.vectors({"points", "Rest positions, rod after rod.", "m", true}, points,
                                 {.scale = FieldScale::Length});
        if (!placed) return;
        visitor.claim("points", BYTES_PER_POINT * static_cast<double>(points.size()));
        visitor.numbers({"radii", "Rest radius at each point.", "m", true}, radii,
                        {.items = points.size(), .one_number = true, .scale = FieldScale::Length});
        visitor.integers({"counts", "Points of each rod; absent: there is one rod."}, counts,
                         {.absent = static_cast<int>(points.size())});
    });
    if (!placed) return;
    visitor.animated({"radial_force", "Outward force on the wall per length of rod.", "N/m"},
                     radial_force, {.items = points.size(), .per = "point", .one_number = true});
    visitor.group({"initial", "How the rods start, where that is not at rest."}, [&] {
        visitor.vectors({"positions", "Where the points start.", "m"}, initial_positions,
                        {.items = points.size(), .scale = FieldScale::Length});
        visitor.vectors({"velocities", "How fast they move at the start.", "m/s"},
                        initial_velocities, {.items = points.size()});
        visitor.numbers({"scales", "Radius at the start relative to rest.", "1"}, initial_scales,
                        {.items = points.size(), .one_number = true});
    });
    visit_bundling(visitor);
    visit_activation(visitor);
    visit_attachments(visitor);
    visit_collision(visitor);
}

}  // namespace sinew::viper
