// Animated inputs that a caller sets frame after frame while a world is stepped.
//
// Every object lists its own: LiveInputs::begin_object has the path of the object ("bodies.Cloth"), and the object adds the rest
// in the words of the job ("pins[0].positions"). Only what the job gives is listed: an empty array has no width, and what it would
// act on may not exist.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "body/animated_array.hpp"
#include "body/animated_rotations.hpp"

namespace sinew {

/// Range of the numbers of an input: greater than `above`, and from `least` to `most`.
struct LiveRange {
    double above = -std::numeric_limits<double>::infinity();
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();

    bool has(double value) const { return value > above && value >= least && value <= most; }
    /// "must be greater than 0".
    std::string words() const;
};

struct LiveInput {
    /// Goes to `values` until `frame`, evenly from where it is one frame before, and stays there.
    using Set = std::function<void(double frame, std::span<const double> values)>;

    std::string path;       ///< "bodies.Cloth.pins[0].positions"
    std::size_t width = 0;  ///< numbers that it takes, in SI units
    LiveRange range{};
    Set set;
};

class LiveInputs {
public:
    /// Inputs added from now on belong to the object of this path.
    void begin_object(std::string path) { m_object = std::move(path); }

    /// Nothing is added where there are no keys. The keys must stay where they are.
    void add(std::string_view field, AnimatedArray& keys, LiveRange range = {});
    void add(std::string_view field, AnimatedRotations& keys, std::size_t items);
    void add(std::string_view field, AnimatedRotations& keys, LiveRange range = {}) = delete;
    /// For objects that keep more than the keys.
    void add(std::string_view field, std::size_t width, LiveInput::Set set, LiveRange range = {});

    const std::vector<LiveInput>& all() const { return m_inputs; }

    /// Checks the values and sets the input of this path for `frame`. Throws Error(InvalidArgument) that says what is wrong and, for a
    /// path that is not there, which paths are.
    void set(std::string_view path, double frame, std::span<const double> values) const;

private:
    const LiveInput& find(std::string_view path) const;

    std::string m_object;
    std::vector<LiveInput> m_inputs;
};

/// Replaces the keys by two: where they are one frame before `frame`, and `values` at `frame`.
void go_to(AnimatedArray& keys, double frame, std::span<const double> values);

}  // namespace sinew
