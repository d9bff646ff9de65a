#include "bake/output_space.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "bake/animated_reader.hpp"
#include "bake/nearest_name.hpp"
#include "body/mover.hpp"

namespace sinew::bake {

namespace {

using Bodies = std::vector<std::unique_ptr<BodyDef>>;

std::optional<std::size_t> read_body_index(const JsonField& field, const Bodies& bodies) {
    const auto name = field.text();
    if (!name) return std::nullopt;
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (bodies[i]->name == *name) return i;
        known.emplace_back(bodies[i]->name);
    }
    if (field.context().bodies.contains(*name)) return std::nullopt;  // its own faults are listed
    const std::string_view nearest = nearest_name(*name, known);
    field.complain(nearest.empty() ? "is not the name of a body of this job"
                                   : fmt::format("did you mean \"{}\"?", nearest));
    return std::nullopt;
}

/// True if the object has a space of three dimensions at every key.
bool check_invertible(const JsonField& field, const AnimatedArray& transforms) {
    for (std::size_t i = 0; i < transforms.frames.size(); ++i) {
        if (is_invertible(to_affine(transforms.read_key(i)))) continue;
        field.complain(fmt::format("singular at frame {}", transforms.frames[i]),
                       "must be invertible: the scale is zero along some direction");
        return false;
    }
    return true;
}

std::optional<OutputSpace> read_space(const JsonField& item, const Bodies& bodies) {
    if (!item.expect_object(OUTPUT_SPACE_FIELDS)) return std::nullopt;
    const auto body = item.require("body");
    const auto transforms = item.require("transforms");
    const auto index = body ? read_body_index(*body, bodies) : std::nullopt;
    if (!index || !transforms) return std::nullopt;
    OutputSpace space{.body = *index, .transforms = {}};
    if (!store(read_animated(*transforms, {.widths = {4}, .items = 3}), space.transforms) ||
        !check_invertible(*transforms, space.transforms)) {
        return std::nullopt;
    }
    scale_translations(space.transforms, item.context().length);
    return space;
}

}  // namespace

std::vector<OutputSpace> read_output_spaces(const JsonField& field, const Bodies& bodies) {
    std::vector<OutputSpace> spaces;
    field.for_each([&](const JsonField& item) {
        auto space = read_space(item, bodies);
        if (!space) return;
        const auto same = [&](const OutputSpace& other) { return other.body == space->body; };
        if (std::ranges::any_of(spaces, same)) {
            item.complain(bodies[space->body]->name, "another entry is about this body");
            return;
        }
        spaces.push_back(std::move(*space));
    });
    return spaces;
}

void add_output_space_inputs(const std::vector<OutputSpace>& spaces, const Bodies& bodies,
                             InputsHash& inputs) {
    for (const OutputSpace& space : spaces) {
        inputs.add_animated("outputs.spaces." + bodies[space.body]->name, space.transforms);
    }
}

Eigen::Affine3d to_object(const OutputSpace& space, double frame) {
    std::array<double, MOVER_WIDTH> matrix{};
    space.transforms.sample(frame, matrix);
    const Eigen::Affine3d to_world = to_affine(matrix);
    Eigen::Affine3d inverse;
    inverse.linear() = to_world.linear().inverse();
    inverse.translation() = -(inverse.linear() * to_world.translation());
    inverse.makeAffine();
    return inverse;
}

}  // namespace sinew::bake
