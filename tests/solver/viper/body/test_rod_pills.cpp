#include "viper/body/rod_pills.hpp"

#include <gtest/gtest.h>

#include "math/rotation.hpp"
#include "solver/viper/rod_fixture.hpp"

namespace sinew::viper {
namespace {

using test::Random;

std::vector<SpherePose> poses_of(const test::BatchOfOne& one) {
    std::vector<SpherePose> poses(one.set.point_count());
    rod_pill_poses(one.set, one.batches, poses);
    return poses;
}

TEST(RodPills, AreExactlyAtRestAtRest) {
    Random random(61);
    const test::BatchOfOne one(test::random_rod(8, random));
    for (const SpherePose& pose : poses_of(one)) {
        EXPECT_EQ(pose.move, Eigen::Vector4d(0, 0, 0, 0));
        EXPECT_EQ(pose.turn, Eigen::Vector4d(0, 0, 0, 1));
    }
}

TEST(RodPills, FollowAMotionOfAllPoints) {
    Random random(62);
    test::BatchOfOne one(test::random_rod(8, random));
    const Eigen::Quaterniond turn = random.rotation();
    const Eigen::Vector3d shift = random.vector3(2.0);
    RodSetState state = one.set.initial_state();
    for (std::size_t j = 0; j < state.c.size(); ++j) {
        state.c[j] = turn * (2.0 * state.c[j]) + shift;
        state.q[j] = turn * state.q[j];
        state.s[j] = 2.0;
    }
    one.set.scatter(state, one.batches);
    const std::vector<SpherePose> poses = poses_of(one);
    for (std::size_t j = 0; j < poses.size(); ++j) {
        const Eigen::Vector3d& rest = one.set.def().points[j];
        EXPECT_NEAR((poses[j].move.head<3>() + rest - state.c[j]).norm(), 0.0, 1e-14);
        EXPECT_EQ(poses[j].move.w(), 1.0);
        EXPECT_NEAR(std::abs(poses[j].turn.dot(turn.coeffs())), 1.0, 1e-14);
    }
}

TEST(RodPills, TurnByTheMeanOfTheSegments) {
    test::BatchOfOne one(test::straight_rod(3, 0.3, 0.02));
    RodSetState state = one.set.initial_state();
    for (int j = 0; j < 3; ++j) {
        state.q[j] = exp_quaternion(Vector3d(0.4 * j, 0, 0)) * state.q[j];
    }
    one.set.scatter(state, one.batches);
    const std::vector<SpherePose> poses = poses_of(one);
    const double angles[] = {0.0, 0.2, 0.6, 0.8};
    for (std::size_t j = 0; j < 4; ++j)
        EXPECT_NEAR(2.0 * std::atan2(poses[j].turn.x(), poses[j].turn.w()), angles[j], 1e-14);
}

}  // namespace
}  // namespace sinew::viper
