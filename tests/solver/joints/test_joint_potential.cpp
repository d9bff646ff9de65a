#include "joints/joint_potential.hpp"

#include <gtest/gtest.h>

#include "support/potential_checks.hpp"
#include "support/random.hpp"

namespace sinew::joints {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// A fixed joint between blocks `first` and `second`, −1: the world, whose pivot is at `point` from both centres.
JointPart fixed_joint(int first, int second, const Vector3d& point_a, const Vector3d& point_b,
                      double mass_a = 1.0, double mass_b = 1.0) {
    JointPart part;
    part.sides[0] = {.first = first, .mass = mass_a};
    part.sides[1] = {.first = second, .mass = mass_b};
    const std::array<Vector3d, SIDES> points{point_a, point_b};
    const auto vector = [&](bool is_point, const std::array<Vector3d, SIDES>& X) {
        JointVector v;
        for (int side = 0; side < SIDES; ++side) {
            v.start[side] = X[side];
            if (part.sides[side].first < 0) continue;
            const double sign = side == 0 ? 1.0 : -1.0;
            if (is_point) v.weights[4 * side] = sign;
            for (int k = 0; k < 3; ++k)
                v.weights[4 * side + 1 + k] = sign * X[side][k];
        }
        return v;
    };
    part.hold.pivot = true;
    part.hold.point = vector(true, points);
    // Both pivots are in one place.
    part.hold.point.start = {Vector3d::Zero(), Vector3d::Zero()};
    part.element.vectors.push_back({part.hold.point, 5.0});
    part.hold.directions = 3;
    for (int k = 0; k < 3; ++k) {
        part.hold.axes[k] = vector(false, {Vector3d::Unit(k), Vector3d::Unit(k)});
        part.element.vectors.push_back({part.hold.axes[k], 2.0});
    }
    return part;
}

TEST(JointPotential, DerivativesMatchFiniteDifferences) {
    const JointPart inner = fixed_joint(5, 0, {0.3, 0, 0}, {0, 0.4, 0.1});
    const JointPart outer = fixed_joint(-1, 5, {0, 0, 0}, {0.2, 0.4, 0.1});
    JointPotential potential;
    potential.add(inner);
    potential.add(outer);
    test::Random random(6);
    test::check_potential(potential, 10, 0.1 * random.vector(30));
}

TEST(JointPotential, PutsAChainTogetherAsTheStraightWayPromises) {
    // Hung on the world by the last of three, in the order that does not follow the chain.
    const JointPart low = fixed_joint(0, 4, {0, 0, 0.5}, {0, 0, -0.5});
    const JointPart top = fixed_joint(8, -1, {0, 0, 0.5}, {0, 0, 0});
    const JointPart middle = fixed_joint(4, 8, {0, 0, 0.5}, {0, 0, -0.5});
    JointPotential potential;
    for (const JointPart* const part : {&low, &top, &middle})
        potential.add(*part);
    test::hessian_of(potential, 12, VectorXd::Zero(36));  // finds its slots
    test::Random random(8);
    const VectorXd x = 1e-3 * random.vector(36);
    const VectorXd dx = 0.05 * random.vector(36);
    VectorXd trial = x + dx;
    // The bodies bend their axes before.
    trial += 0.01 * random.vector(36);
    potential.bend(x, dx, 1.0, trial);
    for (const JointPart* const part : {&low, &top, &middle}) {
        const JointElement::Vec promised = gather(*part, x + dx);
        const JointElement::Vec there = gather(*part, trial);
        EXPECT_LE((part->hold.point.at(there) - part->hold.point.at(promised)).norm(), 1e-14);
    }
}

TEST(JointPotential, TurnsTheLighterBodyAndKeepsTheCentreOfMass) {
    const JointPart pair = fixed_joint(0, 4, {0.5, 0, 0}, {-0.5, 0, 0}, 1.0, 3.0);
    JointPotential potential;
    potential.add(pair);
    test::hessian_of(potential, 8, VectorXd::Zero(24));
    test::Random random(9);
    const VectorXd dx = 0.2 * random.vector(24);
    VectorXd trial = 1.1 * dx;
    const VectorXd before = trial;
    potential.bend(VectorXd::Zero(24), dx, 1.0, trial);
    EXPECT_EQ(trial.tail(9), before.tail(9));
    EXPECT_NE(trial.segment<9>(3), before.segment<9>(3));
    // Masses are 1 and 3; the straight way has the momentum of both.
    const auto moment = [](const VectorXd& x) {
        return Vector3d(x.segment<3>(0) + 3.0 * x.segment<3>(12));
    };
    EXPECT_LE((moment(trial) - moment(dx)).norm(), 1e-14);
    const Vector3d lag =
        pair.hold.point.at(gather(pair, trial)) - pair.hold.point.at(gather(pair, dx));
    EXPECT_LE(lag.norm(), 1e-14);
}

TEST(JointPotential, HasNoEnergyWhileItIsAside) {
    const JointPart pair = fixed_joint(0, 4, {0.5, 0, 0}, {-0.5, 0, 0});
    JointPotential potential;
    potential.add(pair);
    test::Random random(10);
    const VectorXd x = 0.2 * random.vector(24);
    EXPECT_GT(test::hessian_of(potential, 8, x).norm(), 0.0);
    potential.set_aside(true);
    EXPECT_EQ(test::hessian_of(potential, 8, x).norm(), 0.0);
    EXPECT_EQ(potential.value(x), 0.0);
}

}  // namespace
}  // namespace sinew::joints
