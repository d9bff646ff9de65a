#include "potential/point_pin_potential.hpp"

#include <gtest/gtest.h>

#include "support/potential_checks.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

PointPinPotential two_points() {
    PointPinPotential potential(
        {.first = 1, .count = 5},
        {{.nodes = {4, 0, 2, 1}, .weights = {0.6, 0.5, -0.3, 0.2}}, NodePoint::at(3)});
    potential.set_step({{3.0, 0.0, 2.0}, {1.0, 4.0, 5.0}}, {{0.1, 0.2, 0.3}, {-0.2, 0.0, 0.4}});
    return potential;
}

TEST(PointPinPotential, IsASpringOnThePoint) {
    PointPinPotential potential = two_points();
    VectorXd x = VectorXd::Zero(18);
    // All nodes move alike, and so does the point: weights sum to 1.
    for (int block = 1; block < 6; ++block)
        block_of(x, block) = Vector3d(0.1, 7.0, 0.5);
    EXPECT_LT((potential.missing(x, 0) - Vector3d(0.0, -6.8, -0.2)).norm(), 1e-14);
    // ½ (2 · 0.2²) at the first point, ½ (0.3² + 4 · 7² + 5 · 0.1²) at the second.
    EXPECT_NEAR(potential.value(x), 0.04 + 0.5 * (0.09 + 196.0 + 0.05), 1e-12);
}

TEST(PointPinPotential, DerivativesMatchFiniteDifferences) {
    test::Random random(3);
    PointPinPotential potential = two_points();
    test::check_potential(potential, 6, random.vector(18, 0.3));
}

}  // namespace
}  // namespace sinew
