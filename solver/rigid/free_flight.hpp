// How a rigid body turns by itself: its angular momentum L stays as it is, its axes turn about ω = I⁻¹ L.
//
//   Ṙ = [ω]ₓ R,   ω = R I⁻¹ Rᵀ L(t),   L(t) = e^(−α t) L
//
// R  rotation of the body from rest;  I  inertia tensor at rest [kg m²];  L  in axes of the world [kg m²/s];  α  damping [1/s]
//
// L is given, not integrated, so that it is exact; only R has an error, of fourth order in turns of at most LARGEST_TURN.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace sinew::rigid {

/// Turns between two evaluations [rad]: the error of a turn is then below 1e-8 of it.
inline constexpr double LARGEST_TURN = 0.05;

/// Where R is after the time `dt` [s].
Eigen::Quaterniond free_flight(const Eigen::Quaterniond& R, const Eigen::Matrix3d& inertia,
                               const Eigen::Vector3d& momentum, double damping, double dt);

/// I⁻¹ of the turned body, in axes of the world.
Eigen::Matrix3d turned_inverse(const Eigen::Quaterniond& R, const Eigen::Matrix3d& inertia);

}  // namespace sinew::rigid
