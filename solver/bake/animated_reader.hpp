// Animated arrays of a job: constant, keys or samples.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "bake/array_reader.hpp"
#include "body/animated_array.hpp"

namespace sinew::bake {

inline constexpr std::string_view KEYS_FIELDS[] = {"keys"};
inline constexpr std::string_view KEY_FIELDS[] = {"frame", "value"};
inline constexpr std::string_view SAMPLES_FIELDS[] = {"start", "per_frame", "values"};

/// Required shape of an animated array at each time.
struct AnimatedSpec {
    std::vector<std::size_t> widths = {
        1};  ///< numbers per item; where several are allowed, one of them
    std::size_t items = 0;
    bool one_number = false;  ///< a single number may stand for all items
    double scale = 1.0;       ///< values are multiplied by it
};

/// `items` times one of the widths numbers at each key; nothing after complaining.
std::optional<AnimatedArray> read_animated(const JsonField& field, const AnimatedSpec& spec);

}  // namespace sinew::bake
