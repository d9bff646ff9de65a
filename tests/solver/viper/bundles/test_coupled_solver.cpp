// Rods solved together: the minimum is the true one, whatever way it was found.
#include "viper/bundles/coupled_solver.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "base/parallel.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "viper/body/rod_system.hpp"

namespace sinew::viper {
namespace {

using test::crossing_rods;

const CancelToken NEVER;

/// A step of a system, from its initial state.
SolveReport one_step(RodSystem& system, double dt, const Eigen::Vector3d& gravity) {
    StepInfo step;
    step.dt = dt;
    step.frame_0 = 1.0;
    step.frame_1 = 2.0;
    step.gravity = gravity;
    system.begin_step(step);
    const SolveReport report = system.solve(step, NEVER);
    system.accept_step(step);
    return report;
}

TEST(CoupledSolver, ABundleOfOneRodIsTheRod) {
    // A section of a single point costs nothing: the coupled solver must find what the chain solver finds.
    RodsDef def = test::straight_rod(12, 1.0, 0.03);
    RodPins pins{.points = {0}};
    pins.frame = true;
    def.pins = {pins};
    const Colliders colliders;
    RodSolverSettings settings;
    settings.tolerance = 1e-9;
    settings.coupled_tolerance = 1e-7;
    settings.coupled_iterations = 50;
    RodSystem chain(settings, colliders);
    const RodSet& alone = chain.add(def);
    def.bundling.sections = RodBundling::levels(1, 13);
    RodSystem coupled(settings, colliders);
    const RodSet& bundled = coupled.add(def);
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(one_step(chain, 0.02, {0, 0, -9.81}).outcome, StepOutcome::Converged);
        EXPECT_TRUE(is_accepted(one_step(coupled, 0.02, {0, 0, -9.81}).outcome));
    }
    const RodSetState a = chain.state(alone);
    const RodSetState b = coupled.state(bundled);
    for (std::size_t j = 0; j < a.c.size(); ++j) {
        EXPECT_LT((a.c[j] - b.c[j]).norm(), 1e-6);
        EXPECT_NEAR(a.s[j], b.s[j], 1e-6);
    }
    EXPECT_LT(a.c.back().z(), -0.05);
}

TEST(CoupledSolver, ABundleBendsLikeOneBeam) {
    // Four rods at the corners of a square, held at one end. Apart, each bends about its own axis; bundled, they
    // also stretch and shorten as the flanges of one beam.
    constexpr double E = 1e7;
    constexpr double RADIUS = 0.03;
    constexpr double HALF = 0.04;
    constexpr double GRAVITY = 0.5;
    RodsDef def;
    def.name = "Bundle";
    for (int i = 0; i < 4; ++i) {
        def.counts.push_back(17);
        for (int j = 0; j < 17; ++j) {
            def.points.emplace_back(j / 16.0, i % 2 == 0 ? -HALF : HALF, i < 2 ? -HALF : HALF);
            def.radii.push_back(RADIUS);
        }
    }
    RodPins pins{.points = {0, 17, 34, 51}};
    pins.frame = true;
    def.pins = {pins};
    def.params = test::nothing_but_mass();
    def.params.stretch_stiffness = def.params.bend_stiffness = def.params.twist_stiffness = E;
    def.params.cross_section_stiffness = E;
    def.params.damping = 20.0;
    const Colliders colliders;
    const auto sag = [&](double stiffness) {
        RodsDef bundled = def;
        bundled.bundling.sections = RodBundling::levels(4, 17);
        bundled.bundling.stiffness = stiffness;
        RodSystem system({}, colliders);
        const RodSet& set = system.add(bundled);
        for (int i = 0; i < 150; ++i) {
            const SolveReport report = one_step(system, 0.04, {0, 0, -GRAVITY});
            EXPECT_EQ(report.outcome, StepOutcome::Converged) << report.residual;
        }
        return def.points[16].z() - system.state(set).c[16].z();
    };
    const double area = M_PI * RADIUS * RADIUS;
    const double own = 0.25 * area * RADIUS * RADIUS;
    const double load = 1000.0 * area * GRAVITY;  // a rod, per length
    // The frame of the first segment is held, so the beam begins in the middle of it.
    const double length = 1.0 - 0.5 / 16.0;
    const double length_4 = length * length * length * length;
    const double apart = load * length_4 / (8.0 * E * own);
    const double together = load * length_4 / (8.0 * E * (own + area * HALF * HALF));
    EXPECT_NEAR(sag(1e-3), apart, 0.04 * apart);
    EXPECT_NEAR(sag(1e9), together, 0.04 * together);
}

TEST(CoupledSolver, MomentumStaysWhenRodsCollide) {
    RodsDef def = crossing_rods(0.12);
    def.params.damping = 0.0;
    def.initial_velocities.assign(10, Eigen::Vector3d::Zero());
    for (int j = 5; j < 10; ++j)
        def.initial_velocities[j] = {0.3, 0.0, -1.0};
    const Colliders colliders;
    RodSystem system({}, colliders);
    const RodSet& set = system.add(def);
    const auto momentum = [&] {
        const RodSetState state = system.state(set);
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (std::size_t j = 0; j < state.c.size(); ++j) {
            const bool end = j % 5 == 0 || j % 5 == 4;
            const double r = def.radii[j];
            sum += (end ? 0.5 : 1.0) * r * r * state.c_rate[j];
        }
        return sum;
    };
    const Eigen::Vector3d before = momentum();
    double lowest = 1.0;
    for (int i = 0; i < 40; ++i) {
        const SolveReport report = one_step(system, 0.005, Eigen::Vector3d::Zero());
        ASSERT_EQ(report.outcome, StepOutcome::Converged) << i << " " << report.residual;
        lowest = std::min(lowest, system.state(set).c[7].z() - system.state(set).c[2].z());
    }
    EXPECT_LT((momentum() - before).norm(), 2e-3 * before.norm());
    // They met (0.09 apart) and did not pass through each other.
    EXPECT_LT(lowest, 0.09);
    EXPECT_GT(lowest, 0.07);
    EXPECT_GT(system.state(set).c[2].z() + 1.0, 0.9);
}

/// A step of crossing rods in a system.
SolveReport step_of(RodSystem& system, const CancelToken& cancel) {
    const StepInfo step{.dt = 0.01, .frame_0 = 0.0, .frame_1 = 1.0};
    system.begin_step(step);
    return system.solve(step, cancel);
}

TEST(CoupledSolver, TheStateHasNoFrameBehindTheLastSegment) {
    // Rods in one batch leave their marks there, so checkpoints would differ after a resume.
    const Colliders colliders;
    RodSystem system({}, colliders);
    const RodSet& set = system.add(crossing_rods(0.08));
    RodSetState state = system.state(set);
    for (const RodSet::Rod& rod : set.rods()) {
        const int last = rod.first + rod.points - 1;
        state.q[last] = {0.0, 1.0, 0.0, 0.0};
        state.q_rate[last] = {1.0, 2.0, 3.0};
    }
    system.set_state(set, state);
    for (const RodSet::Rod& rod : set.rods()) {
        const int last = rod.first + rod.points - 1;
        EXPECT_EQ(system.state(set).q[last].coeffs(), set.rest_frames()[last].coeffs());
        EXPECT_EQ(system.state(set).q_rate[last], Eigen::Vector3d::Zero());
    }
}

TEST(CoupledSolver, SaysThatItWasCancelled) {
    const Colliders colliders;
    RodSystem system({}, colliders);
    system.add(crossing_rods(0.08));
    CancelToken cancel;
    cancel.request();
    EXPECT_EQ(step_of(system, cancel).outcome, StepOutcome::Cancelled);
}

TEST(CoupledSolver, DoesNotAcceptAStateThatIsNotFinite) {
    const Colliders colliders;
    RodSystem system({}, colliders);
    const RodSet& set = system.add(crossing_rods(0.08));
    RodSetState state = system.state(set);
    state.c[7].x() = std::numeric_limits<double>::quiet_NaN();
    system.set_state(set, state);
    const SolveReport report = step_of(system, NEVER);
    EXPECT_EQ(report.outcome, StepOutcome::InvalidInitialState);
    EXPECT_THAT(report.worst, testing::HasSubstr("rod 1"));
}

TEST(CoupledSolver, SameBitsOnOneAndTwoThreads) {
    const auto run = [](int threads) {
        ThreadPool pool(threads);
        RodSetState state;
        pool.run([&] {
            Colliders colliders;
            colliders.planes = {
                {.name = "Floor", .normal = {0, 0, 1}, .offset = -0.1, .friction = 0.3}};
            RodSystem system({}, colliders);
            std::vector<const RodSet*> sets;
            for (int i = 0; i < 30; ++i) {
                RodsDef def = crossing_rods(0.1);
                def.bundling.sections = {{0, 5}, {4, 9}};
                def.collision.groups.clear();
                for (Eigen::Vector3d& c : def.points)
                    c += Eigen::Vector3d(0.11 * (i % 5), 0.12 * (i / 5 % 3), 0.15 * (i / 15));
                sets.push_back(&system.add(def));
            }
            for (int i = 0; i < 10; ++i)
                one_step(system, 0.01, {0, 0, -9.81});
            state = system.state(*sets[7]);
        });
        return state;
    };
    const RodSetState one = run(1);
    const RodSetState two = run(2);
    for (std::size_t j = 0; j < one.c.size(); ++j) {
        EXPECT_EQ(one.c[j], two.c[j]);
        EXPECT_EQ(one.s[j], two.s[j]);
        EXPECT_EQ(one.q[j].coeffs(), two.q[j].coeffs());
    }
}

}  // namespace
}  // namespace sinew::viper
