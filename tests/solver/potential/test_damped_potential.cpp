#include "potential/damped_potential.hpp"

#include <gtest/gtest.h>

#include "potential/element_potential.hpp"
#include "support/potential_checks.hpp"
#include "support/random.hpp"
#include "support/spring_element.hpp"

namespace sinew {
namespace {

const std::vector<std::array<std::int32_t, 2>> ONE_PAIR{{0, 1}};

StepInfo step_of(double dt) {
    StepInfo step;
    step.dt = dt;
    return step;
}

TEST(DampedPotential, DerivativesMatchFiniteDifferences) {
    const std::vector<test::SpringElement> springs{{{0.5, 0.4, 0.0}, 0.5, 3.0}};
    ElementPotential elastic("springs", springs, ONE_PAIR);
    DampedPotential damped(elastic, 0.02);
    damped.find_slots(BlockPattern::from_pairs(2, std::vector<std::pair<int, int>>{{0, 1}}));
    damped.begin_step(step_of(0.01));
    test::check_potential(damped, 2, test::Random(1).vector(6, 0.2));
}

TEST(DampedPotential, ResistsTheRateOfTheElasticForce) {
    // Along its own line a spring is linear: the force of damping is −β k v.
    const std::vector<test::SpringElement> springs{{{1.5, 0.0, 0.0}, 1.0, 200.0}};
    ElementPotential elastic("springs", springs, ONE_PAIR);
    constexpr double BETA = 0.03;
    constexpr double DT = 0.01;
    DampedPotential damped(elastic, BETA);
    damped.find_slots(BlockPattern::from_pairs(2, std::vector<std::pair<int, int>>{{0, 1}}));
    damped.begin_step(step_of(DT));
    Eigen::VectorXd x = Eigen::VectorXd::Zero(6);
    x[3] = 0.1;  // the second end moves at 10 m/s
    Eigen::VectorXd g_elastic = Eigen::VectorXd::Zero(6);
    Eigen::VectorXd g = Eigen::VectorXd::Zero(6);
    elastic.add_gradient(x, 1.0, g_elastic);
    damped.add_gradient(x, 1.0, g);
    EXPECT_NEAR(g[3] - g_elastic[3], BETA * 200.0 * 10.0, 1e-9);
    EXPECT_NEAR(g[0] - g_elastic[0], -BETA * 200.0 * 10.0, 1e-9);
    // ½ k (0.6² + β/dt · 0.1²).
    EXPECT_NEAR(damped.value(x), 100.0 * (0.36 + 3.0 * 0.01), 1e-9);
}

TEST(DampedPotential, WithoutDampingItIsTheElasticEnergy) {
    const std::vector<test::SpringElement> springs{{{1.5, 0.0, 0.0}, 1.0, 200.0}};
    ElementPotential elastic("springs", springs, ONE_PAIR);
    DampedPotential damped(elastic, 0.0);
    damped.find_slots(BlockPattern::from_pairs(2, std::vector<std::pair<int, int>>{{0, 1}}));
    damped.begin_step(step_of(0.01));
    const Eigen::VectorXd x = test::Random(2).vector(6, 0.2);
    EXPECT_EQ(damped.value(x), elastic.value(x));
}

}  // namespace
}  // namespace sinew
