#include "body/live_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "base/error.hpp"
#include "math/rotation.hpp"

namespace sinew {

namespace {

/// How many paths a message lists.
constexpr std::size_t LISTED_PATHS = 12;

std::size_t common_start(std::string_view a, std::string_view b) {
    return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

/// Those that begin like `path` first.
std::string list_paths(const std::vector<LiveInput>& inputs, std::string_view path) {
    if (inputs.empty()) return "none";
    std::vector<const LiveInput*> order;
    order.reserve(inputs.size());
    for (const LiveInput& input : inputs)
        order.push_back(&input);
    std::ranges::stable_sort(order, std::greater{},
                             [&](const LiveInput* i) { return common_start(i->path, path); });
    std::string list;
    for (const LiveInput* input : std::span(order).first(std::min(order.size(), LISTED_PATHS)))
        list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", input->path, input->width);
    if (order.size() > LISTED_PATHS)
        list += fmt::format(" and {} more", order.size() - LISTED_PATHS);
    return list;
}

[[noreturn]] void refuse(std::string_view path, std::string value, std::string remedy) {
    throw Error(Problem{.code = ErrorCode::InvalidArgument,
                        .object = {},
                        .field = std::string(path),
                        .value = std::move(value),
                        .remedy = std::move(remedy)});
}

void check_quaternions(std::string_view path, std::span<const double> values) {
    for (std::size_t i = 0; i < values.size(); i += 4) {
        const std::span<const double> q = values.subspan(i, 4);
        if (std::ranges::all_of(q, [](double number) { return number == 0.0; })) {
            refuse(path, fmt::format("zero at quaternion {}", i / 4),
                   "a quaternion w, x, y, z must not be zero");
        }
    }
}

}  // namespace

std::string LiveRange::words() const {
    std::string words = "must be";
    if (std::isfinite(above)) words += fmt::format(" greater than {}", above);
    if (std::isfinite(least)) words += fmt::format(" at least {}", least);
    if (std::isfinite(most))
        words += fmt::format("{} at most {}", words == "must be" ? "" : " and", most);
    return words;
}

void go_to(AnimatedArray& keys, double frame, std::span<const double> values) {
    AnimatedArray next;
    next.width = keys.width;
    next.frames = {frame - 1.0, frame};
    next.values.resize(keys.width);
    keys.sample(frame - 1.0, next.values);
    next.values.insert(next.values.end(), values.begin(), values.end());
    keys = std::move(next);
}

void LiveInputs::add(std::string_view field, AnimatedArray& keys, LiveRange range) {
    if (keys.empty()) return;
    add(
        field, keys.width,
        [&keys](double frame, std::span<const double> values) { go_to(keys, frame, values); },
        range);
}

void LiveInputs::add(std::string_view field, AnimatedRotations& keys, std::size_t items) {
    if (keys.empty()) return;
    std::string path = fmt::format("{}.{}", m_object, field);
    add(field, keys.width, [&keys, items, path](double frame, std::span<const double> values) {
        if (keys.width == 4 * items) {
            check_quaternions(path, values);
            // Quaternions between two keys are not the mean of their numbers.
            std::vector<double> now;
            for (std::size_t item = 0; item < items; ++item) {
                const std::array<double, 4> q = to_wxyz(keys.at(frame - 1.0, item, items));
                now.insert(now.end(), q.begin(), q.end());
            }
            keys = AnimatedArray{
                .width = keys.width, .frames = {frame - 1.0}, .values = std::move(now)};
        }
        go_to(keys, frame, values);
    });
}

void LiveInputs::add(std::string_view field, std::size_t width, LiveInput::Set set,
                     LiveRange range) {
    m_inputs.push_back({.path = fmt::format("{}.{}", m_object, field),
                        .width = width,
                        .range = range,
                        .set = std::move(set)});
}

const LiveInput& LiveInputs::find(std::string_view path) const {
    const auto found = std::ranges::find(m_inputs, path, &LiveInput::path);
    if (found != m_inputs.end()) return *found;
    refuse("input", fmt::format("\"{}\"", path),
           fmt::format("is not in this world, which has {}; to set an input, give it in the job, "
                       "a constant will do",
                       list_paths(m_inputs, path)));
}

void LiveInputs::set(std::string_view path, double frame, std::span<const double> values) const {
    const LiveInput& input = find(path);
    if (values.size() != input.width) {
        refuse(path, fmt::format("{} numbers", values.size()),
               fmt::format("must have {} numbers", input.width));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool finite = std::isfinite(values[i]);
        if (finite && input.range.has(values[i])) continue;
        refuse(path, fmt::format("{} at number {}", values[i], i),
               finite ? input.range.words() : "must be finite");
    }
    input.set(frame, values);
}

}  // namespace sinew
