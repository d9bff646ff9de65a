// Attachments by hand: where movers take points, how the others are carried along, hinges, and what slides; in every lane.
#include "viper/attachments/rod_attachments.hpp"

#include <gtest/gtest.h>

#include <array>

#include "math/rotation.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "solver/viper/rods_in_lanes.hpp"
#include "support/shapes.hpp"

namespace sinew::viper {
namespace {

using Eigen::Affine3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using test::make_mover;
using test::moved_by;
using test::Random;
using test::RodsInLanes;

/// Five points along x with uneven segments: 0, 0.1, 0.4, 0.5 and 0.6 m.
RodsDef uneven_rod() {
    RodsDef def = test::straight_rod(4, 0.4, 0.02);
    const std::array<double, 5> along = {0.0, 0.1, 0.4, 0.5, 0.6};
    for (std::size_t j = 0; j < along.size(); ++j)
        def.points[j].x() = along[j];
    def.params.damping = 0.0;
    return def;
}

StepInfo step_from(double frame) {
    return {.dt = 0.04, .frame_0 = frame, .frame_1 = frame + 1.0};
}

Affine3d turned_by(const Vector3d& turn) {
    return Affine3d(exp_quaternion(turn));
}

TEST(RodAttachments, TakePointsToWhereTheirMoverIs) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        RodsDef def = uneven_rod();
        def.attachments.push_back({.mover = "a", .points = {4}});
        def.attachments.push_back({.mover = "b", .points = {0, 1}});
        RodsInLanes rods(def, lane);
        const Affine3d to_a = moved_by({0.1, 0.2, 0.3}) * turned_by({0, 0, 0.5});
        const Mover a = make_mover({{1, Affine3d::Identity()}, {2, to_a}});
        const Mover b = make_mover({{1, moved_by({0, 0, 1})}});
        const RodAttachments attachments(rods.set.def(), {&a, &b});
        attachments.apply(rods.set, step_from(1.0), rods.batches);
        EXPECT_LT((rods.centre(4) - to_a * def.points[4]).norm(), 1e-14);
        EXPECT_LT((rods.predicted(4) - to_a * def.points[4]).norm(), 1e-14);
        for (const int j : {0, 1})
            EXPECT_LT((rods.centre(j) - def.points[j] - Vector3d::UnitZ()).norm(), 1e-14);
        EXPECT_EQ(rods.centre(2), def.points[2]);
        EXPECT_EQ(rods.centre(3), def.points[3]);
        // Their frames are held too.
        const Quaterniond held = lane_of(rods.batch().clamps[4].before.frame, lane);
        const Quaterniond expected = exp_quaternion({0, 0, 0.5}) * rods.set.rest_frames()[3];
        EXPECT_LT((held.coeffs() - expected.coeffs()).norm(), 1e-14);
        EXPECT_FALSE(rods.batch().clamps[2].before.any);
    }
}

/// A mover that begins to move takes all points along; inertia resists what the share leaves.
TEST(RodAttachments, CarryByTheShareOfTheMotion) {
    const Vector3d move(0.1, -0.2, 0.3);
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        for (const double share : {0.0, 0.25, 1.0}) {
            RodsDef def = uneven_rod();
            def.attachments.push_back({.mover = "bone", .points = {4}});
            def.mover_share = share;
            RodsInLanes rods(def, lane);
            const Mover bone = make_mover({{1, Affine3d::Identity()}, {2, moved_by(move)}});
            const RodAttachments attachments(rods.set.def(), {&bone});
            attachments.carry(rods.set, step_from(1.0), rods.batches);
            for (int j = 0; j < 5; ++j) {
                EXPECT_LT((rods.centre(j) - def.points[j] - move).norm(), 1e-14);
                EXPECT_LT((rods.predicted(j) - def.points[j] - share * move).norm(), 1e-14);
            }
        }
    }
}

