// Rods that are solved together with solids, shells and rigid bodies.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/byte_stream.hpp"
#include "contact/closest_points.hpp"
#include "rigid/rigid_body.hpp"
#include "shells/shell_body.hpp"
#include "sim/world.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "support/shapes.hpp"
#include "viper/implicit/implicit_rods.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;
using viper::ImplicitRods;
using viper::RodPins;
using viper::RodsBody;
using viper::RodsDef;
using viper::test::straight_rod;

WorldSettings rod_world(int threads = 0) {
    WorldSettings settings;
    settings.start_frame = 0.0;
    settings.frame_rate = 25.0;
    settings.substeps = 4;
    settings.threads = threads;
    return settings;
}

RodsDef touching(RodsDef def, ContactPartners contact = ContactPartners::All) {
    def.contact = contact;
    return def;
}

RodsDef moved(RodsDef def, const Vector3d& by) {
    for (Vector3d& point : def.points)
        point += by;
    return def;
}

std::vector<Vector3d> points_of(const Body& body) {
    std::vector<Vector3d> positions(body.output_count());
    body.output_positions({positions.front().data(), 3 * positions.size()});
    return positions;
}

void run_frames_of_rods(World& world, int frames) {
    for (int i = 0; i < frames; ++i) {
        const FrameReport report = world.step_frame(CancelToken());
        ASSERT_TRUE(is_accepted(report.outcome)) << report.message;
    }
}

/// Between the centrelines of two rods.
double distance_of(const std::vector<Vector3d>& a, const std::vector<Vector3d>& b) {
    double smallest = 1e9;
    for (std::size_t i = 0; i + 1 < a.size(); ++i) {
        for (std::size_t j = 0; j + 1 < b.size(); ++j) {
            const ClosestPoints closest = closest_edge_edge(a[i], a[i + 1], b[j], b[j + 1]);
            smallest = std::min(smallest, closest.between.norm());
        }
    }
    return smallest;
}

}  // namespace

TEST(WorldTouchingRods, MoveAsTheyDoOnTheirOwn) {
    WorldSettings settings = rod_world();
    settings.rods.tolerance = 1e-9;
    settings.implicit.tolerance = 1e-9;
    RodsDef def = straight_rod(10, 0.5, 0.02);
    RodPins pin{.points = {0}};
    pin.frame = pin.scale = true;
    def.pins.push_back(pin);
    def.initial_velocities.assign(def.points.size(), Vector3d(0.3, 0.5, 0.0));
    World alone(settings);
    World together(settings);
    const auto& a = dynamic_cast<const RodsBody&>(alone.add(def));
    const auto& b = dynamic_cast<const ImplicitRods&>(together.add(touching(def)));
    for (int frame = 1; frame <= 20; ++frame) {
        run_frames_of_rods(alone, 1);
        run_frames_of_rods(together, 1);
        const viper::RodSetState x = a.state();
        const viper::RodSetState y = b.state();
        for (std::size_t i = 0; i < x.c.size(); ++i) {
            ASSERT_LT((x.c[i] - y.c[i]).norm(), 1e-4) << frame << ", point " << i;
            ASSERT_NEAR(x.s[i], y.s[i], 1e-4);
        }
    }
    // It swung.
    EXPECT_LT(a.state().c.back().z(), -0.1);
}

TEST(WorldTouchingRods, LieOverARigidBoxAndHangDown) {
    World world(rod_world());
    rigid::RigidDef box;
    box.name = "Box";
    box.motion = rigid::RigidMotion::Fixed;
    box.mesh = test::box_mesh(Vector3d(-0.1, -0.1, -0.2), Vector3d(0.2, 0.2, 0.2));
    world.add(box);
    RodsDef def = moved(straight_rod(24, 0.6, 0.01), Vector3d(-0.3, 0.01, 0.02));
    def.params.bend_stiffness = 1e5;
    def.params.damping = 2.0;
    const Body& rod = world.add(touching(def));
    for (int i = 0; i < 25; ++i) {
        run_frames_of_rods(world, 1);
        for (const Vector3d& p : points_of(rod)) {
            if (std::abs(p.x()) < 0.1) {
                ASSERT_GT(p.z(), 0.009) << i;
            }
        }
    }
    // It lies on the edges. Between them its middle rises: what hangs over bends it upwards.
    const std::vector<Vector3d> x = points_of(rod);
    double lowest = 1e9;
    for (const Vector3d& p : x)
        if (std::abs(p.x()) < 0.11) lowest = std::min(lowest, p.z());
    EXPECT_LT(lowest, 0.012);
    EXPECT_LT(x[12].z(), 0.015);
    EXPECT_LT(x.front().z(), -0.05);
    EXPECT_LT(x.back().z(), -0.05);
}

