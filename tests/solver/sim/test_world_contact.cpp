// Solids, shells and mesh colliders that touch.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/byte_stream.hpp"
#include "mesh/box_tets.hpp"
#include "shells/shell_body.hpp"
#include "sim/world.hpp"
#include "solids/solid_body.hpp"
#include "support/shapes.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;

constexpr double RATE = 25.0;

WorldSettings settings(int threads = 0) {
    WorldSettings settings;
    settings.start_frame = 0.0;
    settings.frame_rate = RATE;
    settings.substeps = 1;
    settings.gravity = Vector3d(0, 0, -9.81);
    settings.threads = threads;
    return settings;
}

/// A square in the plane z = height, with its middle at the origin.
TriangleMesh square(double side, int cells, double height) {
    TriangleMesh mesh;
    for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i)
            mesh.vertices.emplace_back(side * (i / double(cells) - 0.5),
                                       side * (j / double(cells) - 0.5), height);
    }
    for (int j = 0; j < cells; ++j) {
        for (int i = 0; i < cells; ++i) {
            const int a = j * (cells + 1) + i;
            mesh.triangles.emplace_back(a, a + 1, a + cells + 2);
            mesh.triangles.emplace_back(a, a + cells + 2, a + cells + 1);
        }
    }
    return mesh;
}

shells::ShellDef leather(double side, int cells, double height) {
    shells::ShellDef def;
    def.name = "Sheet";
    def.mesh = square(side, cells, height);
    def.params.thickness = 0.002;
    def.params.young_modulus = 1e6;
    def.params.density = 800.0;
    return def;
}

solids::SolidDef block(const std::string& name, double side, const Vector3d& corner) {
    solids::SolidDef def;
    def.name = name;
    def.tets = box_tets(corner, Vector3d::Constant(side), {2, 2, 2});
    def.params.young_modulus = 5e4;
    def.params.density = 1000.0;
    return def;
}

MeshColliderDef still(const TriangleMesh& mesh) {
    MeshColliderDef def;
    def.name = "Table";
    def.mesh = mesh;
    return def;
}

std::vector<Vector3d> positions_of(const Body& body) {
    std::vector<Vector3d> positions(body.output_count());
    body.output_positions({positions.front().data(), 3 * positions.size()});
    return positions;
}

double lowest(const Body& body) {
    double z = 1e9;
    for (const Vector3d& p : positions_of(body))
        z = std::min(z, p.z());
    return z;
}

void step(World& world, int frames) {
    for (int i = 0; i < frames; ++i) {
        const FrameReport report = world.step_frame(CancelToken());
        ASSERT_TRUE(is_accepted(report.outcome)) << report.message;
    }
}

}  // namespace

TEST(WorldContact, ASheetLiesOnATable) {
    World world(settings());
    world.add(still(square(2.0, 1, 0.0)));
    // It falls 16 mm in the first step, from rest.
    const Body& sheet = world.add(leather(0.5, 4, 0.005));
    for (int i = 0; i < 20; ++i) {
        step(world, 1);
        // Half of its thickness is above the table, always.
        ASSERT_GT(lowest(sheet), 0.001);
    }
    EXPECT_LT(lowest(sheet), 0.0025);
}

TEST(WorldContact, NothingThinPassesHoweverFast) {
    for (const double speed : {5.0, 50.0}) {
        World world(settings());
        world.add(still(square(2.0, 1, 0.0)));
        shells::ShellDef def = leather(0.2, 3, 0.5);
        def.initial_velocities.assign(def.mesh.vertices.size(), Vector3d(0.1, 0.2, -speed));
        const Body& sheet = world.add(def);
        for (int i = 0; i < 5; ++i) {
            step(world, 1);
            ASSERT_GT(lowest(sheet), 0.001) << speed;
        }
    }
}

TEST(WorldContact, AColliderCarriesWhatItMeets) {
    World world(settings());
    MeshColliderDef lift = still(square(2.0, 1, 0.0));
    // 3 m up in ten frames: 30 cm a step, far more than the reach of contact.
    TriangleMesh up = lift.mesh;
    lift.vertices.width = 3 * up.vertices.size();
    for (const double height : {0.0, 3.0}) {
        std::vector<double> numbers;
        for (const Vector3d& v : up.vertices)
            numbers.insert(numbers.end(), {v.x(), v.y(), height});
        lift.vertices.frames.push_back(height == 0.0 ? 0.0 : 10.0);
        lift.vertices.values.insert(lift.vertices.values.end(), numbers.begin(), numbers.end());
    }
    world.add(lift);
    const Body& sheet = world.add(leather(0.5, 4, 0.01));
    for (int frame = 1; frame <= 10; ++frame) {
        step(world, 1);
        ASSERT_GT(lowest(sheet), 0.3 * frame + 0.001);
    }
}