/// What moves on as before is in the prediction already, but for what drag takes of it.
TEST(RodAttachments, AddNothingToASteadyMotionButWhatDragTakes) {
    const Vector3d move(0.1, 0, 0.02);
    for (const double damping : {0.0, 5.0}) {
        RodsDef def = uneven_rod();
        def.attachments.push_back({.mover = "bone", .points = {0}});
        def.mover_share = 1.0;
        def.params.damping = damping;
        RodsInLanes rods(def, 1);
        const Mover bone = make_mover({{1, Affine3d::Identity()}, {5, moved_by(4.0 * move)}});
        const RodAttachments attachments(rods.set.def(), {&bone});
        attachments.carry(rods.set, step_from(3.0), rods.batches);
        const Vector3d shift = (1.0 - 1.0 / (1.0 + damping * 0.04)) * move;
        for (int j = 0; j < 5; ++j)
            EXPECT_LT((rods.predicted(j) - def.points[j] - shift).norm(), 1e-14) << damping;
    }
}

/// Between two attachments by the length along the rod; beyond them as the nearer one.
TEST(RodAttachments, BlendTwoMoversAlongTheRod) {
    const Vector3d move(0.0, 0.2, 0.0);
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        RodsDef def = uneven_rod();
        def.attachments.push_back({.mover = "still", .points = {1}});
        def.attachments.push_back({.mover = "moves", .points = {3}});
        def.mover_share = 0.5;
        RodsInLanes rods(def, lane);
        const Mover still = make_mover({{1, Affine3d::Identity()}});
        const Affine3d turn = turned_by({0.8, 0.0, 0.0});  // about the rod: no point moves by it
        const Mover moves = make_mover({{1, Affine3d::Identity()}, {2, moved_by(move) * turn}});
        const RodAttachments attachments(rods.set.def(), {&still, &moves});
        attachments.carry(rods.set, step_from(1.0), rods.batches);
        const std::array<double, 5> blend = {0.0, 0.0, 0.75, 1.0, 1.0};
        for (int j = 0; j < 5; ++j) {
            EXPECT_LT((rods.centre(j) - def.points[j] - blend[j] * move).norm(), 1e-14) << j;
            EXPECT_LT((rods.predicted(j) - def.points[j] - 0.5 * blend[j] * move).norm(), 1e-14)
                << j;
            if (j == 4) break;  // no segment
            const Quaterniond rest = rods.set.rest_frames()[j];
            const Quaterniond now = exp_quaternion({0.8 * blend[j], 0, 0}) * rest;
            const Quaterniond predicted = exp_quaternion({0.4 * blend[j], 0, 0}) * rest;
            EXPECT_LT((rods.frame(j).coeffs() - now.coeffs()).norm(), 1e-13) << j;
            EXPECT_LT((rods.predicted_frame(j).coeffs() - predicted.coeffs()).norm(), 1e-13) << j;
        }
    }
}

TEST(RodAttachments, ARodWithoutOneGoesWithTheFirst) {
    RodsDef def = test::straight_rod(1, 0.1, 0.02);
    for (int i = 0; i < 2; ++i) {
        def.points.emplace_back(0.1 * i, 0.5, 0.0);
        def.radii.push_back(0.02);
    }
    def.counts = {2, 2};
    def.attachments.push_back({.mover = "first", .points = {1}});
    def.attachments.push_back({.mover = "second", .points = {0}});
    RodsInLanes rods(def, 3);
    const Mover first = make_mover({{1, Affine3d::Identity()}, {2, moved_by({0, 0, 0.1})}});
    const Mover second = make_mover({{1, Affine3d::Identity()}, {2, moved_by({0, 0, 0.7})}});
    const RodAttachments attachments(rods.set.def(), {&first, &second});
    attachments.carry(rods.set, step_from(1.0), rods.batches);
    for (const int j : {2, 3})
        EXPECT_LT((rods.centre(j) - def.points[j] - Vector3d(0, 0, 0.1)).norm(), 1e-14);
    EXPECT_LT((rods.centre(0) - def.points[0] - Vector3d(0, 0, 0.7)).norm(), 1e-14);
}

