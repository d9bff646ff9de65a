// Pill colliders that stop solids, shells and rigid bodies.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/byte_stream.hpp"
#include "contact/closest_points.hpp"
#include "mesh/box_tets.hpp"
#include "rigid/rigid_body.hpp"
#include "shells/shell_body.hpp"
#include "sim/world.hpp"
#include "solids/solid_body.hpp"
#include "support/output_vertices.hpp"
#include "support/shapes.hpp"

namespace sinew {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

WorldSettings pill_settings(int threads = 0) {
    WorldSettings settings;
    settings.start_frame = 0.0;
    settings.frame_rate = 25.0;
    settings.substeps = 2;
    settings.threads = threads;
    return settings;
}

/// A square in the plane z = height, with its middle at the origin, that meets no other body.
shells::ShellDef sheet_at(double side, int cells, double height) {
    shells::ShellDef def;
    def.name = "Sheet";
    for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i)
            def.mesh.vertices.emplace_back(side * (i / double(cells) - 0.5),
                                           side * (j / double(cells) - 0.5), height);
    }
    for (int j = 0; j < cells; ++j) {
        for (int i = 0; i < cells; ++i) {
            const int a = j * (cells + 1) + i;
            def.mesh.triangles.emplace_back(a, a + 1, a + cells + 2);
            def.mesh.triangles.emplace_back(a, a + cells + 2, a + cells + 1);
        }
    }
    def.params.thickness = 0.002;
    def.params.young_modulus = 1e6;
    def.params.density = 800.0;
    def.contact = ContactPartners::None;
    return def;
}

PillColliderDef bone(const Vector3d& a, const Vector3d& b, double r0, double r1) {
    return {.name = "Bone", .mover = {}, .points = {a, b}, .radii = {r0, r1}};
}

/// Between the axis of a pill of one radius and the edges of triangles, less the radius.
double gap_of(const Body& body, const TriangleMesh& mesh, const PillColliderDef& pill) {
    const std::vector<Vector3d> x = test::output_vertices(body);
    double smallest = 1e9;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        for (int k = 0; k < 3; ++k) {
            const ClosestPoints closest =
                closest_edge_edge(x[t[k]], x[t[(k + 1) % 3]], pill.points[0], pill.points[1]);
            smallest = std::min(smallest, closest.between.norm());
        }
    }
    return smallest - pill.radii[0];
}

/// Of the triangles above and below a point of the plane; −1e9 if there are none.
double highest_over(const Body& body, const TriangleMesh& mesh, const Vector2d& point) {
    const std::vector<Vector3d> x = test::output_vertices(body);
    double highest = -1e9;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        Eigen::Matrix3d corners;
        for (int k = 0; k < 3; ++k)
            corners.col(k) << x[t[k]].head<2>(), 1.0;
        const Vector3d weights = corners.inverse() * Vector3d(point.x(), point.y(), 1.0);
        if (!(weights.minCoeff() >= 0.0)) continue;
        highest = std::max(highest, weights[0] * x[t[0]].z() + weights[1] * x[t[1]].z() +
                                        weights[2] * x[t[2]].z());
    }
    return highest;
}

void run_frames(World& world, int frames) {
    for (int i = 0; i < frames; ++i) {
        const FrameReport report = world.step_frame(CancelToken());
        ASSERT_TRUE(is_accepted(report.outcome)) << report.message;
    }
}

}  // namespace

TEST(WorldPills, NothingPassesAThinBone) {
    for (const double speed : {5.0, 20.0}) {
        World world(pill_settings());
        const PillColliderDef def = bone({-0.5, 0.01, 0.0}, {0.5, 0.02, 0.0}, 0.01, 0.01);
        world.add(def);
        // Wider than its way in a step, or it may go round; with no vertex above the bone.
        shells::ShellDef sheet = sheet_at(0.6, 5, 0.3);
        sheet.initial_velocities.assign(sheet.mesh.vertices.size(), Vector3d(0, 0, -speed));
        const Body& body = world.add(sheet);
        for (int i = 0; i < 3; ++i) {
            run_frames(world, 1);
            // Half of its thickness is outside too.
            ASSERT_GT(gap_of(body, sheet.mesh, def), 0.001) << speed << ", frame " << i;
            // Part of it lies on the bone; its sides may swing round and under it.
            ASSERT_GT(highest_over(body, sheet.mesh, Vector2d(0.0, 0.015)), 0.01)
                << speed << ", frame " << i;
        }
    }
}