TEST(WorldContact, SolidsThatCollideKeepTheirMomentum) {
    WorldSettings free = settings();
    free.gravity.setZero();
    free.substeps = 8;  // backward Euler swallows bounces that are shorter than a step
    free.implicit.tolerance = 1e-7;
    World world(free);
    solids::SolidDef left = block("Left", 0.2, Vector3d(-0.25, 0.0, 0.0));
    solids::SolidDef right = block("Right", 0.2, Vector3d(0.05, 0.05, 0.03));
    left.initial_velocities.assign(left.tets.vertices.size(), Vector3d(2.0, 0.0, 0.0));
    right.initial_velocities.assign(right.tets.vertices.size(), Vector3d(-1.0, 0.0, 0.0));
    const Body& a = world.add(left);
    const Body& b = world.add(right);
    const auto centre = [](const Body& body) {
        // A quarter of each tetrahedron at its corners.
        const auto& solid = dynamic_cast<const solids::SolidBody&>(body);
        Vector3d sum = Vector3d::Zero();
        double mass = 0.0;
        for (const Eigen::Vector4i& t : solid.def().tets.tetrahedra) {
            for (const int v : t) {
                sum += solid.state().positions[v];
                mass += 1.0;
            }
        }
        return Vector3d(sum / mass);
    };
    Vector3d before = centre(a) + centre(b);
    double nearest = 1e9;
    for (int i = 0; i < 20; ++i) {
        step(world, 1);
        const Vector3d now = centre(a) + centre(b);
        EXPECT_LT((now - before - Vector3d(1.0 / RATE, 0, 0)).norm(), 1e-6);
        before = now;
        nearest = std::min(nearest, (centre(b) - centre(a)).x());
    }
    EXPECT_GT(nearest, 0.1);                          // they met and did not pass
    EXPECT_GT((centre(b) - centre(a)).x(), nearest);  // and bounced
}

TEST(WorldContact, IsTheSameOnAnyNumberOfThreadsAndAfterALoad) {
    std::vector<Vector3d> first;
    for (const int threads : {1, 2, 4}) {
        World world(settings(threads));
        world.add(still(test::ball_mesh(0.2, 8, 12)));
        const Body& sheet = world.add(leather(0.6, 6, 0.23));
        step(world, 6);
        ByteWriter saved;
        world.save(saved);
        step(world, 6);
        if (threads == 1) first = positions_of(sheet);
        EXPECT_EQ(positions_of(sheet), first);
        ByteReader in(saved.bytes());
        world.load(in);
        step(world, 6);
        EXPECT_EQ(positions_of(sheet), first);
    }
}

// A strip falls onto itself: pairs come and go, and with them the pattern of the matrix and the order in which it is eliminated.
TEST(WorldContact, IsTheSameAfterALoadInTheMiddleOfChangingContact) {
    std::vector<std::vector<Vector3d>> frames;
    std::vector<ByteWriter> saved;
    constexpr int FRAMES = 10;
    const auto add_to = [](World& world) -> const Body& {
        world.add(still(square(2.0, 1, 0.0)));
        shells::ShellDef def = leather(0.4, 14, 0.0);
        def.name = "Strip";
        def.params.thickness = 0.0005;
        def.contact = ContactPartners::All;
        // Its upper half lies above its lower one, and slides.
        constexpr double RADIUS = 0.01;
        for (const Vector3d& v : def.mesh.vertices) {
            const double along = std::abs(v.x()) - 0.5 * M_PI * RADIUS;
            const double turn = std::min(1.0, std::abs(v.x()) / (0.5 * M_PI * RADIUS));
            const double side = v.x() < 0.0 ? -1.0 : 1.0;
            def.initial_positions.emplace_back(
                RADIUS * std::cos(0.5 * M_PI * turn) - std::max(0.0, along), v.y(),
                0.004 + RADIUS + side * RADIUS * std::sin(0.5 * M_PI * turn));
            def.initial_velocities.emplace_back(v.x() < 0.0 ? 0.0 : -0.3, 0.1 * v.y(), 0.0);
        }
        return world.add(def);
    };
    World world(settings(2));
    const Body& strip = add_to(world);
    int pressed = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        world.save(saved.emplace_back());
        const FrameReport report = world.step_frame(CancelToken());
        ASSERT_TRUE(is_accepted(report.outcome)) << report.message;
        frames.push_back(positions_of(strip));
        if (report.measures.energy.contact > 0.0) ++pressed;
    }
    EXPECT_GE(pressed, 5);
    for (const int frame : {3, 6, 8}) {
        World resumed(settings(1));
        const Body& again = add_to(resumed);
        ByteReader in(saved[frame].bytes());
        resumed.load(in);
        for (int i = frame; i < FRAMES; ++i) {
            step(resumed, 1);
            ASSERT_EQ(positions_of(again), frames[i]) << frame << ' ' << i;
        }
    }
}

