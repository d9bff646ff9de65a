// Description of a world for a caller that steps it: bodies and their results, inputs that it may set.
#pragma once

#include <string>

#include "sim/world.hpp"

namespace sinew::bake {

/// As sinew_world_describe in sinew.h says.
std::string world_description_json(World& world);

}  // namespace sinew::bake
