// The statistics of a frame as JSON: a line of the journal, an item of `frames` in bake.json.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sim/world.hpp"

namespace sinew::bake {

/// Numbers that do not apply become null.
nlohmann::ordered_json frame_to_json(const FrameReport& report);

/// Throws Error(File) if `json` is no such record.
FrameReport frame_from_json(const nlohmann::json& record);

}  // namespace sinew::bake
