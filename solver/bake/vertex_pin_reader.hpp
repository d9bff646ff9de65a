// Pins of solids and shells, and other animated fields by vertex.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bake/json_field.hpp"
#include "body/vertex_pins.hpp"

namespace sinew::bake {

inline constexpr std::string_view VERTEX_PIN_FIELDS[] = {
    "vertices",           "weights", "what",         "axes", "positions", "rotations", "velocities",
    "angular_velocities", "mover",   "release_frame"};
inline constexpr std::string_view VERTEX_PIN_WHAT[] = {"position", "rotation"};
inline constexpr std::string_view VERTEX_PIN_AXES[] = {"x", "y", "z"};

/// The list `pins` of a body; nothing where it has none.
std::vector<VertexPins> read_vertex_pins(const JsonField& body);

/// An animated field of `parent` with `count` items of one of the widths; what is absent or wrong leaves `target`.
void read_animated_field(const JsonField& parent, std::string_view name,
                         std::vector<std::size_t> widths, double scale, std::size_t count,
                         AnimatedArray& target);

}  // namespace sinew::bake
