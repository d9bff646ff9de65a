#include "vertex_pins.hpp"

#include <fmt/format.h>

#include "buffers.hpp"
#include "guard.hpp"

namespace sinew::plugin {

std::vector<VertexPins> to_vertex_pins(const WorldObject& world, const GivenPins& given,
                                       const std::string& name) {
    if (given.vertices.count == 0) return {};
    constexpr uint32_t KNOWN = SINEW_PIN_POSITION | SINEW_PIN_ROTATION;
    if ((given.flags & ~KNOWN) != 0 || given.flags == 0) {
        refuse_argument(name, "pin_flags", fmt::format("{:#x}", given.flags),
                        "must be SINEW_PIN_POSITION, SINEW_PIN_ROTATION or both");
    }
    VertexPins pins;
    pins.vertices = read_integers(given.vertices, {name, "pin_vertices"});
    pins.weights = read_numbers(given.weights, {name, "pin_weights"});
    pins.position = (given.flags & SINEW_PIN_POSITION) != 0;
    pins.rotation = (given.flags & SINEW_PIN_ROTATION) != 0;
    if (given.mover != 0) pins.mover = world.movers.at(given.mover, "mover").name();
    return {std::move(pins)};
}

}  // namespace sinew::plugin