TEST(WorldTouchingRods, ThatMeetAtSpeedDoNotPassAndKeepTheirMomentum) {
    WorldSettings settings = rod_world();
    settings.gravity.setZero();
    settings.implicit.tolerance = 1e-6;
    World world(settings);
    RodsDef along = straight_rod(8, 0.4, 0.01);
    along.params.damping = 0.0;
    RodsDef across = straight_rod(8, 0.4, 0.01, Vector3d::UnitY());
    across.params.damping = 0.0;
    along.name = "Along";
    along = moved(along, Vector3d(-0.2, 0.01, 0.1));
    across = moved(across, Vector3d(0.015, -0.2, 0.0));
    along.initial_velocities.assign(along.points.size(), Vector3d(0, 0, -20.0));
    const auto& a = dynamic_cast<const ImplicitRods&>(world.add(touching(along)));
    const auto& b = dynamic_cast<const ImplicitRods&>(world.add(touching(across)));
    // Of equal mass; points at the ends have half of it.
    const auto momentum = [&] {
        Vector3d sum = Vector3d::Zero();
        for (const ImplicitRods* rod : {&a, &b}) {
            const viper::RodSetState state = rod->state();
            for (std::size_t i = 0; i < state.c_rate.size(); ++i)
                sum += (i == 0 || i + 1 == state.c_rate.size() ? 0.5 : 1.0) * state.c_rate[i];
        }
        return sum;
    };
    const Vector3d before = momentum();
    double nearest = 1e9;
    for (int i = 0; i < 4; ++i) {
        run_frames_of_rods(world, 1);
        const double distance = distance_of(a.state().c, b.state().c);
        nearest = std::min(nearest, distance);
        ASSERT_GT(a.state().c[4].z(), b.state().c[4].z()) << i;
        EXPECT_LT((momentum() - before).norm(), 1e-4 * before.norm()) << i;
    }
    EXPECT_LT(nearest, 0.1);
}

TEST(WorldTouchingRods, ANeedleDoesNotPassThroughCloth) {
    World world(rod_world());
    shells::ShellDef cloth;
    cloth.name = "Cloth";
    const int cells = 6;
    for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i)
            cloth.mesh.vertices.emplace_back(0.3 * i / cells - 0.15, 0.3 * j / cells - 0.15, 0.0);
    }
    for (int j = 0; j < cells; ++j) {
        for (int i = 0; i < cells; ++i) {
            const int a = j * (cells + 1) + i;
            cloth.mesh.triangles.emplace_back(a, a + 1, a + cells + 2);
            cloth.mesh.triangles.emplace_back(a, a + cells + 2, a + cells + 1);
        }
    }
    cloth.params.thickness = 0.001;
    cloth.params.young_modulus = 5e6;
    cloth.params.density = 400.0;
    VertexPins pins;
    pins.vertices = {0, cells, cells * (cells + 1), (cells + 1) * (cells + 1) - 1};
    cloth.pins.push_back(pins);
    const Body& sheet = world.add(cloth);
    RodsDef needle =
        moved(straight_rod(4, 0.1, 0.0005, Vector3d::UnitZ()), Vector3d(0.012, 0.007, 0.01));
    needle.params.stretch_stiffness = needle.params.bend_stiffness = 1e9;
    needle.params.twist_stiffness = 4e8;
    needle.params.density = 7800.0;
    needle.initial_velocities.assign(needle.points.size(), Vector3d(0, 0, -10.0));
    const Body& rod = world.add(touching(needle));
    for (int i = 0; i < 5; ++i) {
        run_frames_of_rods(world, 1);
        const std::vector<Vector3d> x = points_of(sheet);
        const std::vector<Vector3d> y = points_of(rod);
        for (const Eigen::Vector3i& t : cloth.mesh.triangles) {
            for (const Vector3d& p : y) {
                ASSERT_GT(closest_point_triangle(p, x[t[0]], x[t[1]], x[t[2]]).between.norm(),
                          0.001)
                    << i;
            }
        }
        // Of a sheet held at its corners, the middle is lowest where the needle pushes it.
        const Vector3d& middle = x[24];
        ASSERT_GT(y.front().z(), middle.z() - 0.03) << i;
    }
}

TEST(WorldTouchingRods, AreTheSameOnAnyNumberOfThreadsAndAfterALoad) {
    std::vector<Vector3d> first;
    for (const int threads : {1, 4}) {
        World world(rod_world(threads));
        PillColliderDef bone{
            .name = "Bone", .mover = {}, .points = {{0, -1, 0}, {0, 1, 0}}, .radii = {0.05, 0.05}};
        world.add(bone);
        RodsDef def = moved(straight_rod(12, 0.4, 0.01), Vector3d(-0.17, 0.0, 0.065));
        def.params.bend_stiffness = 1e5;
        const Body& rod = world.add(touching(def));
        run_frames_of_rods(world, 3);
        ByteWriter saved;
        world.save(saved);
        run_frames_of_rods(world, 3);
        if (threads == 1) first = points_of(rod);
        EXPECT_EQ(points_of(rod), first);
        ByteReader in(saved.bytes());
        world.load(in);
        run_frames_of_rods(world, 3);
        EXPECT_EQ(points_of(rod), first);
        for (const Vector3d& p : points_of(rod))
            EXPECT_GT(std::hypot(p.x(), p.z()), 0.0595);  // the rod may be a little thinner
    }
}

TEST(WorldTouchingRods, RefusesWhatNeedsTheRodsOwnSolver) {
    RodsDef def = touching(straight_rod(4, 0.4, 0.01));
    std::vector<Problem> problems;
    def.collect_problems(problems);
    EXPECT_TRUE(problems.empty());
    def.collision.enabled = true;
    def.bundling.sections = {{0, 1}};
    def.collect_problems(problems);
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0].field, "contact");
    EXPECT_EQ(problems[0].value, "\"all\"");
}

}  // namespace sinew
