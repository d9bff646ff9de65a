#include "potential/rotary_mass_potential.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/potential_checks.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

constexpr double MASSES[] = {2.0, 3.0};

TEST(RotaryMassPotential, IsTheKineticEnergyOfTheMissingTurn) {
    const MassMatrix mass = MassMatrix::lumped(MASSES);
    RotaryMassPotential inertia("rotary inertia", mass, {.first = 1, .count = 2});
    Eigen::VectorXd target = Eigen::VectorXd::Zero(6);
    target[0] = 1.0;
    inertia.set_target(100.0, target);
    // Node 0 turns by 1.5 instead of 1 about x, node 1 by 2 about z: ½·100·(2·0.25 + 3·4).
    Eigen::VectorXd x = Eigen::VectorXd::Zero(9);
    x[3] = 2.0 * std::tan(0.75);
    x[8] = 2.0 * std::tan(1.0);
    EXPECT_NEAR(inertia.value(x), 625.0, 1e-11);
}

// Half a turn is infinitely far away: what is asked for must stay within reach.
TEST(RotaryMassPotential, ShortensTargetsThatNoIncrementReaches) {
    const MassMatrix mass = MassMatrix::lumped(MASSES);
    RotaryMassPotential inertia("rotary inertia", mass, {.first = 0, .count = 2});
    Eigen::VectorXd target = Eigen::VectorXd::Zero(6);
    target[1] = 5.0;
    inertia.set_target(1.0, target);
    Eigen::VectorXd x = Eigen::VectorXd::Zero(6);
    x[1] = 2.0 * std::tan(std::acos(0.1));
    EXPECT_NEAR(inertia.value(x), 0.0, 1e-20);
}

TEST(RotaryMassPotential, DerivativesMatchFiniteDifferences) {
    const MassMatrix consistent(3,
                                {{0, 0, 2.0}, {1, 0, 0.5}, {1, 1, 3.0}, {2, 1, 0.7}, {2, 2, 1.0}});
    RotaryMassPotential inertia("rotary inertia", consistent, {.first = 1, .count = 3});
    test::Random random(1);
    for (const double size : {0.02, 1.0}) {
        inertia.set_target(50.0, random.vector(9));
        test::check_potential(inertia, 5, random.vector(15, size));
    }
}

TEST(RotaryMassPotential, WithoutWeightItIsOff) {
    const MassMatrix mass = MassMatrix::lumped(MASSES);
    RotaryMassPotential inertia("rotary inertia", mass, {.first = 0, .count = 2});
    const Eigen::VectorXd x = Eigen::VectorXd::Ones(6);
    EXPECT_EQ(inertia.value(x), 0.0);
    EXPECT_EQ(test::hessian_of(inertia, 2, x), Eigen::MatrixXd::Zero(6, 6));
}

}  // namespace
}  // namespace sinew
