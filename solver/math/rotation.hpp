// Rotations: the one convention of the library.
//
//   A unit quaternion q maps material (rest) axes to world axes: x_world = R(q) x_material.
//   Angular velocities and rotation vectors are in WORLD axes and multiply from the left:
//       q₁ = exp(θ/2) q₀,   θ = ω dt.
//   Increments in material axes multiply from the right; only the rod kernels use them and say so.
//   Stored quaternions are never flipped in sign: curvature is made of differences between those of
//   neighbours [micropolar eq. 27, 28], which must stay on one branch, also after more than one full turn.
//   `on_branch_of` puts a target that comes from outside on the branch of the stored quaternion.
//   Blender writes w, x, y, z; Eigen's coefficients are x, y, z, w. Convert with from_wxyz / to_wxyz only.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>

namespace sinew {

using Eigen::Quaterniond;
using Eigen::Vector3d;

/// exp(θ/2): the rotation by |θ| about θ. Turns beyond 2π give the other sign, as they must.
Quaterniond exp_quaternion(const Vector3d& theta);

/// The rotation vector of q with |θ| ≤ 2π; exp_quaternion(log_quaternion(q)) is q, sign included.
Vector3d log_quaternion(const Quaterniond& q);

/// normalize(q₀ + dt/2·[0, ω] q₀) [micropolar eq. 26]: first order in dt, always of unit length.
Quaterniond updated_quaternion(const Quaterniond& q0, const Vector3d& omega, double dt);

/// The rotation vector θ with updated_quaternion(q0, θ, 1) = ±q1, for turns of less than half a turn: that of a step
/// which should end at q1. Beyond that, along the same axis but not as far.
Vector3d rotation_increment(const Quaterniond& q0, const Quaterniond& q1);

/// The increment θ of a turn α, updated_quaternion(q, θ, 1) = exp(α/2) q: along α, |θ| = 2 tan(|α|/2). For turns of less than half a turn;
/// beyond that, not as far.
Vector3d increment_of_turn(const Vector3d& turn);

/// Ω = 2/L·Im(q̄ₐ q_b), the Darboux vector in material axes between two frames whose centres are L
/// apart [viper eq. 40, where L = (l_{j−1} + l_j)/2] [1/m].
Vector3d darboux_vector(const Quaterniond& q_a, const Quaterniond& q_b, double length);

/// Angle between two rotations, 2·acos|⟨q₁, q₂⟩| ∈ [0, π]. Signs do not matter.
double angular_distance(const Quaterniond& q_1, const Quaterniond& q_2);

/// The smallest rotation that turns unit vector `from` into unit vector `to`; half a turn about any normal
/// when they are opposite.
Quaterniond rotation_between(const Vector3d& from, const Vector3d& to);

/// q or −q, whichever is nearer to `reference`.
Quaterniond on_branch_of(const Quaterniond& q, const Quaterniond& reference);

Quaterniond from_wxyz(const std::array<double, 4>& wxyz);
std::array<double, 4> to_wxyz(const Quaterniond& q);

}  // namespace sinew
