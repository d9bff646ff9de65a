// Rotations from rest of several items, such as pinned vertices, that change over time.
//
// The keys have one of two forms, the same for all items:
//
//   3 numbers an item   rotation vectors [rad], linear between keys; more than one turn is possible
//   4 numbers an item   quaternions w, x, y, z of any length and sign; slerp between keys, the shorter way
//
// Quaternions must not be interpolated by component: q and −q are one rotation, and between 0° and −q(10°)
// the components ask for 175°. So `sample` of the base is not available here.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <span>
#include <utility>

#include "body/animated_array.hpp"

namespace sinew {

struct AnimatedRotations : AnimatedArray {
    AnimatedRotations() = default;
    /// Keys as they are read from a job.
    AnimatedRotations(AnimatedArray keys) : AnimatedArray(std::move(keys)) {}

    void sample(double frame, std::span<double> out) const = delete;

    /// Rotation of one of `items` at `frame`; exactly the key's at the keys and where the keys are equal. The identity when
    /// there are no keys.
    Eigen::Quaterniond at(double frame, std::size_t item, std::size_t items) const;

    /// As AnimatedArray::prepend_rest; at rest nothing is turned.
    void prepend_rest(double first_frame, double frames, std::size_t items);

private:
    bool has_quaternions(std::size_t items) const { return width == 4 * items; }
    Eigen::Quaterniond quaternion(std::size_t key, std::size_t item) const;
};

}  // namespace sinew
