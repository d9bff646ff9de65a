// Arrays into memory of the caller.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/error.hpp"

namespace sinew::plugin {

/// Tells the caller how many items there are. False when that was all it asked for; throws when the
/// items do not fit.
inline bool announce_count(std::uint64_t count, const void* out, std::uint64_t capacity,
                           std::uint64_t* out_count) {
    if (out_count != nullptr) *out_count = count;
    if (out == nullptr && capacity == 0) return false;
    if (out == nullptr)
        throw Error(ErrorCode::InvalidArgument, "out is null but capacity is not 0");
    if (capacity < count) {
        throw Error(Problem{.code = ErrorCode::InvalidArgument,
                            .object = {},
                            .field = "capacity",
                            .value = fmt::format("{}", capacity),
                            .remedy = fmt::format("must be at least {}", count)});
    }
    return true;
}

/// Blender keeps positions in single precision.
inline void copy_floats(std::span<const double> numbers, float* out) {
    std::transform(numbers.begin(), numbers.end(), out,
                   [](double number) { return static_cast<float>(number); });
}

}  // namespace sinew::plugin
