#include "rigid/turning.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "math/rotation.hpp"

namespace sinew::rigid {
namespace {

using Eigen::Matrix3d;

constexpr double TIME = 1.0;

/// A pendulum without inertia of its centre: torque −k sin(angle) about z, inertia 2 about it. In each step the angle is found at which
/// inertia balances the torque. Angle at the end.
double swing(Integrator integrator, int steps) {
    const Matrix3d inertia = Vector3d(1.0, 1.5, 2.0).asDiagonal();
    Turning turning(inertia, 0.0);
    turning.set_angular_velocity(Quaterniond::Identity(), {0, 0, 1.0});
    MotionHistory motion;
    motion.reset(3);
    double angle = 0.0;
    for (int i = 0; i < steps; ++i) {
        motion.begin_step(integrator, TIME / steps);
        turning.begin_step(exp_quaternion({0, 0, angle}), motion);
        const double target = log_quaternion(turning.target()).z();
        const auto torque = [](double at) { return -8.0 * std::sin(at); };
        // The torque of the inertia of an affine body: w I sin(angle − target).
        double now = target;
        for (int k = 0; k < 50; ++k)
            now = target + std::asin(torque(now) / (motion.inertia_weight() * 2.0));
        turning.accept(exp_quaternion({0, 0, now}), {0, 0, torque(now)}, motion);
        motion.accept(Eigen::VectorXd::Zero(3));
        angle = now;
    }
    return angle;
}

TEST(Turning, HasTheOrderOfTheIntegrator) {
    const double exact = swing(Integrator::Bdf2, 6400);
    const auto error = [&](Integrator integrator, int steps) {
        return std::abs(swing(integrator, steps) - exact);
    };
    const double euler =
        error(Integrator::BackwardEuler, 100) / error(Integrator::BackwardEuler, 200);
    EXPECT_NEAR(euler, 2.0, 0.2);
    const double bdf2 = error(Integrator::Bdf2, 100) / error(Integrator::Bdf2, 200);
    EXPECT_NEAR(bdf2, 4.0, 0.6);
}

TEST(Turning, WithoutTorqueKeepsItsMomentumToTheBit) {
    const Matrix3d inertia = Vector3d(1.0, 2.0, 3.0).asDiagonal();
    for (const Integrator integrator : {Integrator::BackwardEuler, Integrator::Bdf2}) {
        Turning turning(inertia, 0.0);
        Quaterniond R = exp_quaternion({0.3, 0.1, -0.2});
        turning.set_angular_velocity(R, {0.1, 8.0, 0.1});
        const Vector3d momentum = turning.momentum();
        MotionHistory motion;
        motion.reset(3);
        for (int i = 0; i < 50; ++i) {
            motion.begin_step(integrator, 0.04);
            turning.begin_step(R, motion);
            R = turning.target();
            turning.accept(R, Vector3d::Zero(), motion);
            motion.accept(Eigen::VectorXd::Zero(3));
        }
        EXPECT_EQ(turning.momentum(), momentum);
    }
}

TEST(Turning, WithoutInertiaItRests) {
    Turning turning(Matrix3d::Identity(), 0.0);
    turning.set_angular_velocity(Quaterniond::Identity(), {1, 0, 0});
    MotionHistory motion;
    motion.reset(3);
    motion.begin_step(Integrator::QuasiStatic, 0.1);
    turning.begin_step(Quaterniond::Identity(), motion);
    EXPECT_EQ(turning.target().coeffs(), Quaterniond::Identity().coeffs());
    turning.accept(Quaterniond::Identity(), {1, 0, 0}, motion);
    EXPECT_TRUE(turning.momentum().isZero(0.0));
}

}  // namespace
}  // namespace sinew::rigid
