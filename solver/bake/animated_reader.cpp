#include "bake/animated_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "bake/block_reader.hpp"

namespace sinew::bake {

namespace {

/// The width that an array of `times` × items × width numbers has; the last dimension decides where
/// the count alone would not.
std::optional<std::size_t> width_of(const std::vector<std::size_t>& shape, std::size_t count,
                                    const AnimatedSpec& spec, const JsonField& field) {
    if (spec.widths.size() == 1 || shape.empty()) return spec.widths.front();
    for (const std::size_t width : spec.widths) {
        const bool shaped = shape.size() > 1 && shape.back() == width;
        if (shaped || count == width * spec.items) return width;
    }
    field.complain(fmt::format("a list of {}", count),
                   fmt::format("must have {} numbers a point, as lists of these",
                               fmt::join(spec.widths, " or ")));
    return std::nullopt;
}

/// One value of `items` items; `width` is 0 until the first value has fixed it.
std::optional<std::vector<double>> read_value(const JsonField& field, const AnimatedSpec& spec,
                                              std::size_t& width) {
    std::optional<NumberArray> array = read_numbers(field);
    if (!array) return std::nullopt;
    if (width == 0) {
        const std::optional<std::size_t> found =
            width_of(array->shape, array->numbers.size(), spec, field);
        if (!found) return std::nullopt;
        width = *found;
    }
    return to_items(std::move(*array),
                    {.width = width, .items = spec.items, .one_number = spec.one_number},
                    spec.scale, field);
}

std::optional<AnimatedArray> read_constant(const JsonField& field, const AnimatedSpec& spec) {
    std::size_t width = 0;
    std::optional<std::vector<double>> value = read_value(field, spec, width);
    if (!value) return std::nullopt;
    return AnimatedArray::constant(std::move(*value));
}

/// Adds one key; false after complaining.
bool read_key(const JsonField& key, const AnimatedSpec& spec, std::size_t& width,
              AnimatedArray& array) {
    if (!key.expect_object(KEY_FIELDS)) return false;
    const auto value_field = key.require("value");
    const auto value = value_field ? read_value(*value_field, spec, width) : std::nullopt;
    if (value) array.values.insert(array.values.end(), value->begin(), value->end());
    const auto frame_field = key.require("frame");
    const auto frame = frame_field ? frame_field->number() : std::nullopt;
    if (!frame) return false;
    if (!array.frames.empty() && *frame <= array.frames.back()) {
        frame_field->complain(
            fmt::format("must be greater than {}, that of the key before", array.frames.back()));
        return false;
    }
    array.frames.push_back(*frame);
    return value.has_value();
}

std::optional<AnimatedArray> read_keys(const JsonField& field, const AnimatedSpec& spec) {
    if (!field.expect_object(KEYS_FIELDS)) return std::nullopt;
    const JsonField keys = *field.find("keys");
    if (!keys.value().is_array() || keys.value().empty()) {
        keys.complain("must be a list with at least one key");
        return std::nullopt;
    }
    AnimatedArray array;
    std::size_t width = 0;
    bool good = true;
    keys.for_each([&](const JsonField& key) { good = read_key(key, spec, width, array) && good; });
    if (!good) return std::nullopt;
    array.width = spec.items * width;
    return array;
}

/// All samples in one array: as the binary file has them, or the numbers of a list.
struct SampleArray {
    SharedNumbers numbers;           ///< all finite
    std::vector<std::size_t> shape;  ///< empty for a single number
};

std::optional<SampleArray> read_sample_array(const JsonField& field) {
    SampleArray samples;
    if (field.value().is_object()) {
        if (!read_block(field, samples.numbers, samples.shape)) return std::nullopt;
        return samples;
    }
    std::optional<NumberArray> list = read_numbers(field);
    if (!list) return std::nullopt;
    return SampleArray{.numbers = SharedNumbers(std::move(list->numbers)),
                       .shape = std::move(list->shape)};
}

/// Complains and gives false if a number is not finite any more once it is scaled.
bool stays_finite(const SharedNumbers& scaled, const JsonField& field) {
    for (std::size_t i = 0; i < scaled.size(); ++i) {
        if (std::isfinite(scaled[i])) continue;
        field.complain("is too large in metres");
        return false;
    }
    return true;
}

std::optional<AnimatedArray> read_samples(const JsonField& field, const AnimatedSpec& spec) {
    if (!field.expect_object(SAMPLES_FIELDS)) return std::nullopt;
    constexpr int MAX_PER_FRAME = 1000;
    const auto start_field = field.require("start");
    const auto per_frame_field = field.find("per_frame");
    const auto values_field = field.require("values");
    const auto start = start_field ? start_field->number() : std::nullopt;
    const auto per_frame = per_frame_field ? per_frame_field->integer(1, MAX_PER_FRAME) : 1;
    const auto values = values_field ? read_sample_array(*values_field) : std::nullopt;
    if (!start || !per_frame || !values) return std::nullopt;

    const std::size_t count = values->numbers.size();
    const std::optional<std::size_t> width = width_of(values->shape, count, spec, *values_field);
    if (!width) return std::nullopt;
    const std::size_t size = spec.items * *width;
    const bool shaped =
        values->shape.size() == 1 || (values->shape.size() > 1 && values->shape[0] * size == count);
    if (size == 0 || count == 0 || count % size != 0 || !shaped) {
        values_field->complain(
            values->shape.empty() ? "one number"
                                  : fmt::format("shape {}", fmt::join(values->shape, " x ")),
            fmt::format("must have shape samples x {} x {}", spec.items, *width));
        return std::nullopt;
    }
    AnimatedArray array;
    array.width = size;
    array.tail = values->numbers.scaled(spec.scale);
    if (!fits(values->shape, count, {.width = *width}, *values_field) ||
        !stays_finite(array.tail, *values_field)) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < count / size; ++i) {
        array.frames.push_back(*start + static_cast<double>(i) / *per_frame);
    }
    // Far from zero the steps vanish in the rounding of doubles.
    if (std::adjacent_find(array.frames.begin(), array.frames.end(), std::greater_equal<>()) !=
        array.frames.end()) {
        start_field->complain("is too far from the frames of the job");
        return std::nullopt;
    }
    ReadContext& context = field.context();
    if (array.frames.size() > 1 && array.frames.back() < context.last_frame) {
        context.warnings.push_back(
            fmt::format("{}: {} ends at frame {}, the job at {}: the last "
                        "sample is held",
                        field.object(), field.path(), array.frames.back(), context.last_frame));
    }
    return array;
}

}  // namespace

std::optional<AnimatedArray> read_animated(const JsonField& field, const AnimatedSpec& spec) {
    if (field.find("keys")) return read_keys(field, spec);
    if (field.find("values")) return read_samples(field, spec);
    return read_constant(field, spec);
}

}  // namespace sinew::bake
