// Implicit bodies in the frame loop of a world.
#include <gtest/gtest.h>

#include "implicit/implicit_system.hpp"
#include "mesh/box_tets.hpp"
#include "shells/shell_def.hpp"
#include "sim/world.hpp"
#include "solids/solid_def.hpp"
#include "support/spring_body.hpp"

namespace sinew {
namespace {

using test::SpringBody;
using test::SpringBodyDef;

/// A chain of masses that hangs by its first point, pulled out to the side.
SpringBodyDef chain(int links) {
    SpringBodyDef def;
    def.name = "Chain";
    for (int i = 0; i <= links; ++i) {
        def.positions.emplace_back(0.1 * i, 0.0, 0.0);
        def.masses.push_back(0.1);
        if (i > 0) def.springs.push_back({i - 1, i});
    }
    def.stiffness = 2000.0;
    def.pinned = {0};
    return def;
}

TEST(WorldImplicit, FallsWithGravity) {
    WorldSettings settings;
    settings.implicit.integrator = Integrator::Bdf2;
    World world(settings);
    SpringBodyDef def;
    def.positions = {{0.0, 0.0, 0.0}};
    def.masses = {1.0};
    SpringBody body(def);
    world.implicit_system().add(body);
    const CancelToken cancel;
    for (int i = 0; i < 24; ++i)
        ASSERT_EQ(world.step_frame(cancel).outcome, StepOutcome::Converged);
    EXPECT_NEAR(body.positions()[0].z(), -0.5 * 9.81, 0.005);
    EXPECT_NEAR(body.velocity(0).z(), -9.81, 1e-9);
    EXPECT_EQ(world.timer().stages()[2].name, "solve implicit");
}

TEST(WorldImplicit, TriesHalfTheStepWhereTheWholeOneFails) {
    WorldSettings settings;
    settings.substeps = 1;
    settings.frame_rate = 4.0;         // long steps
    settings.implicit.iterations = 8;  // and little patience
    World world(settings);
    SpringBody body(chain(10));
    world.implicit_system().add(body);
    const CancelToken cancel;
    int steps = 0;
    for (int i = 0; i < 4; ++i) {
        const FrameReport report = world.step_frame(cancel);
        ASSERT_EQ(report.outcome, StepOutcome::Converged) << report.message;
        steps += report.steps;
    }
    EXPECT_GT(steps, 4);
    EXPECT_LT(body.positions().back().z(), -0.1);
}

TEST(WorldImplicit, StopsAtTheLastGoodStepAndSaysWhere) {
    WorldSettings settings;
    settings.max_halvings = 0;
    settings.frame_rate = 1.0;
    settings.implicit.iterations = 1;
    World world(settings);
    const SpringBodyDef def = chain(10);
    SpringBody body(def);
    world.implicit_system().add(body);
    const FrameReport report = world.step_frame(CancelToken());
    EXPECT_EQ(report.outcome, StepOutcome::MaxIterations);
    EXPECT_EQ(report.message.substr(0, 12), "Chain, node ");
    EXPECT_EQ(body.positions(), def.positions);
    EXPECT_EQ(world.frame(), 1.0);
}

// Without inertia and pins gravity meets no resistance. More substeps would not help, and the message does not say so.
TEST(WorldImplicit, SaysThatNothingHoldsAQuasiStaticBody) {
    WorldSettings settings;
    settings.max_halvings = 0;
    settings.implicit.integrator = Integrator::QuasiStatic;
    solids::SolidDef solid;
    solid.name = "Jelly";
    solid.tets = box_tets({0, 0, 0}, {1, 1, 1}, {1, 1, 1});
    shells::ShellDef shell;
    shell.name = "Leaf";
    shell.mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    shell.mesh.triangles = {{0, 1, 2}, {1, 3, 2}};
    for (BodyDef* const def : {static_cast<BodyDef*>(&solid), static_cast<BodyDef*>(&shell)}) {
        World world(settings);
        world.add(*def);
        const FrameReport report = world.step_frame(CancelToken());
        ASSERT_NE(report.outcome, StepOutcome::Converged);
        EXPECT_NE(report.message.find("Nothing holds " + def->name), std::string::npos)
            << report.message;
        EXPECT_EQ(report.message.find("substeps"), std::string::npos);
    }
    // Held: if it fails, for another reason.
    settings.implicit.iterations = 1;
    solid.pins.emplace_back().vertices = {0, 1, 2, 3};
    World world(settings);
    world.add(solid);
    const FrameReport report = world.step_frame(CancelToken());
    EXPECT_EQ(report.message.find("Nothing holds"), std::string::npos) << report.message;
}

TEST(WorldImplicit, RefusesSettingsThatMakeNoSense) {
    WorldSettings settings;
    settings.implicit.iterations = 0;
    settings.implicit.tolerance = 0.0;
    std::vector<Problem> problems;
    settings.collect_problems(problems);
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0].message(),
              "world: implicit.iterations is 0: must be between 1 and 2147483647");
    EXPECT_EQ(problems[1].field, "implicit.tolerance");
}

}  // namespace
}  // namespace sinew
