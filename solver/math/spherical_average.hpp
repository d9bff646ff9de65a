// Weighted average of rotations on the sphere of unit quaternions [spherical-averages, algorithm A1].
//
// The average q minimises Σ w_i d(q, q_i)² with d the angle between quaternions: Σ w_i log(q_i q̄) = 0. It does not depend on the
// frame in which the rotations are given. Quaternions must lie on one branch (math/rotation.hpp), within less than a quarter
// of a turn of the sphere, i.e. rotations within less than half a turn, of each other.
#pragma once

#include <span>

#include "math/rotation.hpp"

namespace sinew {

/// Weights sum to one. Iterates until the correction is below `tolerance` [rad] or no longer shrinks.
Quaterniond spherical_average(std::span<const Quaterniond> rotations,
                              std::span<const double> weights, double tolerance = 1e-14);

}  // namespace sinew
