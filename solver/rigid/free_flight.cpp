#include "rigid/free_flight.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace sinew::rigid {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::Vector4d;

namespace {

/// A step has no more parts than this, however fast the body spins: 500 rad in one step are seen as nothing but a blur.
constexpr double MOST_PARTS = 10000.0;

/// ½ [0, ω] q as coefficients.
Vector4d quaternion_rate(const Vector4d& coefficients, const Matrix3d& inverse, const Vector3d& L) {
    Quaterniond q(coefficients);
    const Quaterniond unit = q.normalized();
    const Vector3d omega = unit * (inverse * (unit.conjugate() * L));
    const Quaterniond rate = Quaterniond(0.0, omega.x(), omega.y(), omega.z()) * q;
    return 0.5 * rate.coeffs();
}

}  // namespace

Matrix3d turned_inverse(const Quaterniond& R, const Matrix3d& inertia) {
    const Matrix3d rotation = R.toRotationMatrix();
    return rotation * inertia.inverse() * rotation.transpose();
}

Quaterniond free_flight(const Quaterniond& R, const Matrix3d& inertia, const Vector3d& momentum,
                        double damping, double dt) {
    if (momentum.isZero(0.0)) return R;
    const Matrix3d inverse = inertia.inverse();
    const double fastest = inverse.norm() * momentum.norm();
    const double parts = std::clamp(std::ceil(fastest * dt / LARGEST_TURN), 1.0, MOST_PARTS);
    const double h = dt / parts;
    Vector4d q = R.coeffs();
    for (int i = 0; i < static_cast<int>(parts); ++i) {
        // Runge and Kutta's fourth-order rule.
        const auto L = [&](double t) -> Vector3d {
            return std::exp(-damping * (h * i + t)) * momentum;
        };
        const Vector4d k1 = quaternion_rate(q, inverse, L(0.0));
        const Vector4d k2 = quaternion_rate(q + 0.5 * h * k1, inverse, L(0.5 * h));
        const Vector4d k3 = quaternion_rate(q + 0.5 * h * k2, inverse, L(0.5 * h));
        const Vector4d k4 = quaternion_rate(q + h * k3, inverse, L(h));
        q += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        q.normalize();
    }
    return Quaterniond(q);
}

}  // namespace sinew::rigid
