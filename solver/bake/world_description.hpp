// What a caller finds in a world that it steps: bodies and their results, inputs that it may set.
#pragma once

#include <string>

#include "sim/world.hpp"

namespace sinew::bake {

/// As sinew_world_describe in sinew.h says.
std::string world_description_json(World& world);

}  // namespace sinew::bake
