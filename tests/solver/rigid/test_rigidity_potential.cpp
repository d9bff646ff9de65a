#include "rigid/rigidity_potential.hpp"

#include <gtest/gtest.h>

#include "support/potential_checks.hpp"
#include "support/random.hpp"

namespace sinew::rigid {
namespace {

TEST(RigidityPotential, DerivativesMatchFiniteDifferences) {
    const RigidityPotential::Elements element{{.length = 0.3, .stiffness = 50.0}};
    RigidityPotential potential(element, 2);
    test::Random random(6);
    test::check_potential(potential, 6, 0.1 * random.vector(18));
}

TEST(RigidityPotential, BendsItsOwnBlocksAlone) {
    const RigidityPotential::Elements element{{.length = 0.3, .stiffness = 50.0}};
    const RigidityPotential potential(element, 2);
    test::Random random(7);
    const Eigen::VectorXd x = 0.01 * random.vector(18);
    const Eigen::VectorXd dx = 0.1 * random.vector(18);
    Eigen::VectorXd trial = x + 0.5 * dx;
    const Eigen::VectorXd straight = trial;
    potential.bend(x, dx, 0.5, trial);
    EXPECT_EQ(trial.head(6), straight.head(6));
    EXPECT_EQ(trial.tail(3), straight.tail(3));
    EXPECT_EQ(RigidityElement::Vec(trial.segment<9>(6)),
              element.front().bent(x.segment<9>(6), dx.segment<9>(6), 0.5));
    EXPECT_NE(trial.segment<9>(6), straight.segment<9>(6));
}

}  // namespace
}  // namespace sinew::rigid
