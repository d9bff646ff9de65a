#include "bake/vertex_pin_reader.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bake/animated_reader.hpp"
#include "bake/array_reader.hpp"
#include "bake/mover_reader.hpp"

namespace sinew::bake {

namespace {

/// A list of words from `words`, each of which sets its flag. What is absent keeps the default.
template <std::size_t N>
void read_words(const JsonField& pin, std::string_view name, const std::string_view (&words)[N],
                std::array<bool, N>& flags) {
    const auto field = pin.find(name);
    if (!field) return;
    std::array<bool, N> named{};
    bool good = field->value().is_array();
    field->for_each([&](const JsonField& word) {
        const auto index = word.choice(words);
        if (index) named[*index] = true;
        good = good && index.has_value();
    });
    if (good) flags = named;
}

void read_pin(const JsonField& field, VertexPins& pin) {
    if (!field.expect_object(VERTEX_PIN_FIELDS)) return;
    std::array<bool, 2> what{pin.position, pin.rotation};
    read_words(field, "what", VERTEX_PIN_WHAT, what);
    pin.position = what[0];
    pin.rotation = what[1];
    read_words(field, "axes", VERTEX_PIN_AXES, pin.axes);
    if (const auto release = field.find("release_frame"))
        store(release->number(), pin.release_frame);
    if (const auto mover = field.find("mover")) store(read_mover_name(*mover), pin.mover);
    const auto held = field.require("vertices");
    if (!held || !store(read_integers(*held), pin.vertices)) return;
    const std::size_t count = pin.vertices.size();
    if (const auto weights = field.find("weights")) {
        const ArraySpec spec{.width = 1, .items = count, .one_number = true};
        store(read_array(*weights, spec), pin.weights);
    }
    read_animated_field(field, "positions", {3}, field.context().length, count, pin.positions);
    read_animated_field(field, "rotations", {3, 4}, 1.0, count, pin.rotations);
    read_animated_field(field, "velocities", {3}, 1.0, count, pin.velocities);
    read_animated_field(field, "angular_velocities", {3}, 1.0, count, pin.angular_velocities);
}

}  // namespace

std::vector<VertexPins> read_vertex_pins(const JsonField& body) {
    std::vector<VertexPins> all;
    const auto pins = body.find("pins");
    if (!pins) return all;
    pins->for_each([&](const JsonField& field) { read_pin(field, all.emplace_back()); });
    return all;
}

void read_animated_field(const JsonField& parent, std::string_view name,
                         std::vector<std::size_t> widths, double scale, std::size_t count,
                         AnimatedArray& target) {
    const auto field = parent.find(name);
    if (!field) return;
    const AnimatedSpec spec{.widths = std::move(widths), .items = count, .scale = scale};
    store(read_animated(*field, spec), target);
}

}  // namespace sinew::bake
