// What a bake of a body of the kind "micropolar_solid" depends on.
#pragma once

#include <string>

#include "bake/inputs_hash.hpp"
#include "body/body.hpp"

namespace sinew::bake {

/// See BodyReader.
void add_solid_inputs(const BodyDef& def, const std::string& prefix, InputsHash& inputs);

}  // namespace sinew::bake
