// Output of `sinew schema`: the fields of all bodies and the parameters of all materials as JSON. tools/generate makes documents and the
// add-on's settings from it.
#pragma once

#include <string>

namespace sinew::bake {

/// {"materials": {KIND: {"params": [...], "variants": {NAME: {PARAM: default}}}},
///  "bodies": {KIND: {"required": [...], "properties": {...}}}}, the latter as in docs/job.schema.json, with "x-field" in
/// each property, see body_schema
std::string schema_json();

}  // namespace sinew::bake
