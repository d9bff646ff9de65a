// FieldSchema: JSON Schema of the fields that a kind of body has in a job, as in docs/job.schema.json.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "body/body_kind.hpp"

namespace sinew::bake {

/// "required" and "properties". Arrays, meshes, names and materials refer to "$defs" of the whole schema. Each property also
/// has "x-field": its meaning, details, unit and shape, for the tables of docs/job.md.
nlohmann::ordered_json body_schema(const BodyKind& kind);

}  // namespace sinew::bake
