#include "implicit/implicit_system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "base/parallel.hpp"
#include "support/random.hpp"
#include "support/spring_body.hpp"

namespace sinew {
namespace {

using test::Random;
using test::SpringBody;
using test::SpringBodyDef;

const Eigen::Vector3d GRAVITY(0.0, 0.0, -9.81);

/// A random cloud of points, each tied to the nearest ones in the list.
SpringBodyDef cloud(int points, std::uint64_t seed) {
    Random random(seed);
    SpringBodyDef def;
    for (int i = 0; i < points; ++i) {
        def.positions.push_back(random.vector3());
        def.masses.push_back(random.uniform(0.1, 0.3));
    }
    for (int a = 0; a < points; ++a) {
        for (int b = a + 1; b < std::min(points, a + 6); ++b)
            def.springs.push_back({a, b});
    }
    def.stiffness = 300.0;
    return def;
}

StepInfo step_of(double dt, const Eigen::Vector3d& gravity = GRAVITY) {
    StepInfo step;
    step.dt = dt;
    step.gravity = gravity;
    return step;
}

SolveReport advance(ImplicitSystem& system, const StepInfo& step) {
    system.begin_step(step);
    const SolveReport report = system.solve(step, CancelToken());
    EXPECT_EQ(report.outcome, StepOutcome::Converged) << report.worst;
    system.accept_step(step);
    return report;
}

ImplicitSettings tight(Integrator integrator) {
    return {.integrator = integrator, .tolerance = 1e-11};
}

TEST(ImplicitSystem, KeepsMomentum) {
    for (const Integrator integrator : {Integrator::BackwardEuler, Integrator::Bdf2}) {
        ImplicitSystem system(tight(integrator));
        SpringBody body(cloud(12, 1));
        system.add(body);
        body.set_velocities(Random(2).vector(36));
        const Eigen::Vector3d before = body.momentum();
        for (int i = 0; i < 20; ++i)
            advance(system, step_of(0.005, Eigen::Vector3d::Zero()));
        EXPECT_LT((body.momentum() - before).norm(), 1e-7 * before.norm());
    }
}

TEST(ImplicitSystem, RestPoseInRestPoseOut) {
    ImplicitSystem system({});
    const SpringBodyDef def = cloud(12, 3);
    SpringBody body(def);
    system.add(body);
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(advance(system, step_of(0.02, Eigen::Vector3d::Zero())).iterations, 0);
    EXPECT_EQ(body.positions(), def.positions);
}

TEST(ImplicitSystem, SolvesAllBodiesTogetherAndEachAsIfAlone) {
    ImplicitSystem both(tight(Integrator::BackwardEuler));
    SpringBodyDef first_def = cloud(10, 4);
    first_def.pinned = {0};
    SpringBodyDef second_def = cloud(7, 5);
    second_def.name = "Second";
    SpringBody first(first_def);
    SpringBody second(second_def);
    both.add(first);
    both.add(second);
    ImplicitSystem alone(tight(Integrator::BackwardEuler));
    SpringBody same(second_def);
    alone.add(same);
    for (int i = 0; i < 10; ++i) {
        advance(both, step_of(0.01));
        advance(alone, step_of(0.01));
    }
    EXPECT_EQ(both.total().dofs().blocks(), 17);
    for (std::size_t i = 0; i < same.positions().size(); ++i)
        EXPECT_LT((second.positions()[i] - same.positions()[i]).norm(), 1e-8);
}

TEST(ImplicitSystem, BodiesComeAndGoBetweenSteps) {
    ImplicitSystem system({});
    SpringBody stays(cloud(6, 6));
    system.add(stays);
    advance(system, step_of(0.01));
    {
        auto guest = std::make_unique<SpringBody>(cloud(5, 7));
        system.add(*guest);
        advance(system, step_of(0.01));
        EXPECT_EQ(system.total().dofs().blocks(), 11);
        EXPECT_LT(guest->velocity(0).z(), 0.0);
    }
    const Eigen::Vector3d velocity = stays.velocity(0);
    advance(system, step_of(0.01));
    EXPECT_EQ(system.total().dofs().blocks(), 6);
    EXPECT_LT(stays.velocity(0).z(), velocity.z());  // its motion went on
}

TEST(ImplicitSystem, AnEmptySystemHasNothingToSolve) {
    ImplicitSystem system({});
    EXPECT_EQ(advance(system, step_of(0.01)).iterations, 0);
}

TEST(ImplicitSystem, ARejectedStepLeavesNoTrace) {
    const auto run = [](bool with_rejected) {
        ImplicitSystem system({.integrator = Integrator::Bdf2});
        SpringBodyDef def = cloud(10, 8);
        def.pinned = {0, 1};
        def.damping = 0.01;
        SpringBody body(def);
        system.add(body);
        for (int i = 0; i < 6; ++i) {
            if (with_rejected && i % 2 == 1) {
                const StepInfo failed = step_of(0.02);
                system.begin_step(failed);
                system.solve(failed, CancelToken());
                system.reject_step();
            }
            advance(system, step_of(0.01));
        }
        return body.positions();
    };
    EXPECT_EQ(run(true), run(false));
}

TEST(ImplicitSystem, AResumedRunHasTheSameBits) {
    for (const Integrator integrator :
         {Integrator::BackwardEuler, Integrator::Bdf2, Integrator::QuasiStatic}) {
        SpringBodyDef def = cloud(10, 9);
        def.pinned = {0, 4, 9};
        def.rotary_inertia = {0.2, 0.3};
        // Without inertia a torque that nothing balances has no equilibrium.
        if (integrator != Integrator::QuasiStatic) def.torque = {0.1, 0.2, 0.3};
        ImplicitSystem system({.integrator = integrator});
        SpringBody body(def);
        system.add(body);
        for (const double dt : {0.01, 0.01, 0.005})
            advance(system, step_of(dt));
        ByteWriter out;
        body.save(out);

        ImplicitSystem other({.integrator = integrator});
        SpringBody resumed(def);
        other.add(resumed);
        ByteReader in(out.bytes());
        resumed.load(in);
        EXPECT_TRUE(in.at_end());
        for (const double dt : {0.005, 0.01, 0.01}) {
            advance(system, step_of(dt));
            advance(other, step_of(dt));
        }
        EXPECT_EQ(body.positions(), resumed.positions());
        EXPECT_EQ(body.motion().rates(), resumed.motion().rates());
        for (std::size_t i = 0; i < 2; ++i)
            EXPECT_EQ(body.rotations()[i].coeffs(), resumed.rotations()[i].coeffs());
    }
}

TEST(ImplicitSystem, GivesTheSameBitsOnOneThreadAndOnTwo) {
    const auto run = [](int threads, LinearSolverChoice solver) {
        ImplicitSystem system({.integrator = Integrator::Bdf2, .linear_solver = solver});
        SpringBodyDef def = cloud(800, 10);
        def.pinned = {0, 100, 200};
        SpringBody body(def);
        system.add(body);
        ThreadPool(threads).run([&] {
            for (int i = 0; i < 3; ++i)
                advance(system, step_of(0.01));
        });
        return body.positions();
    };
    for (const LinearSolverChoice solver :
         {LinearSolverChoice::Direct, LinearSolverChoice::ConjugateGradients})
        EXPECT_EQ(run(1, solver), run(2, solver));
}

TEST(ImplicitSystem, SettlesInOneQuasiStaticStep) {
    // Two springs hanging in a row: lengths grow by the weight below them over k.
    SpringBodyDef def;
    def.positions = {{0, 0, 0}, {0, 0, -1}, {0, 0, -2}};
    def.masses = {1.0, 2.0, 3.0};
    def.springs = {{0, 1}, {1, 2}};
    def.stiffness = 1000.0;
    def.pinned = {0};
    ImplicitSystem system({.integrator = Integrator::QuasiStatic, .tolerance = 1e-10});
    SpringBody body(def);
    system.add(body);
    advance(system, step_of(0.04));
    EXPECT_NEAR(body.positions()[1].z(), -1.0 - 5.0 * 9.81 / 1000.0, 1e-4);
    EXPECT_NEAR(body.positions()[2].z(), -2.0 - 8.0 * 9.81 / 1000.0, 1e-4);
    EXPECT_EQ(body.velocity(2), Eigen::Vector3d::Zero());
    const std::vector<Eigen::Vector3d> settled = body.positions();
    advance(system, step_of(0.04));
    for (int i = 0; i < 3; ++i)
        EXPECT_LT((body.positions()[i] - settled[i]).norm(), 1e-7);
}

TEST(ImplicitSystem, SaysWhichNodeFailedAndStaysWhereItWas) {
    ImplicitSystem system({.iterations = 1, .tolerance = 1e-12});
    SpringBodyDef def = cloud(10, 11);
    def.name = "Jelly";
    SpringBody body(def);
    system.add(body);
    body.set_velocities(Random(12).vector(30, 50.0));
    const StepInfo step = step_of(0.05);
    system.begin_step(step);
    const SolveReport report = system.solve(step, CancelToken());
    EXPECT_EQ(report.outcome, StepOutcome::MaxIterations);
    EXPECT_EQ(report.worst.substr(0, 12), "Jelly, node ");
    EXPECT_GT(report.residual, 1e-12);
    system.reject_step();
    EXPECT_EQ(body.positions(), def.positions);
}

TEST(ImplicitSystem, ForcesThatAreNotANumberFailTheStep) {
    ImplicitSystem system({});
    SpringBody body(cloud(10, 13));
    system.add(body);
    const StepInfo step = step_of(0.01, {0.0, 0.0, std::numeric_limits<double>::quiet_NaN()});
    system.begin_step(step);
    const SolveReport report = system.solve(step, CancelToken());
    EXPECT_EQ(report.outcome, StepOutcome::InvalidInitialState);
    EXPECT_EQ(report.worst, "Springs, node 0");
    system.reject_step();
    advance(system, step_of(0.01));
    for (const Eigen::Vector3d& position : body.positions())
        EXPECT_TRUE(position.allFinite());
}

TEST(ImplicitSystem, CanBeCancelled) {
    ImplicitSystem system({});
    SpringBody body(cloud(10, 14));
    system.add(body);
    CancelToken cancel;
    cancel.request();
    const StepInfo step = step_of(0.01);
    system.begin_step(step);
    EXPECT_EQ(system.solve(step, cancel).outcome, StepOutcome::Cancelled);
}

}  // namespace
}  // namespace sinew
