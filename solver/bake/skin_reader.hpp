// Reads bodies of the kind "skin".
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bake/json_field.hpp"
#include "body/body.hpp"

namespace sinew::bake {

inline constexpr std::string_view SKIN_FIELDS[] = {"kind",    "name", "mesh", "drivers",   "bones",
                                                   "offsets", "base", "mask", "smoothing", "reach"};
inline constexpr std::string_view SKIN_OFFSETS_FIELDS[] = {"vertices", "values"};
inline constexpr std::string_view SKIN_BONE_FIELDS[] = {"mover", "points", "radii"};

/// See BodyReader.
std::unique_ptr<BodyDef> read_skin(const JsonField& body);

}  // namespace sinew::bake
