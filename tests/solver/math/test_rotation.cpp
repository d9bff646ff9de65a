#include "math/rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.hpp"

namespace sinew {
namespace {

double difference(const Quaterniond& a, const Quaterniond& b) {
    return (a.coeffs() - b.coeffs()).norm();
}

TEST(Rotation, ExponentialTurnsByTheAngleAboutTheAxis) {
    const Quaterniond q = exp_quaternion(Vector3d(0, 0, M_PI / 2));
    EXPECT_NEAR((q * Vector3d::UnitX() - Vector3d::UnitY()).norm(), 0.0, 1e-15);
    EXPECT_NEAR(difference(exp_quaternion(Vector3d::Zero()), Quaterniond::Identity()), 0.0, 0.0);
}

TEST(Rotation, AFullTurnChangesTheSignAndTwoDoNot) {
    const Quaterniond once = exp_quaternion(Vector3d(2 * M_PI, 0, 0));
    const Quaterniond twice = exp_quaternion(Vector3d(4 * M_PI, 0, 0));
    EXPECT_NEAR(once.w(), -1.0, 1e-15);
    EXPECT_NEAR(twice.w(), 1.0, 1e-15);
}

TEST(Rotation, LogarithmInvertsTheExponentialIncludingTheSign) {
    test::Random random(3);
    for (int i = 0; i < 50; ++i) {
        const Quaterniond q = random.rotation();
        EXPECT_NEAR(difference(exp_quaternion(log_quaternion(q)), q), 0.0, 1e-13);
    }
    const Vector3d tiny(1e-14, -2e-14, 0);
    EXPECT_NEAR((log_quaternion(exp_quaternion(tiny)) - tiny).norm(), 0.0, 1e-27);
}

TEST(Rotation, IncrementsOfTurnsTurnByThem) {
    test::Random random(8);
    for (const double size : {1e-9, 1e-5, 1e-3, 1.0, 2.5}) {
        const Vector3d turn = size * random.vector3().normalized();
        const Vector3d theta = increment_of_turn(turn);
        EXPECT_LT(difference(updated_quaternion(Quaterniond::Identity(), theta, 1.0),
                             exp_quaternion(turn)),
                  1e-14);
    }
}

TEST(Rotation, UpdateConvergesToTheExponential) {
    test::Random random(4);
    const Quaterniond q0 = random.rotation();
    const Vector3d omega = random.vector3(2.0);
    double before = 0.0;
    for (const double dt : {0.1, 0.05, 0.025}) {
        const Quaterniond q = updated_quaternion(q0, omega, dt);
        EXPECT_NEAR(q.norm(), 1.0, 1e-15);
        // World axes: the increment multiplies from the left.
        const double error = angular_distance(q, exp_quaternion(omega * dt) * q0);
        if (before > 0.0) {
            EXPECT_NEAR(before / error, 8.0, 0.5);
        }
        before = error;
    }
}

TEST(Rotation, IncrementIsWhatTheUpdateNeedsToArrive) {
    test::Random random(4);
    for (int i = 0; i < 20; ++i) {
        const Quaterniond q0 = random.rotation();
        const Quaterniond q1 = exp_quaternion(random.vector3(1.5)) * q0;
        const Quaterniond other_branch(-q1.coeffs());
        for (const Quaterniond& target : {q1, other_branch}) {
            const Quaterniond reached = updated_quaternion(q0, rotation_increment(q0, target), 1.0);
            EXPECT_LT((reached.coeffs() - q1.coeffs()).norm(), 1e-14);
        }
    }
    // Half a turn is out of reach: a large turn about the axis instead of infinity.
    const Vector3d half = rotation_increment(Quaterniond::Identity(), {0.0, 1.0, 0.0, 0.0});
    EXPECT_NEAR(half.x(), 20.0, 1e-12);
}

TEST(Rotation, DarbouxVectorOfAHelixIsItsCurvature) {
    // Two frames that differ by a small turn about their own axis u, L apart: Ω → turn/L.
    const Vector3d turn(0.01, -0.02, 0.005);
    const Quaterniond a = test::Random(5).rotation();
    const Vector3d Omega = darboux_vector(a, a * exp_quaternion(turn), 0.5);
    EXPECT_NEAR((Omega - turn / 0.5).norm(), 0.0, 1e-5);
    // In material axes: turning both frames in the world changes nothing.
    const Quaterniond world = test::Random(6).rotation();
    EXPECT_NEAR((darboux_vector(world * a, world * a * exp_quaternion(turn), 0.5) - Omega).norm(),
                0, 1e-14);
}

TEST(Rotation, BetweenTurnsOneVectorIntoTheOther) {
    test::Random random(7);
    for (int i = 0; i < 50; ++i) {
        const Vector3d a = random.vector3().normalized();
        const Vector3d b = random.vector3().normalized();
        EXPECT_NEAR((rotation_between(a, b) * a - b).norm(), 0.0, 1e-12);
        EXPECT_NEAR((rotation_between(a, -a) * a + a).norm(), 0.0, 1e-12);
    }
}

TEST(Rotation, DistanceIgnoresTheSign) {
    const Quaterniond a = test::Random(8).rotation();
    const Quaterniond b = a * exp_quaternion(Vector3d(0.3, 0, 0));
    EXPECT_NEAR(angular_distance(a, b), 0.3, 1e-12);
    EXPECT_NEAR(angular_distance(a, Quaterniond(-b.coeffs())), 0.3, 1e-12);
    EXPECT_GT(on_branch_of(Quaterniond(-b.coeffs()), a).dot(a), 0.0);
}

TEST(Rotation, ConvertsBlendersOrder) {
    const Quaterniond q = from_wxyz({0.1, 0.2, 0.3, 0.4});
    EXPECT_EQ(q.w(), 0.1);
    EXPECT_EQ(q.x(), 0.2);
    EXPECT_EQ(q.z(), 0.4);
    EXPECT_EQ(to_wxyz(q), (std::array<double, 4>{0.1, 0.2, 0.3, 0.4}));
}

}  // namespace
}  // namespace sinew
