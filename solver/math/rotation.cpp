#include "math/rotation.hpp"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Of half of the largest turn in one step.
constexpr double SMALLEST_COSINE = 0.1;

/// sin(x/2)/x, smooth at zero.
double half_sinc(double x) {
    if (std::abs(x) < 1e-4) return 0.5 - x * x / 48.0;
    return std::sin(0.5 * x) / x;
}

}  // namespace

Quaterniond exp_quaternion(const Vector3d& theta) {
    const double angle = theta.norm();
    const Vector3d v = half_sinc(angle) * theta;
    return {std::cos(0.5 * angle), v.x(), v.y(), v.z()};
}

Vector3d log_quaternion(const Quaterniond& q) {
    const double sine = q.vec().norm();
    if (sine < 1e-12) {
        // Near −1 the axis is undetermined: any full turn does.
        return q.w() > 0.0 ? Vector3d(2.0 * q.vec()) : Vector3d(2.0 * M_PI, 0.0, 0.0);
    }
    return (2.0 * std::atan2(sine, q.w()) / sine) * q.vec();
}

Quaterniond updated_quaternion(const Quaterniond& q0, const Vector3d& omega, double dt) {
    const Vector3d half = 0.5 * dt * omega;
    const Quaterniond rate = Quaterniond(0.0, half.x(), half.y(), half.z()) * q0;
    return Quaterniond(q0.coeffs() + rate.coeffs()).normalized();
}

Vector3d rotation_increment(const Quaterniond& q0, const Quaterniond& q1) {
    // q₁ q̄₀ = (1, θ/2)/|(1, θ/2)|.
    const Quaterniond turn = q1 * q0.conjugate();
    const double sign = turn.w() < 0.0 ? -1.0 : 1.0;
    return (2.0 * sign / std::max(std::abs(turn.w()), SMALLEST_COSINE)) * turn.vec();
}

Vector3d increment_of_turn(const Vector3d& turn) {
    static const double LARGEST_TURN = 2.0 * std::acos(SMALLEST_COSINE);
    const double angle = std::min(turn.norm(), LARGEST_TURN);
    if (angle < 1e-4) return (1.0 + angle * angle / 12.0) * turn;
    return (2.0 * std::tan(0.5 * angle) / turn.norm()) * turn;
}

Vector3d darboux_vector(const Quaterniond& q_a, const Quaterniond& q_b, double length) {
    return (2.0 / length) * (q_a.conjugate() * q_b).vec();
}

double angular_distance(const Quaterniond& q_1, const Quaterniond& q_2) {
    return 2.0 * std::acos(std::min(1.0, std::abs(q_1.dot(q_2))));
}

Quaterniond rotation_between(const Vector3d& from, const Vector3d& to) {
    const Vector3d axis = from.cross(to);
    const double cosine = from.dot(to);
    if (cosine < -1.0 + 1e-12) {
        const Vector3d normal = from.unitOrthogonal();
        return {0.0, normal.x(), normal.y(), normal.z()};
    }
    return Quaterniond(1.0 + cosine, axis.x(), axis.y(), axis.z()).normalized();
}

Quaterniond on_branch_of(const Quaterniond& q, const Quaterniond& reference) {
    return q.dot(reference) < 0.0 ? Quaterniond(-q.coeffs()) : q;
}

Quaterniond from_wxyz(const std::array<double, 4>& wxyz) {
    return {wxyz[0], wxyz[1], wxyz[2], wxyz[3]};
}

std::array<double, 4> to_wxyz(const Quaterniond& q) {
    return {q.w(), q.x(), q.y(), q.z()};
}

}  // namespace sinew
