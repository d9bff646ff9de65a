// The frame loop: substeps, retries, cancel, save and load, threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "sim/world.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "viper/body/rods_body.hpp"

namespace sinew {
namespace {

using viper::RodsBody;
using viper::RodsDef;
using viper::test::straight_rod;

std::vector<double> output(const Body& body) {
    std::vector<double> positions(3 * body.output_count());
    body.output_positions(positions);
    return positions;
}

/// Many random rods held at their first point.
RodsDef brush(int rods) {
    test::Random random(31);
    RodsDef def;
    def.name = "Brush";
    viper::RodPins pins;
    for (int i = 0; i < rods; ++i) {
        const RodsDef one = viper::test::random_rod(3 + i % 5, random);
        pins.points.push_back(static_cast<int>(def.points.size()));
        for (const Eigen::Vector3d& point : one.points)
            def.points.push_back(point + Eigen::Vector3d(0, i, 0));
        def.radii.insert(def.radii.end(), one.radii.begin(), one.radii.end());
        def.counts.push_back(one.counts.front());
    }
    def.pins = {pins};
    return def;
}

std::vector<double> run(int threads, int frames) {
    WorldSettings settings;
    settings.threads = threads;
    World world(settings);
    const Body& body = world.add(brush(50));
    const CancelToken cancel;
    for (int i = 0; i < frames; ++i) {
        EXPECT_EQ(world.step_frame(cancel).outcome, StepOutcome::Converged);
    }
    return output(body);
}

TEST(World, ResultDoesNotDependOnTheNumberOfThreads) {
    const std::vector<double> one = run(1, 10);
    EXPECT_EQ(one, run(2, 10));
    EXPECT_EQ(one, run(1, 10));
}

TEST(World, ARodDoesNotDependOnItsNeighboursInTheBatch) {
    // The same rod alone and among others that are longer, shorter and stiffer.
    const CancelToken cancel;
    RodsDef rod = straight_rod(6, 0.6, 0.02);
    rod.pins = {viper::RodPins{.points = {0}}};
    World alone{WorldSettings{}};
    const Body& single = alone.add(rod);
    World crowd{WorldSettings{}};
    RodsDef longer = straight_rod(9, 0.9, 0.05);
    longer.name = "Longer";
    longer.params.stretch_stiffness = 1e7;
    RodsDef shorter = straight_rod(2, 0.9, 0.01);
    shorter.name = "Shorter";
    crowd.add(longer);
    crowd.add(shorter);
    const Body& among = crowd.add(rod);
    for (int i = 0; i < 10; ++i) {
        alone.step_frame(cancel);
        crowd.step_frame(cancel);
    }
    const std::vector<double> a = output(single);
    const std::vector<double> b = output(among);
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_NEAR(a[i], b[i], 1e-12);
}

TEST(World, RestStaysAtRestExactly) {
    WorldSettings settings;
    settings.gravity.setZero();
    World world(settings);
    const RodsDef def = brush(12);
    const Body& body = world.add(def);
    const CancelToken cancel;
    for (int i = 0; i < 20; ++i)
        world.step_frame(cancel);
    const std::vector<double> after = output(body);
    for (std::size_t i = 0; i < def.points.size(); ++i) {
        for (int a = 0; a < 3; ++a)
            EXPECT_EQ(after[3 * i + a], def.points[i][a]);
    }
}

TEST(World, LoadGoesOnBitByBit) {
    const CancelToken cancel;
    World first{WorldSettings{}};
    const Body& body = first.add(brush(9));
    for (int i = 0; i < 5; ++i)
        first.step_frame(cancel);
    ByteWriter saved;
    first.save(saved);
    for (int i = 0; i < 5; ++i)
        first.step_frame(cancel);

    World second{WorldSettings{}};
    const Body& resumed = second.add(brush(9));
    ByteReader reader(saved.bytes());
    second.load(reader);
    EXPECT_EQ(second.frame(), 6.0);
    for (int i = 0; i < 5; ++i)
        second.step_frame(cancel);
    EXPECT_EQ(output(body), output(resumed));
}

TEST(World, RefusesAStateOfAnotherScene) {
    World one{WorldSettings{}};
    one.add(brush(3));
    ByteWriter saved;
    one.save(saved);
    World other{WorldSettings{}};
    other.add(brush(4));
    ByteReader reader(saved.bytes());
    EXPECT_THROW(other.load(reader), Error);
}

TEST(World, CancelStopsTheFrame) {
    World world{WorldSettings{}};
    world.add(brush(3));
    CancelToken cancel;
    cancel.request();
    EXPECT_EQ(world.step_frame(cancel).outcome, StepOutcome::Cancelled);
    EXPECT_EQ(world.frame(), 1.0);
    cancel.reset();
    EXPECT_EQ(world.step_frame(cancel).outcome, StepOutcome::Converged);
    EXPECT_EQ(world.frame(), 2.0);
}

TEST(World, RetriesAFailedStepWithASmallerOne) {
    // One Newton iteration is enough for small steps only.
    WorldSettings settings;
    settings.substeps = 1;
    settings.rods.iterations = 3;
    settings.max_halvings = 12;
    World world(settings);
    RodsDef def = straight_rod(8, 0.8, 0.02);
    viper::RodPins pins{.points = {0, 8}};
    pins.positions.width = 6;
    pins.positions.frames = {1, 2};
    pins.positions.values = {0, 0, 0, 0.8, 0, 0, 0, 0, 0, 0.4, 0.3, 0};
    def.pins = {pins};
    world.add(def);
    const CancelToken cancel;
    const FrameReport report = world.step_frame(cancel);
    EXPECT_EQ(report.outcome, StepOutcome::Converged) << report.message;
    EXPECT_GT(report.steps, 1);
    EXPECT_EQ(world.frame(), 2.0);
}

TEST(World, SaysWhichRodGaveUpAndWhatToTry) {
    WorldSettings settings;
    settings.rods.iterations = 1;
    settings.max_halvings = 0;
    World world(settings);
    RodsDef def = straight_rod(4, 0.4, 0.02);
    def.name = "Biceps";
    viper::RodPins pins{.points = {0, 4}};
    pins.positions = AnimatedArray::constant({0, 0, 0, 0.1, 0.3, 0});
    def.pins = {pins};
    world.add(def);
    const CancelToken cancel;
    const FrameReport report = world.step_frame(cancel);
    EXPECT_EQ(report.outcome, StepOutcome::MaxIterations);
    EXPECT_NE(report.message.find("Biceps, rod 0"), std::string::npos) << report.message;
    EXPECT_NE(report.message.find("substeps"), std::string::npos) << report.message;
}

TEST(World, RefusesBadDefinitionsWithEveryProblem) {
    RodsDef def = straight_rod(4, 0.4, 0.02);
    def.radii[2] = -1.0;
    def.points[3] = def.points[2];
    def.params.density = 0.0;
    def.pins = {viper::RodPins{.points = {17}}};
    std::vector<Problem> problems;
    def.collect_problems(problems);
    EXPECT_EQ(problems.size(), 4u);
    World world{WorldSettings{}};
    EXPECT_THROW(world.add(def), Error);
    EXPECT_TRUE(world.bodies().empty());
}

}  // namespace
}  // namespace sinew
