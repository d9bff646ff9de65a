// Reads bodies of the kind "viper_rods".
#pragma once

#include <memory>
#include <string_view>

#include "bake/json_field.hpp"
#include "body/body.hpp"

namespace sinew::bake {

inline constexpr std::string_view RODS_BODY_FIELDS[] = {
    "kind",         "name",        "rods",     "surface",  "material",        "pins",
    "radial_force", "initial",     "sections", "bundling", "activation",      "activation_map",
    "shortening",   "attachments", "follow",   "collides", "collision_group", "friction"};
inline constexpr std::string_view RODS_GEOMETRY_FIELDS[] = {"points", "radii", "counts"};
inline constexpr std::string_view RODS_PIN_FIELDS[] = {"points",    "what",   "positions",
                                                       "rotations", "scales", "release_frame"};
inline constexpr std::string_view RODS_INITIAL_FIELDS[] = {"positions", "velocities", "scales"};
inline constexpr std::string_view RODS_BUNDLING_FIELDS[] = {"stiffness", "matching"};
inline constexpr std::string_view RODS_MATCHING_NAMES[] = {"similarity", "rigid"};
inline constexpr std::string_view RODS_ATTACHMENT_FIELDS[] = {"mover",   "points",  "mode",
                                                              "normals", "surface", "hinge"};
inline constexpr std::string_view RODS_ATTACHMENT_MODES[] = {"fixed", "sliding"};
inline constexpr std::string_view RODS_PIN_WHAT[] = {"position", "frame", "scale"};

/// See BodyReader.
std::unique_ptr<BodyDef> read_rods(const JsonField& body);

}  // namespace sinew::bake
