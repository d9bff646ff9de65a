// The vertices of a frame as they go into the point caches.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/world.hpp"

namespace sinew::bake {

/// Reused from frame to frame.
class OutputFrame {
public:
    /// `length` is metres per unit of the output.
    OutputFrame(const World& world, double length);

    /// Takes the positions of all bodies now. Throws Error(NotConverged) naming object and vertex if one
    /// cannot be stored as a finite single-precision number.
    void take(const World& world);

    /// Of each body, 3 numbers a vertex.
    const std::vector<std::vector<float>>& positions() const { return m_positions; }

private:
    double m_length;
    std::vector<double> m_metres;
    std::vector<std::vector<float>> m_positions;
};

/// Output vertices of each body.
std::vector<std::size_t> output_counts(const World& world);

}  // namespace sinew::bake
