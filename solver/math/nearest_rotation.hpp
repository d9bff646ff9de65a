// The rotation nearest to a 3×3 matrix, by the robust iteration of Müller et al. 2016, "A robust method to
// extract the rotational part of deformations", with Newton's step where it is safe: theirs converges
// linearly, and slowly where the matrix is nearly singular, as for points almost in a line.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace sinew {

/// The rotation R that maximises tr(Rᵀ A), on the branch of `start`. Turns from `start` until it no longer moves, so a
/// good start needs two or three rounds. Defined for every A: where A is singular or mirrored it gives the best
/// rotation that can be reached from `start`, and `start` itself for A = 0.
Eigen::Quaterniond nearest_rotation(const Eigen::Matrix3d& A, const Eigen::Quaterniond& start);

/// The same from a start that A gives: its first column and, across it, the second. Finds half turns too, at which
/// a fixed start would be stuck.
Eigen::Quaterniond nearest_rotation(const Eigen::Matrix3d& A);

}  // namespace sinew
