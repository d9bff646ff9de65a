#include "viper/implicit/rod_potential.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "solver/viper/rod_fixture.hpp"
#include "support/potential_checks.hpp"
#include "support/random.hpp"
#include "viper/body/rod_system.hpp"

namespace sinew::viper {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Two rods of different lengths in a step that has begun.
struct RodsInAStep {
    RodsInAStep() {
        sinew::test::Random random(7);
        RodsDef def = test::random_rod(4, random);
        const RodsDef other = test::random_rod(2, random);
        def.counts.push_back(3);
        for (std::size_t i = 0; i < 3; ++i) {
            def.points.emplace_back(other.points[i] + Eigen::Vector3d(0, 1, 0));
            def.radii.push_back(other.radii[i]);
        }
        set = &system.add(def);
        const int points = static_cast<int>(set->point_count());
        ranges = {.positions = {0, points},
                  .rotations = {points, points},
                  .scales = {2 * points, points}};
        energy = std::make_unique<RodPotential>(*set, ranges);
        StepInfo step;
        step.dt = 0.02;
        step.gravity = {0, 0, -9.81};
        system.begin_step(step);
        energy->set_step(system.batches());
        x = VectorXd::Zero(9L * points);
        for (int j = 0; j < points; ++j) {
            block_of(x, j) = random.vector3(0.01);
            if (set->frame_point(j) == j) block_of(x, points + j) = random.vector3(0.6);
            x[3L * (2 * points + j)] = 0.004 * random.uniform(-1.0, 1.0);
        }
    }

    /// Unknowns that mean something.
    std::vector<int> unknowns() const {
        std::vector<int> all;
        const int points = static_cast<int>(set->point_count());
        for (int j = 0; j < points; ++j) {
            for (int a = 0; a < 3; ++a) {
                all.push_back(3 * j + a);
                if (set->frame_point(j) == j) all.push_back(3 * (points + j) + a);
            }
            all.push_back(3 * (2 * points + j));
        }
        return all;
    }

    Colliders colliders;
    RodSystem system{{}, colliders};
    const RodSet* set = nullptr;
    RodRanges ranges;
    std::unique_ptr<RodPotential> energy;
    VectorXd x;
};

TEST(RodPotential, HasTheDerivativesOfItsEnergy) {
    RodsInAStep rods;
    const MatrixXd H =
        sinew::test::hessian_of(*rods.energy, static_cast<int>(rods.x.size()) / 3, rods.x);
    VectorXd g = VectorXd::Zero(rods.x.size());
    const double value = rods.energy->add_gradient(rods.x, 1.0, g);
    EXPECT_GT(value, 0.0);
    EXPECT_DOUBLE_EQ(rods.energy->value(rods.x), value);
    const double step = 1e-6;
    for (const int i : rods.unknowns()) {
        VectorXd up = rods.x;
        VectorXd down = rods.x;
        up[i] += step;
        down[i] -= step;
        VectorXd g_up = VectorXd::Zero(rods.x.size());
        VectorXd g_down = g_up;
        const double slope = (rods.energy->add_gradient(up, 1.0, g_up) -
                              rods.energy->add_gradient(down, 1.0, g_down)) /
                             (2.0 * step);
        EXPECT_NEAR(g[i], slope, 1e-6 * (1.0 + g.cwiseAbs().maxCoeff())) << i;
        for (const int k : rods.unknowns())
            EXPECT_NEAR(H(i, k), (g_up[k] - g_down[k]) / (2.0 * step),
                        1e-6 * H.cwiseAbs().maxCoeff())
                << i << ", " << k;
    }
}

TEST(RodPotential, HasAProjectedHessianWithoutNegativeEigenvalues) {
    RodsInAStep rods;
    const MatrixXd H = sinew::test::hessian_of(*rods.energy, static_cast<int>(rods.x.size()) / 3,
                                               rods.x, PsdProjection::Clamp);
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(H, Eigen::EigenvaluesOnly);
    EXPECT_GT(solver.eigenvalues().minCoeff(), -1e-9 * solver.eigenvalues().maxCoeff());
}

TEST(RodPotential, LetsNoScaleVanishAndNoFrameTurnTooFar) {
    RodsInAStep rods;
    const int points = static_cast<int>(rods.set->point_count());
    const VectorXd start = VectorXd::Zero(rods.x.size());
    VectorXd dx = start;
    EXPECT_EQ(rods.energy->max_step(start, dx), 1.0);
    dx[3L * (2 * points)] = -2.0 * rods.set->def().radii[0];
    EXPECT_NEAR(rods.energy->max_step(start, dx), 0.35, 1e-12);
    block_of(dx, points + 1) = Eigen::Vector3d(0, 15, 0);
    EXPECT_NEAR(rods.energy->max_step(start, dx), 0.1, 1e-12);
}

}  // namespace
}  // namespace sinew::viper
