#include "rigid/rigidity_element.hpp"

#include <gtest/gtest.h>

#include "math/rotation.hpp"
#include "support/element_checks.hpp"
#include "support/random.hpp"

namespace sinew::rigid {
namespace {

using Eigen::Map;
using Eigen::Matrix3d;
using Vec = RigidityElement::Vec;

Matrix3d turn(const Vector3d& axis) {
    return exp_quaternion(axis).toRotationMatrix();
}

RigidityElement element_at(const Matrix3d& A) {
    return {.start = A, .length = 0.3, .stiffness = 50.0};
}

/// The unknowns that lead to A.
Vec to(const RigidityElement& element, const Matrix3d& A) {
    Vec x;
    Map<Matrix3d>(x.data()) = element.length * (A - element.start);
    return x;
}

double strain_of(const Matrix3d& A) {
    return 0.5 * (A.transpose() * A - Matrix3d::Identity()).norm();
}

TEST(RigidityElement, HasTheEnergyOfAStretch) {
    const RigidityElement element = element_at(Matrix3d::Identity());
    Matrix3d A = Matrix3d::Identity();
    A(0, 0) = 1.2;  // E = ½ (1.44 − 1)
    EXPECT_NEAR(element.value(to(element, A)), 0.5 * 50.0 * 0.22 * 0.22, 1e-12);
}

TEST(RigidityElement, DerivativesMatchFiniteDifferences) {
    test::Random random(3);
    const RigidityElement element = element_at(turn({0.3, -0.8, 0.5}));
    for (const double size : {0.01, 0.05, 0.2})
        test::check_element(element, Vec(size * random.vector(9)));
}

TEST(RigidityElement, DoesNotResistTurning) {
    test::Random random(4);
    const RigidityElement element = element_at(turn({0.3, -0.8, 0.5}));
    EXPECT_NEAR(element.value(to(element, turn({1.0, 2.0, -0.5}))), 0.0, 1e-25);
    // A strained body has the same energy wherever it is turned to, and no torque.
    const Matrix3d A = element.start + 0.1 * Map<const Matrix3d>(random.vector(9).data());
    const double energy = element.value(to(element, A));
    EXPECT_NEAR(element.value(to(element, turn({-0.4, 0.1, 2.0}) * A)), energy, 1e-12 * energy);
    Vec g;
    element.gradient(to(element, A), g);
    Vector3d torque = Vector3d::Zero();
    for (int k = 0; k < 3; ++k)
        torque += A.col(k).cross(Vector3d(g.segment<3>(3L * k)));
    EXPECT_LE(torque.norm(), 1e-12 * g.norm());
}

TEST(RigidityElement, AWayThatTurnsIsBentAlongTheTurn) {
    const Matrix3d R = turn({0.3, -0.8, 0.5});
    const RigidityElement element = element_at(R);
    Matrix3d spin;
    spin << 0, -1, 0, 1, 0, 0, 0, 0, 0;
    Vec dx;
    Map<Matrix3d>(dx.data()) = element.length * spin * R;
    for (const double t : {0.0, 0.1, 0.5, 1.0, 3.0}) {
        const Matrix3d A = element.axes(element.bent(Vec::Zero(), dx, t));
        EXPECT_LE(strain_of(A), 1e-14);
        EXPECT_LE((A - turn({0, 0, std::atan(t)}) * R).norm(), 1e-12);
    }
}

TEST(RigidityElement, ABentWayLeavesAsTheStraightOneAndItsEnergyIsAParabola) {
    test::Random random(5);
    const RigidityElement element = element_at(turn({0.3, -0.8, 0.5}));
    const Vec x = 0.02 * random.vector(9);
    const Vec dx = 0.1 * random.vector(9);
    EXPECT_LE((element.bent(x, dx, 0.0) - x).norm(), 1e-13);
    const double h = 1e-5;
    const Vec tangent = (element.bent(x, dx, h) - element.bent(x, dx, -h)) / (2.0 * h);
    EXPECT_LE((tangent - dx).norm(), 1e-7 * dx.norm());
    const auto energy = [&](double t) { return element.value(element.bent(x, dx, t)); };
    // The third difference of a parabola is zero.
    const double third = energy(0.6) - 3.0 * energy(0.4) + 3.0 * energy(0.2) - energy(0.0);
    EXPECT_NEAR(third, 0.0, 1e-11 * energy(0.6));
}

TEST(RigidityElement, AWayThatTurnsTheBodyInsideOutStaysStraight) {
    const RigidityElement element = element_at(Matrix3d::Identity());
    Vec dx = Vec::Zero();
    dx[0] = -2.0 * element.length;
    EXPECT_EQ(element.bent(Vec::Zero(), dx, 1.0), dx);
}

}  // namespace
}  // namespace sinew::rigid
