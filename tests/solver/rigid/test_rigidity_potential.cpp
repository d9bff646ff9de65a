#include "rigid/rigidity_potential.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "support/dense_algebra.hpp"
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

TEST(RigidityPotential, HasNoNegativeCurvatureWhereContactsPressIt) {
    const RigidityPotential::Elements element{{.length = 0.3, .stiffness = 50.0}};
    RigidityPotential potential(element, 0);
    BlockPairs pairs;
    potential.list_pairs(pairs);
    const auto pattern = std::make_shared<const BlockPattern>(BlockPattern::from_pairs(3, pairs));
    potential.find_slots(*pattern);
    // Pressed together along all axes: a turn would set it free.
    Eigen::VectorXd x = Eigen::VectorXd::Zero(9);
    for (int k = 0; k < 3; ++k)
        x[3L * k + k] = -0.03;
    const auto least_curvature = [&](PsdProjection psd) {
        BlockMatrix H(pattern);
        Eigen::VectorXd g = Eigen::VectorXd::Zero(9);
        potential.add_hessian(x, 1.0, psd, g, H);
        Eigen::MatrixXd dense(9, 9);
        Eigen::VectorXd column;
        for (int i = 0; i < 9; ++i) {
            H.multiply(Eigen::VectorXd::Unit(9, i), column);
            dense.col(i) = column;
        }
        return test::eigenvalues_of(dense)[0];
    };
    EXPECT_LT(least_curvature(PsdProjection::None), -1.0);
    EXPECT_GT(least_curvature(PsdProjection::Barriers), -1e-9);
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
