// What a frame cost and reached, in the words of the C API.
#pragma once

#include "sim/world.hpp"
#include "sinew/sinew.h"

namespace sinew::plugin {

SinewStepReport to_c(const FrameReport& report);

}  // namespace sinew::plugin
