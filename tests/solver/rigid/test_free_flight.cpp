#include "rigid/free_flight.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "math/rotation.hpp"

namespace sinew::rigid {
namespace {

using Eigen::Matrix3d;

const Matrix3d INERTIA = Vector3d(1.0, 2.0, 3.0).asDiagonal();

TEST(FreeFlight, AboutAPrincipalAxisIsAnEvenSpin) {
    const Quaterniond start = Quaterniond::Identity();
    // L = 3·4 about z: 4 rad/s.
    const Quaterniond end = free_flight(start, INERTIA, Vector3d(0, 0, 12), 0.0, 0.5);
    EXPECT_LE(angular_distance(end, exp_quaternion(Vector3d(0, 0, 2))), 1e-8);
}

TEST(FreeFlight, DampingSlowsTheSpin) {
    // ∫ 4 e^(−2 t) dt from 0 to 0.5
    const double angle = 2.0 * (1.0 - std::exp(-1.0));
    const Quaterniond end =
        free_flight(Quaterniond::Identity(), INERTIA, Vector3d(0, 0, 12), 2.0, 0.5);
    EXPECT_LE(angular_distance(end, exp_quaternion(Vector3d(0, 0, angle))), 1e-8);
}

/// Euler's equations in body axes, in many small steps of another method.
Vector3d body_rates_after(Vector3d w, double time) {
    const int steps = 200000;
    const double h = time / steps;
    const auto rate = [](const Vector3d& v) {
        return Vector3d((2.0 - 3.0) / 1.0 * v.y() * v.z(), (3.0 - 1.0) / 2.0 * v.z() * v.x(),
                        (1.0 - 2.0) / 3.0 * v.x() * v.y());
    };
    for (int i = 0; i < steps; ++i)
        w += h * rate(w + 0.5 * h * rate(w));
    return w;
}

TEST(FreeFlight, AboutTheMiddleAxisItTurnsOverAsEulerSays) {
    const Vector3d w0(0.01, 6.0, 0.01);
    const Vector3d L = INERTIA * w0;
    bool turned_over = false;
    Quaterniond q = Quaterniond::Identity();
    for (int i = 1; i <= 32; ++i) {
        q = free_flight(q, INERTIA, L, 0.0, 0.1);
        const Vector3d in_body = INERTIA.inverse() * (q.conjugate() * L);
        EXPECT_LE((in_body - body_rates_after(w0, 0.1 * i)).norm(), 1e-4) << i;
        turned_over = turned_over || in_body.y() < -5.0;
        // Its energy is that of the start.
        const double energy = 0.5 * in_body.dot(INERTIA * in_body);
        EXPECT_NEAR(energy, 0.5 * w0.dot(L), 1e-5 * energy);
    }
    EXPECT_TRUE(turned_over);
}

}  // namespace
}  // namespace sinew::rigid