TEST(WorldPills, ARigidBoxRestsOnTwoBonesAtTheRightHeight) {
    World world(pill_settings());
    // One of them tapers towards an end that the box does not reach.
    world.add(bone({-0.2, -0.06, 0}, {0.2, -0.06, 0}, 0.03, 0.03));
    world.add(bone({-0.2, 0.06, 0}, {0.2, 0.06, 0}, 0.03, 0.03));
    rigid::RigidDef box;
    box.name = "Box";
    box.mesh = test::box_mesh(Vector3d(-0.1, -0.1, 0.05), Vector3d(0.2, 0.2, 0.1));
    const Body& body = world.add(box);
    run_frames(world, 30);
    const std::vector<Vector3d> x = test::output_vertices(body);
    const auto by_height = [](const Vector3d& a, const Vector3d& b) { return a.z() < b.z(); };
    const double lowest = std::ranges::min_element(x, by_height)->z();
    EXPECT_GT(lowest, 0.03);
    EXPECT_LT(lowest, 0.0304);
    EXPECT_NEAR(std::ranges::max_element(x, by_height)->z() - lowest, 0.1, 1e-4);
}

TEST(WorldPills, ASolidLiesOnABall) {
    World world(pill_settings());
    world.add(bone({0.01, 0, 0}, {0.01, 0, 0}, 0.1, 0.1));
    world.add(HalfPlane{.name = "Floor", .normal = Vector3d::UnitZ(), .offset = -0.1});
    solids::SolidDef def;
    def.name = "Block";
    def.tets = box_tets(Vector3d(-0.1, -0.1, 0.11), Vector3d::Constant(0.2), {3, 3, 3});
    def.params.young_modulus = 5e4;
    def.params.density = 1000.0;
    def.params.damping = 3.0;
    const Body& body = world.add(def);
    for (int i = 0; i < 15; ++i) {
        run_frames(world, 1);
        for (const Vector3d& x : test::output_vertices(body))
            ASSERT_GT((x - Vector3d(0.01, 0, 0)).norm(), 0.1);
    }
}

TEST(WorldPills, ABoneThatMovesTakesBodiesAlong) {
    World world(pill_settings());
    // 7.5 m/s, upwards
    MoverDef mover;
    mover.name = "Rig/arm";
    mover.transforms.width = MOVER_WIDTH;
    for (int i = 0; i <= 4; ++i) {
        mover.transforms.frames.push_back(i);
        for (const double number : {1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.3 * i})
            mover.transforms.values.push_back(number);
    }
    world.add(mover);
    PillColliderDef arm = bone({-0.3, 0, 0}, {0.3, 0, 0}, 0.02, 0.02);
    arm.mover = mover.name;
    world.add(arm);
    rigid::RigidDef box;
    box.name = "Box";
    box.mesh = test::box_mesh(Vector3d(-0.05, -0.05, 0.021), Vector3d::Constant(0.1));
    const Body& body = world.add(box);
    for (int i = 1; i <= 4; ++i) {
        const double height = 0.3 * i;
        run_frames(world, 1);
        for (const Vector3d& x : test::output_vertices(body))
            ASSERT_GT(x.z(), height - 0.1) << i;
        ASSERT_GT(gap_of(body, box.mesh, bone({-0.3, 0, height}, {0.3, 0, height}, 0.02, 0.02)),
                  0.0);
    }
}

TEST(WorldPills, AreTheSameOnAnyNumberOfThreadsAndAfterALoad) {
    std::vector<Vector3d> first;
    for (const int threads : {1, 4}) {
        World world(pill_settings(threads));
        world.add(bone({-0.3, 0.01, 0.0}, {0.3, 0.02, 0.0}, 0.03, 0.05));
        const Body& body = world.add(sheet_at(0.3, 5, 0.06));
        run_frames(world, 4);
        ByteWriter saved;
        world.save(saved);
        run_frames(world, 4);
        if (threads == 1) first = test::output_vertices(body);
        EXPECT_EQ(test::output_vertices(body), first);
        ByteReader in(saved.bytes());
        world.load(in);
        run_frames(world, 4);
        EXPECT_EQ(test::output_vertices(body), first);
    }
}

}  // namespace sinew
