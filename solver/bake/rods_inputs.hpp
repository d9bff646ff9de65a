// What a bake of a body of the kind "viper_rods" depends on.
#pragma once

#include <string>

#include "bake/inputs_hash.hpp"
#include "body/body.hpp"

namespace sinew::bake {

/// See BodyReader.
void add_rods_inputs(const BodyDef& def, const std::string& prefix, InputsHash& inputs);

}  // namespace sinew::bake
