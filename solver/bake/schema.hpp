// What `sinew schema` prints: the parameters of all materials as JSON, from which tools/generate makes documents and the add-on's settings.
#pragma once

#include <string>

namespace sinew::bake {

/// {"materials": {KIND: {"params": [...], "variants": {NAME: {PARAM: default}}}}}
std::string schema_json();

}  // namespace sinew::bake
