// A block of numbers that changes over time: keys at frames, linear in between, held outside.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "body/shared_numbers.hpp"

namespace sinew {

/// `width` numbers per key. Keys are sorted by frame. One key means: constant.
///
/// The numbers of all keys, one key after the other, are first those of `values` and then those of `tail`, each of whole keys. Code
/// that makes keys fills `values`. Samples of a job are in `tail`, which copies of the array share. Readers take both through `number`,
/// `read`, `read_key` or `sample`.
struct AnimatedArray {
    std::size_t width = 0;
    std::vector<double> frames;  ///< strictly increasing, in frames of the scene
    std::vector<double> values;  ///< of the first keys
    SharedNumbers tail{};        ///< of the keys after them

    bool empty() const { return frames.empty(); }

    /// How many numbers all keys have: frames.size() × width.
    std::size_t count() const { return values.size() + tail.size(); }
    /// Number `index` of all keys; number i of a key has the index key · width + i.
    double number(std::size_t index) const {
        return index < values.size() ? values[index] : tail[index - values.size()];
    }
    /// Numbers `begin` to `begin` + out.size() of all keys.
    void read(std::size_t begin, std::span<double> out) const;
    /// The `width` numbers of a key.
    void read_key(std::size_t key, std::span<double> out) const { read(key * width, out); }
    std::vector<double> read_key(std::size_t key) const;
    /// Whether `holds` is true for every number of every key.
    template <class Predicate>
    bool all_of(const Predicate& holds) const {
        for (std::size_t i = 0; i < count(); ++i) {
            if (!holds(number(i))) return false;
        }
        return true;
    }

    /// Values at `frame` (which may lie between frames), `width` of them.
    void sample(double frame, std::span<double> out) const;

    /// Position of `frame` among the keys: value = (1 − blend)·(key first) + blend·(key second).
    struct Span {
        std::size_t first = 0;
        std::size_t second = 0;
        double blend = 0.0;
    };
    Span locate(double frame) const;
    /// Number i of the value there.
    double blended(const Span& at, std::size_t i) const;

    /// Copies all numbers into `values`, so that they can be changed there.
    void own_all_numbers();

    /// Preroll: goes from `rest` at `first_frame` − `frames` to its value at `first_frame`, is there after three
    /// quarters of the time and settles in the last one. Keys before `first_frame` are dropped.
    void prepend_rest(double first_frame, double frames, std::span<const double> rest);

    /// The same with the value at `first_frame`, for keys that are not interpolated number by number.
    void prepend_rest(double first_frame, double frames, std::span<const double> rest,
                      std::span<const double> first);

    static AnimatedArray constant(std::vector<double> values);
};

}  // namespace sinew
