#include "potential/load_potential.hpp"

#include <gtest/gtest.h>

#include "support/potential_checks.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

TEST(LoadPotential, IsMinusTheWorkOfTheForces) {
    LoadPotential load("load", {.first = 1, .count = 2});
    load.set_loads({{1, 0, 0}, {0, 2, 0}});
    Eigen::VectorXd x(9);
    x << 9, 9, 9, 3, 0, 0, 0, 5, 0;
    EXPECT_DOUBLE_EQ(load.value(x), -13.0);
}

TEST(LoadPotential, DerivativesMatchFiniteDifferences) {
    test::Random random(1);
    LoadPotential load("load", {.first = 1, .count = 2});
    load.set_loads({random.vector3(), random.vector3()});
    test::check_potential(load, 4, random.vector(12));
}

TEST(GravityPotential, IsTheHeightOfTheMasses) {
    GravityPotential gravity({.first = 0, .count = 2}, {2.0, 0.5});
    StepInfo step;
    step.gravity = {0.0, 0.0, -10.0};
    gravity.begin_step(step);
    Eigen::VectorXd x(6);
    x << 1, 1, 3, 0, 0, -4;  // 2 kg up by 3 m, half a kilo down by 4
    EXPECT_DOUBLE_EQ(gravity.value(x), 40.0);
    test::check_potential(gravity, 2, x);
}

}  // namespace
}  // namespace sinew
