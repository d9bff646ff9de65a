#include "body/vertex_pins.hpp"

#include <algorithm>

#include "body/body_kind.hpp"
#include "body/fields.hpp"
#include "body/live_input.hpp"

namespace sinew {

namespace {

constexpr std::string_view WHAT[] = {"position", "rotation"};
constexpr std::string_view AXES[] = {"x", "y", "z"};

}  // namespace

std::vector<const Mover*> movers_of(const std::vector<VertexPins>& groups,
                                    const std::string& object, const BodyContext& context) {
    std::vector<const Mover*> movers;
    movers.reserve(groups.size());
    for (const VertexPins& pins : groups)
        movers.push_back(pins.mover.empty() ? nullptr : &context.mover(pins.mover, object));
    return movers;
}

bool holds_position(const std::vector<VertexPins>& groups, double frame) {
    return std::ranges::any_of(groups, [frame](const VertexPins& pins) {
        const auto holds = [](double weight) { return weight > 0.0; };
        return pins.position && frame <= pins.release_frame && !pins.vertices.empty() &&
               (pins.weights.empty() || std::ranges::any_of(pins.weights, holds));
    });
}

void VertexPins::visit_fields(FieldVisitor& visitor, const std::vector<Eigen::Vector3d>& rest) {
    visitor.together("what", [&] {
        bool* const held[] = {&position, &rotation};
        visitor.words({"what", "Which motion is held."}, WHAT, held);
        bool* const directions[] = {axes.data(), axes.data() + 1, axes.data() + 2};
        visitor.words({"axes", "World axes along, and about, which the vertices are held."}, AXES,
                      directions);
    });
    visitor.number({"release_frame", "Last frame at which the pin holds; absent: all.", "frame"},
                   release_frame);
    visitor.mover({"mover", "Mover that carries the vertices, instead of the other targets."},
                  mover);
    if (!visitor.integers(
            {.name = "vertices",
             .meaning = "Vertices that are held.",
             .required = true,
             .details = "Of the `mesh` of a shell, of the `surface` of a solid, or of "
                        "its `tets` if it has them."},
            vertices))
        return;
    const std::size_t count = vertices.size();
    visitor.numbers(
        {.name = "weights",
         .meaning = "How firmly each vertex is held: 1 as firmly as possible, 0 not at all.",
         .unit = "1",
         .details = "Absent: 1, ten thousand times as firmly as the material around the vertex "
                    "holds it; ½ is as firmly as that. `pin_error` ignores weights below 1."},
        weights, {.items = count, .one_number = true, .per = "pinned vertex"});
    const AnimatedShape vectors{
        .widths = {3}, .items = count, .per = "pinned vertex", .rest = rest_at(0.0)};
    AnimatedShape places = vectors;
    places.scale = FieldScale::Length;
    places.rest = rest_at(rest, vertices);
    visitor.animated({"positions", "Positions of the vertices; absent: where they start.", "m"},
                     positions, places);
    visitor.rotations(
        {"rotations", "Rotations of the vertices from the start; absent: none.", "rad"}, rotations,
        count);
    visitor.animated({"velocities", "Velocities of the vertices, instead of positions.", "m/s"},
                     velocities, vectors);
    visitor.animated({"angular_velocities",
                      "Angular velocities of the vertices, instead of rotations.", "rad/s"},
                     angular_velocities, vectors);
}

void visit_pins(FieldVisitor& visitor, std::vector<VertexPins>& groups,
                const std::vector<Eigen::Vector3d>& rest) {
    visitor.list({"pins", "Vertices that are held, group by group."}, groups,
                 [&rest](FieldVisitor& each, VertexPins& pins) { pins.visit_fields(each, rest); });
}

void VertexPins::list_inputs(const std::string& field, LiveInputs& inputs) {
    inputs.add(field + ".positions", positions);
    inputs.add(field + ".rotations", rotations, vertices.size());
    inputs.add(field + ".velocities", velocities);
    inputs.add(field + ".angular_velocities", angular_velocities);
}

void VertexPinsChecker::check(const std::string& field, const VertexPins& pins) {
    const std::size_t n = pins.vertices.size();
    if (n == 0) report(field + ".vertices", "empty", "name the vertices that it holds");
    check_indices(field + ".vertices", pins.vertices, m_vertices, "vertex");
    if (!pins.weights.empty()) {
        check_count(field + ".weights", pins.weights.size(), n);
        list_offenders(field + ".weights", pins.weights, "a weight must be between 0 and 1",
                       [](double weight) { return weight >= 0.0 && weight <= 1.0; });
    }
    if (!pins.position && !pins.rotation)
        report(field + ".what", "empty", "say what is held: position or rotation");
    if (!pins.axes[0] && !pins.axes[1] && !pins.axes[2])
        report(field + ".axes", "empty", "name at least one of x, y and z");
    check_animated(field + ".positions", pins.positions, std::array{3 * n});
    check_rotations(field + ".rotations", pins.rotations, n);
    check_animated(field + ".velocities", pins.velocities, std::array{3 * n});
    check_animated(field + ".angular_velocities", pins.angular_velocities, std::array{3 * n});
    check_one_target(field, pins);
}

void VertexPinsChecker::check_one_target(const std::string& field, const VertexPins& pins) {
    const int mover = pins.mover.empty() ? 0 : 1;
    const int places = (pins.positions.empty() ? 0 : 1) + (pins.velocities.empty() ? 0 : 1) + mover;
    const int turns =
        (pins.rotations.empty() ? 0 : 1) + (pins.angular_velocities.empty() ? 0 : 1) + mover;
    if (places > 1) report(field, "two targets", "give positions, velocities or a mover");
    if (turns > 1) report(field, "two targets", "give rotations, angular velocities or a mover");
}

}  // namespace sinew
