// Rigid bodies that touch.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/byte_stream.hpp"
#include "rigid/rigid_body.hpp"
#include "shells/shell_body.hpp"
#include "sim/world.hpp"
#include "support/shapes.hpp"

namespace sinew {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using rigid::RigidBody;
using rigid::RigidDef;

WorldSettings rigid_settings(int threads = 0) {
    WorldSettings settings;
    settings.start_frame = 0.0;
    settings.frame_rate = 25.0;
    settings.substeps = 4;
    settings.gravity = Vector3d(0, 0, -9.81);
    settings.threads = threads;
    return settings;
}

RigidDef cube(const std::string& name, double side, const Vector3d& centre,
              const Matrix3d& turn = Matrix3d::Identity()) {
    RigidDef def;
    def.name = name;
    def.mesh = test::box_mesh(Vector3d::Constant(-0.5 * side), Vector3d::Constant(side));
    for (Vector3d& x : def.mesh.vertices)
        x = turn * x + centre;
    return def;
}

MeshColliderDef rigid_table() {
    MeshColliderDef def;
    def.name = "Table";
    def.mesh.vertices = {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
    def.mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    return def;
}

const RigidBody& rigid_body(const Body& body) {
    return dynamic_cast<const RigidBody&>(body);
}

std::vector<double> numbers_of(const Body& body) {
    std::vector<double> out(3 * body.output_count());
    body.output_positions(out);
    return out;
}

double lowest_vertex(const Body& body) {
    const std::vector<double> out = numbers_of(body);
    double z = 1e9;
    for (std::size_t i = 2; i < out.size(); i += 3)
        z = std::min(z, out[i]);
    return z;
}

/// Change of the distance between any two vertices, over the size of the body.
double deviation(const RigidBody& body) {
    const std::vector<double> out = numbers_of(body);
    const auto& rest = body.def().mesh.vertices;
    double largest = 0.0;
    double size = 0.0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const double before = (rest[i] - rest[j]).norm();
            const double now = (Vector3d(out.data() + 3 * i) - Vector3d(out.data() + 3 * j)).norm();
            largest = std::max(largest, std::abs(now - before));
            size = std::max(size, before);
        }
    }
    return largest / size;
}

void step_frames(World& world, int frames) {
    for (int i = 0; i < frames; ++i) {
        const FrameReport report = world.step_frame(CancelToken());
        ASSERT_TRUE(is_accepted(report.outcome)) << report.message;
    }
}

}  // namespace

TEST(WorldRigid, ABoxFallsOnATableAndRests) {
    World world(rigid_settings());
    world.add(rigid_table());
    const Matrix3d turn = Eigen::AngleAxisd(0.4, Vector3d(1, 2, 0.5).normalized()).matrix();
    const RigidBody& box = rigid_body(world.add(cube("Box", 0.2, Vector3d(0, 0, 0.4), turn)));
    for (int i = 0; i < 50; ++i) {
        step_frames(world, 1);
        ASSERT_GT(lowest_vertex(box), 0.0) << i;
        ASSERT_LE(deviation(box), 1e-6) << i;
    }
    EXPECT_LT(lowest_vertex(box), 0.001);
    EXPECT_NEAR(box.centre().z(), 0.1, 0.002);
    EXPECT_LT(box.angular_velocity().norm(), 0.05);
}

TEST(WorldRigid, BoxesThatCollideKeepTheirMomenta) {
    WorldSettings settings = rigid_settings();
    settings.gravity.setZero();
    settings.substeps = 8;
    settings.implicit.tolerance = 1e-8;
    World world(settings);
    RigidDef first = cube("First", 0.2, Vector3d(-0.3, 0.03, 0.05));
    first.initial_velocity = {Vector3d(2.0, 0, 0)};
    RigidDef second = cube("Second", 0.2, Vector3d(0.1, 0, 0));
    second.params.density = 3000.0;
    // Friction acts at both ends of the gap, which is not quite one place.
    first.friction.coefficient = second.friction.coefficient = 0.0;
    const RigidBody& a = rigid_body(world.add(first));
    const RigidBody& b = rigid_body(world.add(second));
    const auto momentum = [&] {
        return Vector3d(a.mass().mass * a.velocity() + b.mass().mass * b.velocity());
    };
    const auto angular = [&] {
        Vector3d sum = Vector3d::Zero();
        for (const RigidBody* const body : {&a, &b})
            sum += body->angular_momentum() +
                   body->mass().mass * body->centre().cross(body->velocity());
        return sum;
    };
    const Vector3d before = momentum();
    const Vector3d angular_before = angular();
    step_frames(world, 15);
    EXPECT_GT(b.velocity().x(), 0.1);
    EXPECT_GT(b.angular_velocity().norm(), 0.1);
    EXPECT_LE((momentum() - before).norm(), 1e-5 * before.norm());
    EXPECT_LE((angular() - angular_before).norm(), 1e-2 * angular_before.norm());
    EXPECT_LE(std::max(deviation(a), deviation(b)), 1e-6);
}

