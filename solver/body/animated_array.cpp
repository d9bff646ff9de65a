#include "body/animated_array.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sinew {

AnimatedArray::Span AnimatedArray::locate(double frame) const {
    assert(!frames.empty());
    const auto after = std::upper_bound(frames.begin(), frames.end(), frame);
    if (after == frames.begin()) return {0, 0, 0.0};
    const auto second = static_cast<std::size_t>(after - frames.begin());
    if (second == frames.size()) return {second - 1, second - 1, 0.0};
    const std::size_t first = second - 1;
    return {first, second, (frame - frames[first]) / (frames[second] - frames[first])};
}

void AnimatedArray::sample(double frame, std::span<double> out) const {
    assert(out.size() == width);
    const Span at = locate(frame);
    const std::span<const double> a = key(at.first);
    const std::span<const double> b = key(at.second);
    for (std::size_t i = 0; i < width; ++i) {
        // Exactly a where nothing moves: a + t(b − a), not (1 − t)a + tb.
        out[i] = a[i] + at.blend * (b[i] - a[i]);
    }
}

AnimatedArray AnimatedArray::constant(std::vector<double> values) {
    AnimatedArray array;
    array.width = values.size();
    array.frames = {0.0};
    array.values = std::move(values);
    return array;
}

void AnimatedArray::prepend_rest(double first_frame, double frames_before,
                                 std::span<const double> rest) {
    if (empty()) return;
    std::vector<double> first(width);
    sample(first_frame, first);
    prepend_rest(first_frame, frames_before, rest, first);
}

void AnimatedArray::prepend_rest(double first_frame, double frames_before,
                                 std::span<const double> rest, std::span<const double> first) {
    if (empty() || !(frames_before > 0.0)) return;
    AnimatedArray longer;
    longer.width = width;
    const auto append = [&](double frame, std::span<const double> value) {
        longer.frames.push_back(frame);
        longer.values.insert(longer.values.end(), value.begin(), value.end());
    };
    append(first_frame - frames_before, rest);
    append(first_frame - 0.25 * frames_before, first);
    append(first_frame, first);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (frames[i] > first_frame) append(frames[i], key(i));
    }
    *this = std::move(longer);
}

}  // namespace sinew
