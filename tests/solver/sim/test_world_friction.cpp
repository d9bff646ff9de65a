// Friction between solids, shells and mesh colliders: known solutions.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/byte_stream.hpp"
#include "mesh/box_tets.hpp"
#include "shells/shell_body.hpp"
#include "sim/world.hpp"
#include "solids/solid_body.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;

constexpr double STEPS_A_SECOND = 50.0;
constexpr double G = 9.81;

/// Gravity is tilted instead of the table.
WorldSettings on_a_slope(double degrees, int threads = 0) {
    const double angle = degrees * std::numbers::pi / 180.0;
    WorldSettings settings;
    settings.start_frame = 0.0;
    settings.frame_rate = STEPS_A_SECOND;
    settings.substeps = 1;
    settings.gravity = G * Vector3d(std::sin(angle), 0.0, -std::cos(angle));
    settings.threads = threads;
    return settings;
}

/// 4 m wide, at height 0.
MeshColliderDef table(double friction) {
    MeshColliderDef def;
    def.name = "Table";
    for (const Vector3d& corner :
         {Vector3d(-2, -2, 0), Vector3d(2, -2, 0), Vector3d(2, 2, 0), Vector3d(-2, 2, 0)})
        def.mesh.vertices.push_back(corner);
    def.mesh.triangles.emplace_back(0, 1, 2);
    def.mesh.triangles.emplace_back(0, 2, 3);
    def.friction = friction;
    return def;
}

solids::SolidDef block(double friction) {
    solids::SolidDef def;
    def.name = "Block";
    def.tets = box_tets(Vector3d(-0.1, -0.1, 0.0005), Vector3d(0.2, 0.2, 0.1), {3, 3, 2});
    def.params.young_modulus = 1e6;
    def.params.density = 1000.0;
    def.friction.coefficient = friction;
    return def;
}

Vector3d middle(const Body& body) {
    std::vector<Vector3d> positions(body.output_count());
    body.output_positions({positions.front().data(), 3 * positions.size()});
    Vector3d sum = Vector3d::Zero();
    for (const Vector3d& p : positions)
        sum += p / static_cast<double>(positions.size());
    return sum;
}

void advance(World& world, int frames) {
    for (int i = 0; i < frames; ++i) {
        const FrameReport report = world.step_frame(CancelToken());
        ASSERT_TRUE(is_accepted(report.outcome)) << report.message;
    }
}

constexpr double MU = 0.4;
const double FRICTION_ANGLE = std::atan(MU) * 180.0 / std::numbers::pi;

}  // namespace

TEST(WorldFriction, ABlockHoldsHalfADegreeBelowItsAngle) {
    World world(on_a_slope(FRICTION_ANGLE - 0.5));
    world.add(table(MU));
    const Body& body = world.add(block(MU));
    // Its springs share the load among them, with a little sliding where the pressure is low.
    advance(world, 150);
    const Vector3d settled = middle(body);
    EXPECT_LT(settled.x(), 1e-3);
    advance(world, 100);
    // It holds: less than 5 nm a second.
    EXPECT_LT((middle(body) - settled).norm(), 1e-8);
}

TEST(WorldFriction, ABlockSlidesHalfADegreeAbove) {
    World world(on_a_slope(FRICTION_ANGLE + 0.5));
    world.add(table(MU));
    const Body& body = world.add(block(MU));
    advance(world, 25);
    const double first = middle(body).x();
    advance(world, 50);
    const double second = middle(body).x();
    advance(world, 50);
    const double third = middle(body).x();
    const double angle = (FRICTION_ANGLE + 0.5) * std::numbers::pi / 180.0;
    const double acceleration = G * (std::sin(angle) - MU * std::cos(angle));
    EXPECT_NEAR(third - 2.0 * second + first, acceleration, 0.05 * acceleration);
}

TEST(WorldFriction, ABlockThatSlidesStopsWhereCoulombSays) {
    World world(on_a_slope(0.0));
    world.add(table(MU));
    solids::SolidDef def = block(MU);
    constexpr double SPEED = 2.0;
    def.initial_velocities.assign(def.tets.vertices.size(), Vector3d(SPEED, 0, 0));
    const Body& body = world.add(def);
    advance(world, 60);
    const double way = SPEED * SPEED / (2.0 * MU * G);
    // Backward Euler brakes at the end of each step: half a step early.
    EXPECT_NEAR(middle(body).x(), way - 0.5 * SPEED / STEPS_A_SECOND, 0.03 * way);
    const Vector3d stopped = middle(body);
    advance(world, 50);
    EXPECT_LT((middle(body) - stopped).norm(), 1e-6);
}

TEST(WorldFriction, TheGeometricMeanCounts) {
    // √(0.8 · 0.2) = 0.4: as above.
    for (const double excess : {-1.0, 1.0}) {
        World world(on_a_slope(FRICTION_ANGLE + excess));
        world.add(table(0.8));
        const Body& body = world.add(block(0.2));
        advance(world, 75);
        EXPECT_EQ(middle(body).x() > 0.01, excess > 0.0) << middle(body).x();
    }
}

