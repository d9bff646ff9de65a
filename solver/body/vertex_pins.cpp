#include "body/vertex_pins.hpp"

#include <algorithm>

#include "body/live_input.hpp"

namespace sinew {

bool holds_position(const std::vector<VertexPins>& groups, double frame) {
    return std::ranges::any_of(groups, [frame](const VertexPins& pins) {
        const auto holds = [](double weight) { return weight > 0.0; };
        return pins.position && frame <= pins.release_frame && !pins.vertices.empty() &&
               (pins.weights.empty() || std::ranges::any_of(pins.weights, holds));
    });
}

void VertexPins::add_preroll(double first_frame, double frames,
                             const std::vector<Eigen::Vector3d>& rest) {
    const std::size_t n = vertices.size();
    std::vector<double> places;
    for (const int vertex : vertices)
        places.insert(places.end(), rest[vertex].begin(), rest[vertex].end());
    positions.prepend_rest(first_frame, frames, places);
    rotations.prepend_rest(first_frame, frames, n);
    const std::vector<double> still(3 * n, 0.0);
    velocities.prepend_rest(first_frame, frames, still);
    angular_velocities.prepend_rest(first_frame, frames, still);
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
