// Pins of solids and shells, which their definitions have under the same names.
#pragma once

#include <string>

#include "body/vertex_pins.hpp"
#include "world_object.hpp"

namespace sinew::plugin {

/// As the members pin_vertices, pin_weights, pin_flags and pin_mover say.
struct GivenPins {
    const SinewBufferView& vertices;
    const SinewBufferView& weights;
    uint32_t flags;
    uint64_t mover;
};

/// Nothing where no vertex is given. `name` is that of the body.
std::vector<VertexPins> to_vertex_pins(const WorldObject& world, const GivenPins& given,
                                       const std::string& name);

}  // namespace sinew::plugin