TEST(WorldRigid, ATowerOfEqualBoxesStands) {
    // Without friction they slide off each other: edge on edge is no place to rest.
    World world(rigid_settings());
    world.add(rigid_table());
    std::vector<const RigidBody*> boxes;
    for (int i = 0; i < 4; ++i)
        boxes.push_back(&rigid_body(world.add(
            cube("Box " + std::to_string(i), 0.2, Vector3d(0.003 * i, 0, 0.1005 + 0.2005 * i)))));
    step_frames(world, 50);
    std::vector<Vector3d> settled;
    for (const RigidBody* const box : boxes)
        settled.push_back(box->centre());
    step_frames(world, 50);
    for (int i = 0; i < 4; ++i) {
        EXPECT_NEAR(boxes[i]->centre().z(), 0.1 + 0.2 * i, 0.003) << i;
        EXPECT_NEAR(boxes[i]->centre().x(), 0.003 * i, 0.002) << i;
        EXPECT_LT((boxes[i]->centre() - settled[i]).norm(), 5e-5) << i;
        EXPECT_LE(deviation(*boxes[i]), 1e-6) << i;
    }
}

TEST(WorldRigid, ABoxOnATiltedHalfPlaneSticksOrSlides) {
    // Gravity at 20° against the plane: tan is 0.364.
    for (const double friction : {0.3, 0.45}) {
        WorldSettings settings = rigid_settings();
        settings.gravity = 9.81 * Vector3d(std::sin(0.349), 0.0, -std::cos(0.349));
        World world(settings);
        HalfPlane floor;
        floor.name = "Floor";
        floor.friction = friction;
        world.add(floor);
        RigidDef def = cube("Box", 0.2, Vector3d(0, 0, 0.1005));
        def.friction.coefficient = friction;
        const RigidBody& box = rigid_body(world.add(def));
        step_frames(world, 25);
        ASSERT_GT(lowest_vertex(box), 0.0);
        if (friction > 0.364) {
            EXPECT_LT(box.centre().x(), 1e-3);
        } else {
            const double acceleration = 9.81 * (std::sin(0.349) - friction * std::cos(0.349));
            EXPECT_NEAR(box.centre().x(), 0.5 * acceleration, 0.04);  // in one second
        }
    }
}

TEST(WorldRigid, ABoxPushesASheetDownAndIsHeld) {
    World world(rigid_settings());
    shells::ShellDef sheet;
    sheet.name = "Sheet";
    const int cells = 6;
    for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i)
            sheet.mesh.vertices.emplace_back(0.1 * i - 0.3, 0.1 * j - 0.3, 0.0);
    }
    VertexPins pins;
    for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i) {
            const int a = j * (cells + 1) + i;
            if (i % cells == 0 || j % cells == 0) pins.vertices.push_back(a);
            if (i == cells || j == cells) continue;
            sheet.mesh.triangles.emplace_back(a, a + 1, a + cells + 2);
            sheet.mesh.triangles.emplace_back(a, a + cells + 2, a + cells + 1);
        }
    }
    sheet.pins = {pins};
    sheet.params.thickness = 0.002;
    const Body& held = world.add(sheet);
    RigidDef def = cube("Box", 0.15, Vector3d(0.01, 0.02, 0.08));
    def.params.mass = 1.0;
    const RigidBody& box = rigid_body(world.add(def));
    step_frames(world, 30);
    EXPECT_LT(lowest_vertex(held), -0.005);
    EXPECT_GT(lowest_vertex(box), lowest_vertex(held));
    EXPECT_GT(box.centre().z(), 0.0);
    EXPECT_LE(deviation(box), 1e-6);
}

TEST(WorldRigid, AFixedBodyThatMovesTakesOthersAlong) {
    World world(rigid_settings());
    MoverDef lift;
    lift.name = "Lift";
    lift.transforms.width = MOVER_WIDTH;
    lift.transforms.frames = {0.0, 10.0};
    lift.transforms.values = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0,  //
                              1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1};
    world.add(lift);
    RigidDef plate = cube("Plate", 1.0, Vector3d(0, 0, -0.5));
    plate.motion = rigid::RigidMotion::Fixed;
    plate.mover = "Lift";
    const Body& below = world.add(plate);
    const RigidBody& box = rigid_body(world.add(cube("Box", 0.2, Vector3d(0, 0, 0.101))));
    for (int frame = 1; frame <= 10; ++frame) {
        step_frames(world, 1);
        EXPECT_NEAR(lowest_vertex(below), -1.0 + 0.1 * frame, 1e-12);
        ASSERT_GT(lowest_vertex(box), 0.1 * frame);
    }
}

TEST(WorldRigid, TheSameBytesOnAnyNumberOfThreadsAndAfterLoading) {
    const auto fill = [](World& world) {
        world.add(rigid_table());
        const Matrix3d turn = Eigen::AngleAxisd(0.3, Vector3d(1, 0.5, 0).normalized()).matrix();
        world.add(cube("Low", 0.2, Vector3d(0, 0, 0.11)));
        world.add(cube("High", 0.2, Vector3d(0.05, 0.02, 0.36), turn));
    };
    std::vector<std::vector<double>> results;
    for (const int threads : {1, 2, 4}) {
        World world(rigid_settings(threads));
        fill(world);
        step_frames(world, 8);
        ByteWriter saved;
        world.save(saved);
        step_frames(world, 4);
        std::vector<double> all;
        for (const auto& body : world.bodies()) {
            const std::vector<double> out = numbers_of(*body);
            all.insert(all.end(), out.begin(), out.end());
        }
        results.push_back(all);
        World resumed(rigid_settings(threads));
        fill(resumed);
        ByteReader in(saved.bytes());
        resumed.load(in);
        step_frames(resumed, 4);
        for (std::size_t i = 0; i < world.bodies().size(); ++i)
            EXPECT_EQ(numbers_of(*resumed.bodies()[i]), numbers_of(*world.bodies()[i]));
    }
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(results[0], results[2]);
}

}  // namespace sinew
