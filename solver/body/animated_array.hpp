// A block of numbers that changes over time: keys at frames, linear in between, held outside.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sinew {

/// `width` numbers per key. Keys are sorted by frame. One key means: constant.
struct AnimatedArray {
    std::size_t width = 0;
    std::vector<double> frames;  ///< strictly increasing, in frames of the scene
    std::vector<double> values;  ///< frames.size() × width

    bool empty() const { return frames.empty(); }
    std::span<const double> key(std::size_t index) const {
        return std::span(values).subspan(index * width, width);
    }

    /// Values at `frame` (which may lie between frames), `width` of them.
    void sample(double frame, std::span<double> out) const;

    /// Position of `frame` among the keys: value = (1 − blend)·key(first) + blend·key(second).
    struct Span {
        std::size_t first = 0;
        std::size_t second = 0;
        double blend = 0.0;
    };
    Span locate(double frame) const;

    /// Preroll: goes from `rest` at `first_frame` − `frames` to its value at `first_frame`, is there after three
    /// quarters of the time and settles in the last one. Keys before `first_frame` are dropped.
    void prepend_rest(double first_frame, double frames, std::span<const double> rest);

    /// The same with the value at `first_frame`, for keys that are not interpolated number by number.
    void prepend_rest(double first_frame, double frames, std::span<const double> rest,
                      std::span<const double> first);

    static AnimatedArray constant(std::vector<double> values);
};

}  // namespace sinew
