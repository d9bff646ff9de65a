// JSON text that may come from anywhere: parsed strictly and within bounds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace sinew::bake {

/// Limits on the cost of a hostile file. Large arrays belong in the binary file of a job.
inline constexpr std::size_t MAX_JSON_BYTES = std::size_t{64} << 20;
inline constexpr std::size_t MAX_JSON_VALUES = 8'000'000;
inline constexpr int MAX_JSON_DEPTH = 32;

/// Throws Error(InvalidArgument) with the line and column of a syntax error, or naming a key that is
/// there twice, a number that no double can hold, or the bound that is exceeded. `object` is named in it.
nlohmann::json parse_json(std::string_view text, const std::string& object);

}  // namespace sinew::bake
