#include "bake/collider_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "bake/array_reader.hpp"

namespace sinew::bake {

namespace {

HalfPlane read_half_plane(const JsonField& field) {
    HalfPlane plane;
    if (const auto normal = field.require("normal")) {
        const auto vector = read_vectors(*normal, 1, 1.0);
        // The stable norm: the square of a large number may not be a number any more.
        const double length = vector ? vector->front().stableNorm() : 1.0;
        if (!(length > 0.0) || !std::isfinite(length)) {
            normal->complain("must point somewhere: a vector longer than 0");
        } else if (vector) {
            plane.normal = vector->front() / length;
        }
    }
    if (const auto offset = field.find("offset")) {
        plane.offset = offset->number().value_or(0.0) * field.context().length;
        if (!std::isfinite(plane.offset)) offset->complain("is too large in metres");
    }
    return plane;
}

}  // namespace

std::vector<HalfPlane> read_colliders(const JsonField& field) {
    std::vector<HalfPlane> planes;
    field.for_each([&](const JsonField& item) {
        if (!item.expect_object(HALF_PLANE_FIELDS)) return;
        const auto kind = item.require("kind");
        const auto name_field = item.find("name");
        const auto name = name_field ? name_field->text() : std::nullopt;
        if (!kind || !kind->choice(COLLIDER_KINDS)) return;
        HalfPlane plane = read_half_plane(name ? item.renamed(*name, "") : item);
        plane.name = name.value_or(fmt::format("collider {}", planes.size() + 1));
        planes.push_back(std::move(plane));
    });
    return planes;
}

}  // namespace sinew::bake
