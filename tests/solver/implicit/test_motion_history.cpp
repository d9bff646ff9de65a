#include "implicit/motion_history.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace sinew {
namespace {

Eigen::VectorXd vector3(double x, double y, double z) {
    return Eigen::Vector3d(x, y, z);
}

TEST(MotionHistory, BackwardEulerPredictsStraightOn) {
    MotionHistory history;
    history.set_rates(vector3(1.0, 2.0, 3.0));
    history.begin_step(Integrator::BackwardEuler, 0.1);
    EXPECT_DOUBLE_EQ(history.inertia_weight(), 100.0);
    EXPECT_TRUE(history.predicted().isApprox(vector3(0.1, 0.2, 0.3)));
    history.accept(vector3(0.5, 0.0, 0.0));
    EXPECT_TRUE(history.rates().isApprox(vector3(5.0, 0.0, 0.0)));
}

TEST(MotionHistory, Bdf2IsExactForConstantAccelerationAlsoWhenTheStepChanges) {
    constexpr double G = -9.81;
    MotionHistory history;
    history.reset(3);
    double t = 0.0;
    int step = 0;
    for (const double dt : {0.01, 0.01, 0.02, 0.01, 0.005, 0.01, 0.013}) {
        const double exact = 0.5 * G * ((t + dt) * (t + dt) - t * t);
        history.begin_step(Integrator::Bdf2, dt);
        // Newton's law in one unknown: w (x − x̂) = g. The formula looks back at three steps; the first is Euler's.
        const double solved = history.predicted()[2] + G / history.inertia_weight();
        if (step >= 3) {
            EXPECT_NEAR(solved, exact, 1e-15) << "step " << step;
        }
        history.accept(vector3(0.0, 0.0, exact));
        t += dt;
        if (step >= 1) {
            EXPECT_NEAR(history.rates()[2], G * t, 1e-13) << "step " << step;
        }
        ++step;
    }
}

TEST(MotionHistory, StartsWithEulerAndAfterAStepThatGrewTooMuch) {
    MotionHistory history;
    history.reset(3);
    history.begin_step(Integrator::Bdf2, 0.01);
    EXPECT_DOUBLE_EQ(history.inertia_weight(), 1e4);
    history.accept(vector3(0.1, 0.0, 0.0));
    history.begin_step(Integrator::Bdf2, 0.01);
    EXPECT_DOUBLE_EQ(history.inertia_weight(), 2.25e4);  // a = 3/2
    history.begin_step(Integrator::Bdf2, 0.02);
    EXPECT_NEAR(history.inertia_weight(), 25.0 / 9.0 / 4e-4, 1e-9);  // a = 5/3
    history.begin_step(Integrator::Bdf2, 0.04);
    EXPECT_DOUBLE_EQ(history.inertia_weight(), 1.0 / 1.6e-3);
}

TEST(MotionHistory, AStepCanBeBegunAgain) {
    MotionHistory history;
    history.set_rates(vector3(1.0, 0.0, 0.0));
    history.begin_step(Integrator::Bdf2, 0.01);
    history.accept(vector3(0.02, 0.0, 0.0));
    history.begin_step(Integrator::Bdf2, 0.01);
    const Eigen::VectorXd first = history.predicted();
    history.begin_step(Integrator::Bdf2, 0.005);
    EXPECT_NE(history.predicted(), first);
    history.begin_step(Integrator::Bdf2, 0.01);
    EXPECT_EQ(history.predicted(), first);
}

TEST(MotionHistory, GivesTheIncrementOfARate) {
    for (const Integrator integrator : {Integrator::BackwardEuler, Integrator::Bdf2}) {
        MotionHistory history;
        history.reset(6);
        history.begin_step(integrator, 0.01);
        history.accept(Eigen::VectorXd::LinSpaced(6, 0.0, 0.1));
        history.begin_step(integrator, 0.015);
        const Eigen::Vector3d rate(1.0, -2.0, 3.0);
        Eigen::VectorXd x = Eigen::VectorXd::Zero(6);
        x.tail<3>() = history.increment_for(3, rate);
        x.head<3>() = history.resting().head<3>();
        // Damping in proportion to mass draws to rest: α v = damping_weight · (x − resting).
        const Eigen::Vector3d drag =
            history.damping_weight(7.0) * (x - history.resting()).tail<3>();
        EXPECT_LT((drag - 7.0 * rate).norm(), 1e-12);
        history.accept(x);
        EXPECT_LT((history.rates().tail<3>() - rate).norm(), 1e-13);
        EXPECT_LT(history.rates().head<3>().norm(), 1e-13);
    }
}

TEST(MotionHistory, QuasiStaticMotionHasNoInertia) {
    MotionHistory history;
    history.reset(3);
    history.begin_step(Integrator::QuasiStatic, 0.1);
    EXPECT_EQ(history.inertia_weight(), 0.0);
    EXPECT_EQ(history.predicted(), Eigen::VectorXd::Zero(3));
    history.accept(vector3(1.0, 0.0, 0.0));
    EXPECT_EQ(history.rates(), Eigen::VectorXd::Zero(3));
    history.begin_step(Integrator::QuasiStatic, 0.05);
    EXPECT_TRUE(history.predicted().isApprox(vector3(0.5, 0.0, 0.0)));
}

TEST(MotionHistory, SavesAllThatTheNextStepDependsOn) {
    MotionHistory history;
    history.reset(3);
    for (const double dt : {0.01, 0.01, 0.005}) {
        history.begin_step(Integrator::Bdf2, dt);
        history.accept(vector3(dt, 3.0 * dt * dt, 0.1));
    }
    ByteWriter out;
    history.save(out);
    MotionHistory loaded;
    loaded.reset(3);
    ByteReader in(out.bytes());
    loaded.load(in);
    EXPECT_TRUE(in.at_end());
    for (MotionHistory* each : {&history, &loaded})
        each->begin_step(Integrator::Bdf2, 0.01);
    EXPECT_EQ(loaded.predicted(), history.predicted());
    EXPECT_EQ(loaded.inertia_weight(), history.inertia_weight());
    EXPECT_EQ(loaded.rates(), history.rates());
}

TEST(MotionHistory, RefusesToLoadNaNAndIsUnchanged) {
    MotionHistory bad;
    bad.set_rates(vector3(1.0, std::numeric_limits<double>::quiet_NaN(), 0.0));
    ByteWriter out;
    bad.save(out);
    MotionHistory history;
    history.set_rates(vector3(1.0, 2.0, 3.0));
    ByteReader in(out.bytes());
    EXPECT_THROW(history.load(in), Error);
    EXPECT_EQ(history.rates(), vector3(1.0, 2.0, 3.0));
}

}  // namespace
}  // namespace sinew
