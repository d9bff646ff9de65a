#include "joints/joint_element.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "math/rotation.hpp"
#include "support/element_checks.hpp"
#include "support/random.hpp"

namespace sinew::joints {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Vec = JointElement::Vec;

constexpr double LENGTH = 0.5;

/// Two bodies whose axes are A and B, their centres in `centres`.
struct Pair {
    std::array<Vector3d, SIDES> centres;
    std::array<Matrix3d, SIDES> axes;

    JointVector of(int side, const Vector3d& X, bool is_point, double sign) const {
        JointVector v;
        const Vector3d there = axes[side] * X + (is_point ? centres[side] : Vector3d::Zero());
        v.start[0] = sign * there;
        if (is_point) v.weights[4 * side] = sign;
        for (int k = 0; k < 3; ++k)
            v.weights[4 * side + 1 + k] = sign * X[k] / LENGTH;
        return v;
    }
    /// Point X of a without the point Y of b, or directions.
    JointVector between(const Vector3d& X, const Vector3d& Y, bool is_point) const {
        JointVector v = of(0, X, is_point, 1.0);
        const JointVector b = of(1, Y, is_point, -1.0);
        for (int k = 4; k < 8; ++k)
            v.weights[k] = b.weights[k];
        v.start[1] = -b.start[0];
        return v;
    }
};

Pair some_pair(test::Random& random) {
    Pair pair;
    for (int side = 0; side < SIDES; ++side) {
        pair.centres[side] = random.vector3();
        pair.axes[side] = random.rotation().toRotationMatrix();
    }
    return pair;
}

/// All kinds of terms.
JointElement whole_joint(const Pair& pair) {
    JointElement joint;
    const JointVector point = pair.between({0.1, 0.2, -0.3}, {0.2, -0.4, 0.1}, true);
    joint.vectors.push_back({point, 7.0});
    joint.vectors.push_back({pair.between({0.6, 0, 0.8}, {0, 1, 0}, false), 2.0});
    AxisLaw law;
    law.spring = {.stiffness = 3.0, .target = 0.2};
    law.motor = {.stiffness = 4.0, .target = 0.1};
    joint.products.push_back({point, pair.of(1, {0, 0.6, 0.8}, false, 1.0), law});
    joint.angle = {.a = pair.of(0, {1, 0, 0}, false, 1.0),
                   .b1 = pair.of(1, {1, 0, 0}, false, 1.0),
                   .b2 = pair.of(1, {0, 1, 0}, false, 1.0),
                   .centre = 0.0,
                   .law = law};
    joint.length = {.v = point, .law = law};
    return joint;
}

TEST(JointElement, DerivativesMatchFiniteDifferences) {
    test::Random random(3);
    for (int i = 0; i < 5; ++i) {
        const JointElement joint = whole_joint(some_pair(random));
        test::check_element(joint, 0.1 * random.vector(24));
    }
}

/// Increments that turn and move both sides alike.
Vec moved(const Pair& pair, const Vec& q, const Quaterniond& R, const Vector3d& u) {
    Vec result;
    for (int side = 0; side < SIDES; ++side) {
        const Vector3d centre = pair.centres[side] + q.segment<3>(12L * side);
        result.segment<3>(12L * side) = R * centre + u - pair.centres[side];
        for (int k = 0; k < 3; ++k) {
            const long at = 12L * side + 3 + 3L * k;
            const Vector3d column = pair.axes[side].col(k) + q.segment<3>(at) / LENGTH;
            result.segment<3>(at) = LENGTH * (R * column - pair.axes[side].col(k));
        }
    }
    return result;
}

TEST(JointElement, DoesNotChangeWhenThePairIsMovedAndTurned) {
    test::Random random(4);
    for (int i = 0; i < 5; ++i) {
        const Pair pair = some_pair(random);
        const JointElement joint = whole_joint(pair);
        const Vec q = 0.1 * random.vector(24);
        const Vec there = moved(pair, q, random.rotation(), random.vector3());
        EXPECT_NEAR(joint.value(there), joint.value(q), 1e-12 * joint.value(q));
    }
}

TEST(JointElement, CountsWholeTurns) {
    Pair pair;
    pair.centres = {Vector3d::Zero(), Vector3d::Zero()};
    for (const double angle : {0.3, 3.0, 3.5, 7.0, -20.0}) {
        pair.axes = {exp_quaternion({0, 0, angle}).toRotationMatrix(), Matrix3d::Identity()};
        AngleTerm term = *whole_joint(pair).angle;
        term.centre = angle + 3.0;
        EXPECT_NEAR(term.at(Vec::Zero()), angle, 1e-12);
        term.centre = angle - 3.0;
        EXPECT_NEAR(term.at(Vec::Zero()), angle, 1e-12);
    }
}

TEST(JointElement, HasTheEnergiesOfItsFormulas) {
    Pair pair;
    pair.centres = {Vector3d(1, 2, 3), Vector3d(1, 0, 3)};
    pair.axes = {Matrix3d::Identity(), exp_quaternion({0, 0, 0.5}).toRotationMatrix()};
    JointElement ball;
    ball.vectors.push_back({pair.between(Vector3d::Zero(), Vector3d::Zero(), true), 7.0});
    EXPECT_DOUBLE_EQ(ball.value(Vec::Zero()), 0.5 * 7.0 * 4.0);
    JointElement spring;
    spring.length = {.v = ball.vectors[0].v, .law = {}};
    spring.length->law.spring = {.stiffness = 3.0, .target = 1.5};
    EXPECT_DOUBLE_EQ(spring.value(Vec::Zero()), 0.5 * 3.0 * 0.25);
    JointElement hinge;
    hinge.angle = whole_joint(pair).angle;
    hinge.angle->law = {};
    hinge.angle->law.spring = {.stiffness = 2.0};
    EXPECT_NEAR(hinge.value(Vec::Zero()), 0.25, 1e-12);
}

}  // namespace
}  // namespace sinew::joints