TEST(WorldContact, WarnsOfBodiesThatStandInEachOther) {
    std::string warnings;
    World world(settings(), Log([&](LogLevel level, std::string_view line) {
                    if (level == LogLevel::Warning) warnings += line;
                }));
    world.add(still(test::ball_mesh(0.2, 8, 12)));
    const Body& sheet = world.add(leather(0.6, 6, 0.1));
    world.check_start();
    EXPECT_NE(warnings.find("Sheet and Table stand in each other at the start"), std::string::npos)
        << warnings;
    step(world, 3);  // all the same
    EXPECT_TRUE(std::isfinite(lowest(sheet)));
}

TEST(WorldContact, BodiesThatAskForNoneMeetNobody) {
    World world(settings());
    world.add(still(square(2.0, 1, 0.0)));
    shells::ShellDef def = leather(0.5, 4, 0.02);
    def.contact = ContactPartners::None;
    const Body& sheet = world.add(def);
    step(world, 10);
    EXPECT_LT(lowest(sheet), -0.1);
}

// Whether they meet others or half-planes alone.
TEST(WorldContact, NothingGoesBelowAHalfPlaneHoweverFast) {
    for (const ContactPartners partners : {ContactPartners::None, ContactPartners::All}) {
        for (const double speed : {0.0, 5.0, 50.0}) {
            World world(settings());
            world.add(HalfPlane{.name = "Floor", .normal = {0, 0, 1}, .offset = 0.0});
            shells::ShellDef def = leather(0.2, 3, 0.5);
            def.contact = partners;
            def.initial_velocities.assign(def.mesh.vertices.size(), Vector3d(0.1, 0.2, -speed));
            const Body& sheet = world.add(def);
            solids::SolidDef solid = block("Block", 0.2, Vector3d(1.0, 0.0, 0.3));
            solid.contact = partners;
            solid.initial_velocities.assign(solid.tets.vertices.size(), Vector3d(0, 0, -speed));
            const Body& cube = world.add(solid);
            for (int i = 0; i < 20; ++i) {
                step(world, 1);
                ASSERT_GT(lowest(sheet), 0.001) << speed;
                ASSERT_GT(lowest(cube), 0.0) << speed;
            }
            EXPECT_LT(lowest(sheet), 0.1) << speed;
        }
    }
}

TEST(WorldContact, WhatBeginsBelowAHalfPlaneComesOutSlowly) {
    for (const double depth : {1e-6, 0.01, 0.05}) {
        std::string warnings;
        World world(settings(), Log([&](LogLevel level, std::string_view line) {
                        if (level == LogLevel::Warning) warnings += line;
                    }));
        world.add(HalfPlane{.name = "Floor", .normal = {0, 0, 1}, .offset = 0.0});
        const Body& cube = world.add(block("Block", 0.2, Vector3d(0.0, 0.0, -depth)));
        world.check_start();
        // A micrometre is no reason for a warning.
        EXPECT_EQ(warnings.find("Block begins below Floor: 9 points") != std::string::npos,
                  depth > 1e-3)
            << warnings;
        double highest = -1.0;
        for (int i = 0; i < 50; ++i) {
            step(world, 1);
            highest = std::max(highest, lowest(cube));
        }
        EXPECT_GT(lowest(cube), 0.0) << depth;
        EXPECT_LT(lowest(cube), 1e-3) << depth;
        EXPECT_LT(highest, 0.02) << depth;  // it does not jump
    }
}

// A post whose foot stands in the ground stays there.
TEST(WorldContact, PinsHoldPointsBelowAHalfPlane) {
    World world(settings());
    world.add(HalfPlane{.name = "Floor", .normal = {0, 0, 1}, .offset = 0.0});
    solids::SolidDef def = block("Post", 0.2, Vector3d(0.0, 0.0, -0.1));
    def.pins.emplace_back();
    for (std::size_t i = 0; i < def.tets.vertices.size(); ++i) {
        if (def.tets.vertices[i].z() < 0.05) def.pins[0].vertices.push_back(static_cast<int>(i));
    }
    const Body& post = world.add(def);
    step(world, 10);
    EXPECT_NEAR(lowest(post), -0.1, 1e-4);
}

TEST(WorldContact, HalfPlanesAreTheSameOnAnyNumberOfThreadsAndAfterALoad) {
    std::vector<Vector3d> first;
    for (const int threads : {1, 2, 4}) {
        World world(settings(threads));
        world.add(HalfPlane{.name = "Floor", .normal = {0, 0, 1}, .offset = 0.0});
        const Body& cube = world.add(block("Block", 0.2, Vector3d(0.0, 0.0, 0.1)));
        world.add(leather(0.6, 6, 0.03));
        step(world, 5);
        ByteWriter saved;
        world.save(saved);
        step(world, 5);
        if (threads == 1) first = positions_of(cube);
        EXPECT_EQ(positions_of(cube), first);
        ByteReader in(saved.bytes());
        world.load(in);
        step(world, 5);
        EXPECT_EQ(positions_of(cube), first);
    }
}

}  // namespace sinew