/// The other end goes from +x to +y: a hinge of 1 turns by 90° about the middle of its points, of ½ by 45°.
TEST(RodAttachments, HingesFaceTheOtherAttachment) {
    for (const double hinge : {0.0, 0.5, 1.0}) {
        RodsDef def = uneven_rod();
        def.attachments.push_back({.mover = "joint", .points = {0, 1}});
        def.attachments.back().hinge = hinge;
        def.attachments.push_back({.mover = "far", .points = {4}});
        RodsInLanes rods(def, 2);
        const Vector3d middle(0.05, 0, 0);
        const Mover joint = make_mover({{1, Affine3d::Identity()}});
        const Mover far = make_mover({{1, moved_by(middle + Vector3d(0, 0.3, 0) - def.points[4])}});
        const RodAttachments attachments(rods.set.def(), {&joint, &far});
        attachments.apply(rods.set, step_from(1.0), rods.batches);
        const Quaterniond turn = exp_quaternion({0, 0, 0.5 * M_PI * hinge});
        for (const int j : {0, 1}) {
            const Vector3d expected = middle + turn * (def.points[j] - middle);
            EXPECT_LT((rods.centre(j) - expected).norm(), 1e-14) << hinge;
        }
        const Quaterniond held = lane_of(rods.batch().clamps[0].after.frame, 2);
        EXPECT_LT(held.angularDistance(turn * rods.set.rest_frames()[0]), 1e-7) << hinge;
        EXPECT_LT((rods.centre(4) - middle - Vector3d(0, 0.3, 0)).norm(), 1e-14);
    }
}

TEST(RodAttachments, AreTheSameWhenAllIsTurnedAndMoved) {
    Random random(61);
    const auto some_motion = [&] {
        return Affine3d(Eigen::Translation3d(random.vector3(0.2)) *
                        exp_quaternion(random.vector3(0.6)));
    };
    const std::array<Affine3d, 6> keys = {some_motion(), some_motion(), some_motion(),
                                          some_motion(), some_motion(), some_motion()};
    Affine3d placed(random.rotation());
    placed.translation() = random.vector3(3.0);
    RodsDef def = uneven_rod();
    def.params.damping = 3.0;
    def.attachments.push_back({.mover = "a", .points = {0}});
    def.attachments.back().hinge = 0.7;
    def.attachments.push_back({.mover = "b", .points = {3, 4}});
    const auto carried = [&](const Affine3d& by) {
        RodsInLanes rods(def, 1);
        RodSetState state = rods.set.initial_state();
        for (std::size_t j = 0; j < state.c.size(); ++j) {
            state.c[j] = by * (keys[0] * state.c[j]);
            state.q[j] = Quaterniond(by.linear() * keys[0].linear()) * state.q[j];
        }
        rods.start_from(state);
        const Mover a = make_mover({{1, by * keys[0]}, {2, by * keys[1]}, {3, by * keys[2]}});
        const Mover b = make_mover({{1, by * keys[3]}, {2, by * keys[4]}, {3, by * keys[5]}});
        const RodAttachments attachments(rods.set.def(), {&a, &b});
        attachments.carry(rods.set, step_from(2.0), rods.batches);
        std::vector<Vector3d> points;
        std::vector<Quaterniond> frames;
        for (int j = 0; j < 5; ++j) {
            points.push_back(rods.centre(j));
            points.push_back(rods.predicted(j));
            frames.push_back(rods.frame(j));
            frames.push_back(rods.predicted_frame(j));
        }
        attachments.apply(rods.set, step_from(2.0), rods.batches);
        for (const int j : {0, 3, 4})
            points.push_back(rods.centre(j));
        return std::pair(points, frames);
    };
    const auto [points, frames] = carried(Affine3d::Identity());
    const auto [placed_points, placed_frames] = carried(placed);
    for (std::size_t i = 0; i < points.size(); ++i)
        EXPECT_LT((placed_points[i] - placed * points[i]).norm(), 1e-12) << i;
    const Quaterniond turn(placed.linear());
    for (std::size_t i = 0; i < frames.size(); ++i)
        EXPECT_LT(placed_frames[i].angularDistance(turn * frames[i]), 1e-7) << i;
}

