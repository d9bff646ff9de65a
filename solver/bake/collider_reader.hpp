// Reads the colliders of a job.
#pragma once

#include <string_view>
#include <vector>

#include "bake/json_field.hpp"
#include "body/half_plane.hpp"

namespace sinew::bake {

inline constexpr std::string_view COLLIDER_KINDS[] = {"half_plane"};
inline constexpr std::string_view HALF_PLANE_FIELDS[] = {"kind", "name", "normal", "offset"};

/// The list "colliders".
std::vector<HalfPlane> read_colliders(const JsonField& field);

}  // namespace sinew::bake
