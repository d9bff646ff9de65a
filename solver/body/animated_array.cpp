#include "body/animated_array.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace sinew {

namespace {

/// Numbers that are read at once: no array of the size of a key is needed.
constexpr std::size_t PIECE = 512;

/// Exactly a where nothing moves: a + t(b − a), not (1 − t)a + tb.
double between(double a, double b, double t) {
    return a + t * (b - a);
}

}  // namespace

AnimatedArray::Span AnimatedArray::locate(double frame) const {
    assert(!frames.empty());
    const auto after = std::upper_bound(frames.begin(), frames.end(), frame);
    if (after == frames.begin()) return {0, 0, 0.0};
    const auto second = static_cast<std::size_t>(after - frames.begin());
    if (second == frames.size()) return {second - 1, second - 1, 0.0};
    const std::size_t first = second - 1;
    return {first, second, (frame - frames[first]) / (frames[second] - frames[first])};
}

void AnimatedArray::read(std::size_t begin, std::span<double> out) const {
    assert(begin + out.size() <= count());
    const std::size_t own = begin < values.size() ? std::min(values.size() - begin, out.size()) : 0;
    if (own > 0) std::copy_n(values.data() + begin, own, out.begin());
    if (own < out.size()) tail.read(begin + own - values.size(), out.subspan(own));
}

std::vector<double> AnimatedArray::read_key(std::size_t key) const {
    std::vector<double> numbers(width);
    read_key(key, numbers);
    return numbers;
}

void AnimatedArray::own_all_numbers() {
    if (tail.empty()) return;
    const std::size_t own = values.size();
    values.resize(count());
    tail.read(0, std::span(values).subspan(own));
    tail = {};
}

void AnimatedArray::sample(double frame, std::span<double> out) const {
    assert(out.size() == width);
    const Span at = locate(frame);
    read_key(at.first, out);
    std::array<double, PIECE> second;
    for (std::size_t done = 0; done < width; done += PIECE) {
        const std::span<double> a = out.subspan(done, std::min(PIECE, width - done));
        const std::span<double> b = std::span(second).first(a.size());
        read(at.second * width + done, b);
        for (std::size_t i = 0; i < a.size(); ++i)
            a[i] = between(a[i], b[i], at.blend);
    }
}

double AnimatedArray::blended(const Span& at, std::size_t i) const {
    return between(number(at.first * width + i), number(at.second * width + i), at.blend);
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
    longer.frames = {first_frame - frames_before, first_frame - 0.25 * frames_before, first_frame};
    for (const std::span<const double> value : {rest, first, first})
        longer.values.insert(longer.values.end(), value.begin(), value.end());

    // The keys after the first frame stay where they are, unless they are in `values`.
    const auto kept = std::upper_bound(frames.begin(), frames.end(), first_frame);
    longer.frames.insert(longer.frames.end(), kept, frames.end());
    const std::size_t dropped = static_cast<std::size_t>(kept - frames.begin()) * width;
    const std::size_t own = std::min(dropped, values.size());
    longer.values.insert(longer.values.end(), values.begin() + static_cast<std::ptrdiff_t>(own),
                         values.end());
    longer.tail = tail.without_first(dropped - own);
    *this = std::move(longer);
}

}  // namespace sinew
