#include "implicit/node_terms.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace sinew {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// Two nodes of 2 and 3 kg.
struct TwoNodes {
    explicit TwoNodes(double rotary)
        : terms({.mass = MassMatrix::lumped(std::array{2.0, 3.0}),
                 .rotary = MassMatrix::lumped(std::array{rotary, rotary}),
                 .drag = MassMatrix::lumped(std::array{0.01, 0.02}),
                 .damping = 0.0,
                 .has_rotary_inertia = rotary > 0.0}) {
        NodeUnknowns unknowns;
        unknowns.positions = total.dofs().add("nodes", BlockKind::Position, 2, 1.0);
        unknowns.rotations = total.dofs().add("nodes", BlockKind::Rotation, 2, 1.0);
        terms.set_unknowns(unknowns);
        terms.add_mass_terms(total);
        terms.add_gravity_term(total);
        terms.add_load_terms(total, true, false);
        total.make_pattern();
        motion.reset(12);
    }

    /// The sum of all terms at x after a step has begun.
    double value(const StepInfo& step, const VectorXd& x) {
        motion.begin_step(Integrator::BackwardEuler, step.dt);
        terms.begin_step(step, motion, 0);
        terms.forces()->set_loads({Vector3d::Zero(), Vector3d::Zero()});
        total.begin_step(step);
        return total.value(x);
    }

    TotalPotential total;
    MotionHistory motion;
    NodeTerms terms;
    std::vector<Vector3d> positions{Vector3d(0, 0, 1), Vector3d(0, 0, 2)};
};

TEST(NodeTerms, AreInertiaAndGravity) {
    TwoNodes nodes(0.5);
    VectorXd x = VectorXd::Zero(12);
    x[2] = 0.1;                  // the first node up
    x[6] = 2.0 * std::tan(0.1);  // and turned by 0.2 rad
    StepInfo step;
    step.dt = 0.5;
    step.gravity = {0.0, 0.0, -10.0};
    // ½ m x²/dt² + m g x + ½ Θ α²/dt²
    EXPECT_NEAR(nodes.value(step, x),
                0.5 * 2.0 * 0.01 / 0.25 + 2.0 * 10.0 * 0.1 + 0.5 * 0.5 * 0.04 / 0.25, 1e-12);
}

TEST(NodeTerms, HoldRotationsBackInStepsThatAreTriedAgain) {
    TwoNodes nodes(0.0);
    VectorXd x = VectorXd::Zero(12);
    x[9] = 0.3;
    StepInfo step;
    step.dt = 0.1;
    step.gravity.setZero();
    EXPECT_EQ(nodes.value(step, x), 0.0);
    step.halvings = 1;
    EXPECT_NEAR(nodes.value(step, x), 0.5 * 0.02 * 0.09 / 0.01, 1e-15);
}

TEST(NodeTerms, MeasureMotionHeightAndContact) {
    TwoNodes nodes(0.5);
    StepInfo step;
    step.dt = 0.1;
    step.gravity = {0.0, 0.0, -10.0};
    const VectorXd x = VectorXd::Zero(12);
    nodes.value(step, x);
    nodes.terms.accept_step();
    nodes.terms.note_contact({.energy = 0.25, .smallest_gap = 0.5});
    VectorXd rates = VectorXd::Zero(12);
    rates[0] = 2.0;
    rates[11] = 4.0;
    nodes.motion.set_rates(rates);
    BodyMeasures measures;
    nodes.terms.measure(nodes.motion, nodes.positions, step.gravity, measures);
    EXPECT_NEAR(measures.energy.kinetic, 0.5 * 2.0 * 4.0 + 0.5 * 0.5 * 16.0, 1e-14);
    EXPECT_NEAR(measures.energy.gravity, 10.0 * (2.0 * 1.0 + 3.0 * 2.0), 1e-12);
    EXPECT_EQ(measures.energy.contact, 0.25);
    EXPECT_EQ(measures.min_distance, 0.5);
}

}  // namespace
}  // namespace sinew
