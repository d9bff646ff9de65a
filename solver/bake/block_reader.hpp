// Blocks of the binary file that stand for arrays in the job.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "bake/json_field.hpp"
#include "body/shared_numbers.hpp"

namespace sinew::bake {

inline constexpr std::string_view BLOCK_FIELDS[] = {"dtype", "shape", "offset"};

/// Reads {"dtype": ..., "shape": ..., "offset": ...}. False after complaining; `numbers` are all finite.
bool read_block(const JsonField& field, std::vector<double>& numbers,
                std::vector<std::size_t>& shape);
/// The same in the precision of the file, for arrays that may be large.
bool read_block(const JsonField& field, SharedNumbers& numbers, std::vector<std::size_t>& shape);

}  // namespace sinew::bake
