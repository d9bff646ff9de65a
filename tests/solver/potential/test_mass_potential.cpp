#include "potential/mass_potential.hpp"

#include <gtest/gtest.h>

#include "support/potential_checks.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

TEST(MassPotential, IsTheKineticEnergyOfTheMissingMotion) {
    const double masses[] = {2.0, 3.0};
    const MassMatrix mass = MassMatrix::lumped(masses);
    MassPotential inertia("inertia", mass, {.first = 1, .count = 2});
    Eigen::VectorXd target(6);
    target << 1, 0, 0, 0, 0, 0;
    inertia.set_target(100.0, target);
    // Node 0 is off by 1 along x, node 1 by 2 along z: ½·100·(2·1 + 3·4).
    Eigen::VectorXd x = Eigen::VectorXd::Zero(9);
    x[8] = 2.0;
    EXPECT_DOUBLE_EQ(inertia.value(x), 700.0);
    x.segment<6>(3) = target;
    EXPECT_EQ(inertia.value(x), 0.0);
}

TEST(MassPotential, DerivativesMatchFiniteDifferences) {
    const MassMatrix consistent(3,
                                {{0, 0, 2.0}, {1, 0, 0.5}, {1, 1, 3.0}, {2, 1, 0.7}, {2, 2, 1.0}});
    MassPotential inertia("inertia", consistent, {.first = 1, .count = 3});
    test::Random random(1);
    inertia.set_target(50.0, random.vector(9));
    test::check_potential(inertia, 5, random.vector(15));
}

TEST(MassPotential, WithoutWeightItIsOff) {
    const double masses[] = {2.0};
    const MassMatrix mass = MassMatrix::lumped(masses);
    MassPotential inertia("inertia", mass, {.first = 0, .count = 1});
    const Eigen::VectorXd x = Eigen::VectorXd::Ones(3);
    EXPECT_EQ(inertia.value(x), 0.0);
    EXPECT_EQ(test::hessian_of(inertia, 1, x), Eigen::MatrixXd::Zero(3, 3));
}

}  // namespace
}  // namespace sinew
