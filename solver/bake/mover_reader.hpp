// Reads the movers of a job, and the names of movers elsewhere in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bake/inputs_hash.hpp"
#include "bake/json_field.hpp"
#include "body/mover.hpp"

namespace sinew::bake {

inline constexpr std::string_view MOVER_FIELDS[] = {"name", "transforms"};

/// All movers of the job. Their names are known to read_mover_name from then on.
std::vector<MoverDef> read_movers(const JsonField& field);

/// The name of a mover of this job; nothing after complaining, with the nearest name there is.
std::optional<std::string> read_mover_name(const JsonField& field);

void add_mover_inputs(const std::vector<MoverDef>& movers, InputsHash& inputs);

}  // namespace sinew::bake
