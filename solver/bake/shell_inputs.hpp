// What a bake of a body of the kind "cosserat_shell" depends on.
#pragma once

#include <string>

#include "bake/inputs_hash.hpp"
#include "body/body.hpp"

namespace sinew::bake {

/// See BodyReader.
void add_shell_inputs(const BodyDef& def, const std::string& prefix, InputsHash& inputs);

}  // namespace sinew::bake
