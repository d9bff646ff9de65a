// The vertices of a frame as they go into the point caches.
#pragma once

#include <cstddef>
#include <vector>

#include "bake/output_space.hpp"
#include "sim/world.hpp"

namespace sinew::bake {

/// Reused from frame to frame.
class OutputFrame {
public:
    /// `length` is metres per unit of the output. Bodies without a space are stored in the world's.
    OutputFrame(const World& world, double length, const std::vector<OutputSpace>& spaces);

    /// Takes the positions of all bodies now, each in the space of its object at this frame. Throws Error(NotConverged) naming object and vertex if one
    /// cannot be stored as a finite single-precision number.
    void take(const World& world);

    /// Of each body, 3 numbers a vertex.
    const std::vector<std::vector<float>>& positions() const { return m_positions; }

private:
    /// The part of a body in m_metres, taken from the world to the space of its object.
    void go_to_object(std::size_t body, double frame);

    double m_length;
    std::vector<const OutputSpace*> m_spaces;  ///< of each body, null for the world's
    std::vector<double> m_metres;
    std::vector<std::vector<float>> m_positions;
};

/// Output vertices of each body.
std::vector<std::size_t> output_counts(const World& world);

}  // namespace sinew::bake