TEST(WorldFriction, OneSideWithoutFrictionIsEnoughToSlide) {
    World world(on_a_slope(5.0));
    world.add(table(0.0));
    const Body& body = world.add(block(1.0));
    advance(world, 50);
    EXPECT_NEAR(middle(body).x(), 0.5 * G * std::sin(5.0 * std::numbers::pi / 180.0), 0.03);
}

TEST(WorldFriction, ATableTakesAlongWhatLiesOnIt) {
    World world(on_a_slope(0.0));
    MeshColliderDef belt = table(0.5);
    belt.vertices.width = 12;
    // It stands for 20 frames, then goes 1 m a second.
    for (const double frame : {0.0, 20.0, 100.0}) {
        belt.vertices.frames.push_back(frame);
        for (const Vector3d& v : belt.mesh.vertices) {
            const double x = v.x() + std::max(0.0, frame - 20.0) / STEPS_A_SECOND;
            belt.vertices.values.insert(belt.vertices.values.end(), {x, v.y(), v.z()});
        }
    }
    world.add(belt);
    const Body& body = world.add(block(0.5));
    advance(world, 60);
    const double then = middle(body).x();
    advance(world, 20);
    EXPECT_NEAR(middle(body).x() - then, 0.4, 1e-3);
    // It slid for v/(μ g) = 0.2 s and lost 10 cm.
    EXPECT_NEAR(middle(body).x(), 1.2 - 0.102, 0.02);
}

TEST(WorldFriction, APinchedStripDoesNotCreep) {
    // A sheet hangs between two blocks that are pressed together by the walls behind them. It weighs 1/20 of what friction holds.
    WorldSettings settings = on_a_slope(0.0);
    World world(settings);
    MeshColliderDef below = table(1.0);
    world.add(below);
    shells::ShellDef strip;
    strip.name = "Strip";
    for (int j = 0; j <= 2; ++j) {
        for (int i = 0; i <= 6; ++i)
            strip.mesh.vertices.emplace_back(0.05 * i, 0.05 * (j - 1), 0.0011);
    }
    for (int j = 0; j < 2; ++j) {
        for (int i = 0; i < 6; ++i) {
            const int a = 7 * j + i;
            strip.mesh.triangles.emplace_back(a, a + 1, a + 8);
            strip.mesh.triangles.emplace_back(a, a + 8, a + 7);
        }
    }
    strip.params.thickness = 0.001;
    strip.params.young_modulus = 1e7;
    strip.params.density = 1000.0;
    strip.friction.coefficient = 1.0;
    // Pulled along by a twentieth of what the block on it makes friction hold, on both sides.
    solids::SolidDef weight = block(1.0);
    for (Vector3d& v : weight.tets.vertices)
        v += Vector3d(0.1, 0.0, 0.002);
    const double hold = 2.0 * 0.004 * 1000.0 * G;
    strip.loads.emplace_back().vertices = {6, 13, 20};
    strip.loads.back().force.width = 3;
    strip.loads.back().force.frames = {0.0, 25.0};
    strip.loads.back().force.values = {0.0, 0.0, 0.0, hold / 20.0, 0.0, 0.0};
    const Body& body = world.add(strip);
    const Body& on_top = world.add(weight);
    advance(world, 100);
    const Vector3d then = middle(body);
    const Vector3d block_then = middle(on_top);
    advance(world, 100);  // two seconds
    EXPECT_LT((middle(body) - then).norm() / 2.0, 1e-7);
    EXPECT_LT((middle(on_top) - block_then).norm() / 2.0, 1e-7);
    EXPECT_LT(then.x(), 0.151);
}

TEST(WorldFriction, IsTheSameOnAnyNumberOfThreadsAndAfterALoad) {
    Vector3d first = Vector3d::Zero();
    for (const int threads : {1, 2, 4}) {
        World world(on_a_slope(FRICTION_ANGLE - 3.0, threads));
        world.add(table(MU));
        solids::SolidDef def = block(MU);
        def.initial_velocities.assign(def.tets.vertices.size(), Vector3d(0.5, 0, 0));
        const Body& body = world.add(def);
        advance(world, 5);
        ByteWriter saved;
        world.save(saved);
        advance(world, 10);
        if (threads == 1) first = middle(body);
        EXPECT_EQ(middle(body), first);
        ByteReader in(saved.bytes());
        world.load(in);
        advance(world, 10);
        EXPECT_EQ(middle(body), first);
    }
}

TEST(WorldFriction, NeverAddsEnergy) {
    WorldSettings settings = on_a_slope(0.0);
    World world(settings);
    world.add(table(MU));
    solids::SolidDef def = block(MU);
    def.initial_velocities.assign(def.tets.vertices.size(), Vector3d(1.0, 0.4, 0));
    world.add(def);
    double before = 1e9;
    for (int i = 0; i < 60; ++i) {
        advance(world, 1);
        const auto energy = world.measure().energy;
        const double now = energy.kinetic + energy.elastic + energy.contact + energy.gravity;
        EXPECT_LT(now, before + 1e-6);
        before = now;
    }
}

}  // namespace sinew
