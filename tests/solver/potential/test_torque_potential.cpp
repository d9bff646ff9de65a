#include "potential/torque_potential.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/potential_checks.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

TorquePotential torque_of(const Eigen::Vector3d& torque) {
    TorquePotential term("torques", {.first = 1, .count = 2});
    term.set_loads({torque, {0.0, 0.0, 0.0}});
    return term;
}

// Turns about the axis of a torque do the work torque times angle, however large they are.
TEST(TorquePotential, IsMinusTheWorkAboutItsAxis) {
    TorquePotential term = torque_of({0.0, 0.0, 3.0});
    for (const double angle : {1e-6, 0.02, 0.049, 0.051, 0.5, 1.5, 2.5}) {
        Eigen::VectorXd x = Eigen::VectorXd::Zero(9);
        x[5] = 2.0 * std::tan(0.5 * angle);
        EXPECT_NEAR(term.value(x), -3.0 * angle, 1e-13 * angle);
    }
}

TEST(TorquePotential, DerivativesMatchFiniteDifferences) {
    test::Random random(1);
    for (const double size : {1e-3, 0.02, 0.1, 1.0}) {
        SCOPED_TRACE(size);
        TorquePotential term = torque_of(random.vector3());
        test::check_potential(term, 4, random.vector(12, size));
    }
}

}  // namespace
}  // namespace sinew
