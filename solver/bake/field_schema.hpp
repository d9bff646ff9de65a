// FieldSchema: JSON Schema of what a job says about a kind of body, as docs/job.schema.json has it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "body/body_kind.hpp"

namespace sinew::bake {

/// "required" and "properties". Arrays, meshes, names and materials refer to "$defs" of the whole schema.
nlohmann::ordered_json body_schema(const BodyKind& kind);

}  // namespace sinew::bake