/// A mover that stretches x threefold: its plane turns otherwise than its points.
TEST(RodAttachments, SlideOnPlanesThatGoWithTheMover) {
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        RodsDef def = uneven_rod();
        RodAttachment sliding{.mover = "bone", .points = {2, 4}, .sliding = true};
        sliding.normals = {{0, 0, 1}, Vector3d(1, 0, 1).normalized()};
        def.attachments = {sliding};
        RodsInLanes rods(def, lane);
        rods.batch().inverse_dt2 = Pack(625.0);
        rods.batch().point_plane.resize(5);
        for (PointPlane& plane : rods.batch().point_plane)
            plane.weight = plane.friction = Pack(0.5);
        Affine3d stretched = moved_by({0, 0, 0.2});
        stretched.linear() = Vector3d(3, 1, 1).asDiagonal();
        const Mover bone = make_mover({{1, stretched}});
        const RodAttachments attachments(rods.set.def(), {&bone});
        attachments.apply(rods.set, step_from(1.0), rods.batches);
        ASSERT_EQ(rods.batch().glides.size(), 2U);
        const PointGlide& flat = rods.batch().glides[0];
        EXPECT_EQ(flat.point, 2);
        EXPECT_EQ(flat.lane, lane);
        EXPECT_LT((flat.normal - Vector3d::UnitZ()).norm(), 1e-15);
        EXPECT_NEAR(flat.offset, 0.2, 1e-15);
        const double mass = rods.batch().point[2].mass[lane];
        EXPECT_NEAR(flat.weight, 1e4 * 625.0 * mass, 1e-9 * flat.weight);
        EXPECT_FALSE(flat.held);
        const PointGlide& slanted = rods.batch().glides[1];
        EXPECT_EQ(slanted.point, 4);
        const Vector3d normal = Vector3d(1.0 / 3.0, 0, 1).normalized();
        EXPECT_LT((slanted.normal - normal).norm(), 1e-15);
        EXPECT_NEAR(slanted.offset, normal.dot(Vector3d(1.8, 0, 0.2)), 1e-14);
        for (int j = 0; j < 5; ++j) {
            // They go nowhere by themselves, and no mesh pushes them; all others keep their planes.
            EXPECT_EQ(rods.centre(j), def.points[j]);
            for (int l = 0; l < Pack::LANES; ++l) {
                const double left = l == lane && (j == 2 || j == 4) ? 0.0 : 0.5;
                EXPECT_EQ(rods.batch().point_plane[j].weight[l], left) << j << " " << l;
                EXPECT_EQ(rods.batch().point_plane[j].friction[l], left) << j << " " << l;
            }
        }
    }
}

TEST(RodAttachments, SlideAroundASurfaceAndStayInItsMiddle) {
    RodsDef def = uneven_rod();
    RodAttachment sliding{.mover = "bone", .points = {0, 1}, .sliding = true};
    sliding.surface = sinew::test::ball_mesh(0.08, 24, 24);  // around point 0
    def.attachments = {sliding};
    RodsInLanes rods(def, 1);
    const Mover bone = make_mover({{1, moved_by({0, 0, 0.5})}});
    RodSetState state = rods.set.initial_state();
    state.c[1] = Vector3d(0, 0.11, 0.5);  // a quarter around the ball, a little too far out
    rods.start_from(state);
    const RodAttachments attachments(rods.set.def(), {&bone});
    attachments.apply(rods.set, step_from(1.0), rods.batches);
    ASSERT_EQ(rods.batch().glides.size(), 2U);
    const PointGlide& middle = rods.batch().glides[0];
    EXPECT_TRUE(middle.held);
    EXPECT_EQ(middle.foot, Vector3d(0, 0, 0.5));
    EXPECT_EQ(middle.offset, 0.5);
    EXPECT_EQ(middle.bent_back[0], middle.weight);
    EXPECT_EQ(middle.bent_back[1], middle.weight);
    const PointGlide& around = rods.batch().glides[1];
    EXPECT_FALSE(around.held);
    const GlideSurface ball(sliding.surface, std::vector{def.points[0], def.points[1]}, "Ball");
    const GlideSurface::Tangent expected = ball.tangent(1, state.c[1], bone.at(2.0));
    EXPECT_GT(expected.normal.y(), 0.99);
    EXPECT_EQ(around.normal, expected.normal);
    EXPECT_EQ(around.offset, expected.offset);
    EXPECT_EQ(around.foot, expected.foot);
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(around.direction[i], expected.direction[i]);
        EXPECT_EQ(around.curvature[i], expected.curvature[i]);
    }
    EXPECT_GT(around.curvature[0] + around.curvature[1], 1.0);
    EXPECT_EQ(around.bent_back[0], 0.0);
}

}  // namespace
}  // namespace sinew::viper
