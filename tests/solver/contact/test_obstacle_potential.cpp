#include "contact/obstacle_potential.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/potential_checks.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

const Pill<double> TAPERED{{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, 1.0, 0.4};
const Pill<double> BALL{{1.0, 2.0, 3.0}, {1.0, 2.0, 3.0}, 0.5, 0.5};

ObstaclePotential one_node(const Vector3d& at, const Obstacles& obstacles, double radius = 0.0) {
    ObstaclePotential potential(
        {.first = 0, .count = 1},
        {{.point = NodePoint::at(0), .stiffness = 10.0, .width = 0.1, .radius = radius}});
    potential.set_step({at}, obstacles);
    return potential;
}

// ψ by hand: below the width 0.05³/(6·0.1), beyond it 0.3²/2 − 0.1·0.3/2 + 0.1²/6; times k = 10.
TEST(ObstaclePotential, HasKnownValues) {
    // Its top is at z = 1.
    const Obstacles floor{.pills = {{{5.0, 5.0, 0.0}, {5.0, 5.0, 0.0}, 1.0, 1.0}}};
    const VectorXd still = VectorXd::Zero(3);
    EXPECT_EQ(one_node({5, 5, 1.2}, floor).value(still), 0.0);
    EXPECT_NEAR(one_node({5, 5, 0.95}, floor).value(still), 10.0 * 1.25e-4 / 0.6, 1e-15);
    EXPECT_NEAR(one_node({5, 5, 0.7}, floor).value(still), 10.0 * (0.03 + 0.01 / 6.0), 1e-14);
    // The motion of the step counts.
    EXPECT_NEAR(one_node({5, 5, 1.2}, floor).value(VectorXd::Unit(3, 2) * -0.5),
                10.0 * (0.03 + 0.01 / 6.0), 1e-14);
    EXPECT_NEAR(one_node({5, 5, 0.7}, floor).smallest_distance(still), -0.3, 1e-15);
    EXPECT_TRUE(std::isnan(one_node({5, 5, 0.7}, {}).smallest_distance(still)));
    // Half of a sheet's thickness: 0.1 above the plane is as deep as 0.1 below without.
    EXPECT_NEAR(one_node({5, 5, 1.1}, floor, 0.2).value(still),
                one_node({5, 5, 0.9}, floor).value(still), 1e-15);
    EXPECT_NEAR(one_node({5, 5, 1.1}, floor, 0.2).smallest_distance(still), -0.1, 1e-15);
}

TEST(ObstaclePotential, KnowsTheDistanceToPills) {
    EXPECT_NEAR(distance_to(BALL, {1.0, 2.0, 5.0}).d, 1.5, 1e-15);
    EXPECT_NEAR(distance_to(TAPERED, {-3.0, 0.0, 0.0}).d, 2.0, 1e-15);
    EXPECT_NEAR(distance_to(TAPERED, {2.0, 0.0, 0.3}).d, -0.1, 0.02);
    // The axis of a tapered pill: the nearest surface is anywhere around, but a number all the same.
    const ObstacleDistance inside = distance_to(TAPERED, {0.0, 0.0, 0.0});
    EXPECT_TRUE(std::isfinite(inside.d) && inside.n.allFinite() && inside.second.allFinite());
}

// ∇d and ∇²d against differences, beside and at the ends, outside and inside.
TEST(ObstaclePotential, DistancesMatchTheirDerivatives) {
    constexpr double STEP = 1e-5;
    for (const Vector3d& x : {Vector3d(1.0, 1.2, 0.5), Vector3d(0.9, 0.3, -0.2),
                              Vector3d(-0.7, 0.4, 0.3), Vector3d(2.6, 0.2, 0.5)}) {
        const ObstacleDistance at = distance_to(TAPERED, x);
        EXPECT_NEAR(at.n.norm(), 1.0, 1e-12);
        for (int axis = 0; axis < 3; ++axis) {
            const Vector3d h = STEP * Vector3d::Unit(axis);
            const ObstacleDistance ahead = distance_to(TAPERED, x + h);
            const ObstacleDistance behind = distance_to(TAPERED, x - h);
            EXPECT_NEAR((ahead.d - behind.d) / (2.0 * STEP), at.n[axis], 1e-8);
            EXPECT_LT(((ahead.n - behind.n) / (2.0 * STEP) - at.second.col(axis)).norm(), 1e-8);
        }
    }
}

TEST(ObstaclePotential, DerivativesMatchFiniteDifferences) {
    test::Random random(7);
    const NodePoint between{.nodes = {0, 1, 2, 3}, .weights = {0.5, 0.3, -0.2, 0.4}};
    ObstaclePotential potential(
        {.first = 1, .count = 4},
        {{.point = NodePoint::at(0), .stiffness = 3.0, .width = 0.05},
         {.point = NodePoint::at(1), .stiffness = 2.0, .width = 0.5},
         {.point = NodePoint::at(2), .stiffness = 1.0, .width = 0.02, .radius = 0.1},
         {.point = NodePoint::at(3), .stiffness = 4.0, .width = 1.0},
         {.point = between, .stiffness = 2.0, .width = 0.1, .radius = 0.05}});
    // In the side of the tapered pill, in its end, in one ball and in the other; a node is in two of them, a point between
    // all four in the pill.
    potential.set_step({{1.0, 0.3, 0.2}, {-0.6, 0.2, 0.1}, {1.1, 2.2, 2.8}, {0.5, 0.5, 0.3}},
                       {.pills = {TAPERED, BALL, {{0.5, 0.4, -0.2}, {0.5, 0.4, -0.2}, 0.8, 0.8}}});
    for (int trial = 0; trial < 5; ++trial)
        test::check_potential(potential, 5, random.vector(15, 0.05));
}

}  // namespace
}  // namespace sinew
