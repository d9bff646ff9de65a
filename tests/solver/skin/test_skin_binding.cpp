#include "skin/skin_binding.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "base/parallel.hpp"
#include "solver/skin/pills_fixture.hpp"

namespace sinew::skin {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

std::vector<Vector3d> deform(const SkinBinding& binding, const std::vector<SpherePose>& poses) {
    std::vector<Vector3d> out(binding.size());
    binding.deform(poses, {}, {out.data()->data(), 3 * out.size()});
    return out;
}

std::vector<Vector3d> deform(const SkinBinding& binding, const std::vector<SpherePose>& poses,
                             const std::vector<Vector3d>& offsets) {
    std::vector<Vector3d> out(binding.size());
    binding.deform(poses, {offsets.data()->data(), 3 * offsets.size()},
                   {out.data()->data(), 3 * out.size()});
    return out;
}

TEST(SkinBinding, RestInRestOut) {
    test::Random random(3);
    const PillChains pills = test::random_chains(20, random);
    const TriangleMesh mesh = test::cloud(400, 1.5, random);
    const SkinBinding binding(mesh, pills, {});
    EXPECT_EQ(deform(binding, std::vector<SpherePose>(pills.centres.size())), mesh.vertices);
}

TEST(SkinBinding, FollowsRigidMotionAndScale) {
    test::Random random(4);
    const PillChains pills = test::random_chains(20, random);
    TriangleMesh mesh = test::tube(1.0, 0.2, 30, 12);
    const SkinBinding binding(mesh, pills, {});
    const Quaterniond turn = random.rotation();
    const Vector3d shift = random.vector3(3.0);
    for (const double scale : {1.0, 1.7}) {
        std::vector<SpherePose> poses;
        for (const Vector3d& c : pills.centres) {
            // The sign of a quaternion must not matter.
            const double sign = random.uniform(-1.0, 1.0) < 0.0 ? -1.0 : 1.0;
            poses.emplace_back(scale * (turn * c) + shift - c, scale - 1.0,
                               Quaterniond(sign * turn.coeffs()));
        }
        const std::vector<Vector3d> out = deform(binding, poses);
        for (std::size_t v = 0; v < out.size(); ++v) {
            const Vector3d expected = scale * (turn * mesh.vertices[v]) + shift;
            EXPECT_NEAR((out[v] - expected).norm(), 0.0, 1e-12);
        }
    }
}

TEST(SkinBinding, OffsetsAreThereAtRest) {
    test::Random random(6);
    const PillChains pills = test::random_chains(20, random);
    const TriangleMesh mesh = test::cloud(100, 1.5, random);
    const SkinBinding binding(mesh, pills, {});
    const std::vector<SpherePose> rest(pills.centres.size());
    std::vector<Vector3d> offsets(mesh.vertices.size(), Vector3d::Zero());
    EXPECT_EQ(deform(binding, rest, offsets), mesh.vertices);
    offsets[3] = Vector3d(0.5, -0.25, 0.125);
    const std::vector<Vector3d> out = deform(binding, rest, offsets);
    EXPECT_EQ(out[2], mesh.vertices[2]);
    EXPECT_EQ(out[3], mesh.vertices[3] + offsets[3]);
}

TEST(SkinBinding, OffsetsTurnAndGrowWithTheirVertex) {
    // A similarity of all pills takes X + d to s R (X + d) + shift, whatever the weights are.
    test::Random random(7);
    const PillChains pills = test::random_chains(20, random);
    const TriangleMesh mesh = test::tube(1.0, 0.2, 12, 8);
    const SkinBinding binding(mesh, pills, {});
    const Quaterniond turn = random.rotation();
    const Vector3d shift = random.vector3(3.0);
    const double scale = 1.7;
    std::vector<SpherePose> poses;
    for (const Vector3d& c : pills.centres)
        poses.emplace_back(scale * (turn * c) + shift - c, scale - 1.0, turn);
    std::vector<Vector3d> offsets;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
        offsets.push_back(random.vector3(0.1));
    const std::vector<Vector3d> out = deform(binding, poses, offsets);
    for (std::size_t v = 0; v < out.size(); ++v) {
        const Vector3d expected = scale * (turn * (mesh.vertices[v] + offsets[v])) + shift;
        EXPECT_NEAR((out[v] - expected).norm(), 0.0, 1e-12);
    }
}

SkinBinding vertex_between_two_rods() {
    PillChains pills = test::straight_chain(Vector3d(0, -0.1, 0), Vector3d(1, -0.1, 0), 2, 0.02);
    pills.append(test::straight_chain(Vector3d(0, 0.1, 0), Vector3d(1, 0.1, 0), 2, 0.02));
    TriangleMesh mesh;
    mesh.vertices = {{0.3, 0, 0}};
    return SkinBinding(mesh, pills, {});
}

TEST(SkinBinding, OffsetsTakeTheBlendedTurn) {
    // By hand: half-way between a rod that stays and one that turns by a quarter about its own axis x, so that neither
    // moves. An offset along y turns by an eighth.
    const SkinBinding binding = vertex_between_two_rods();
    std::vector<SpherePose> poses(6);  // three of each rod
    const Quaterniond quarter(Eigen::AngleAxisd(0.5 * std::numbers::pi, Vector3d::UnitX()));
    for (int i = 3; i < 6; ++i)
        poses[i] = SpherePose(Vector3d::Zero(), 0.0, quarter);
    const Vector3d without = deform(binding, poses)[0];
    const Vector3d with = deform(binding, poses, {{0, 0.02, 0}})[0];
    const double half = 0.02 * std::numbers::sqrt2 / 2.0;
    EXPECT_NEAR((with - without - Vector3d(0, half, half)).norm(), 0.0, 1e-15);
}

TEST(SkinBinding, BlendsTwoChainsByHand) {
    // Half-way between two rods of which one goes up by 0.4 and the other stays: up by 0.2.
    const SkinBinding binding = vertex_between_two_rods();
    std::vector<SpherePose> poses(6);  // three of each rod
    for (int i = 3; i < 6; ++i)
        poses[i] = SpherePose(Vector3d(0, 0, 0.4), 0.0, Quaterniond::Identity());
    EXPECT_NEAR((deform(binding, poses)[0] - Vector3d(0.3, 0, 0.2)).norm(), 0.0, 1e-15);
    // The place along each rod shares its weight out: 0.3 is at 3/5 of the first pill.
    const auto influences = binding.influences(0);
    ASSERT_EQ(influences.size(), 4U);
    EXPECT_NEAR(influences[0].weight, 0.2, 1e-15);
    EXPECT_NEAR(influences[1].weight, 0.3, 1e-15);
}

TEST(SkinBinding, StretchesEvenlyWithARod) {
    const PillChains pills = test::straight_chain(Vector3d::Zero(), Vector3d(1, 0, 0), 7, 0.05);
    const TriangleMesh mesh = test::tube(1.0, 0.05, 41, 8);
    const SkinBinding binding(mesh, pills, {});
    // Twice as long and, at the same volume, thinner by the root of two.
    const double thin = std::sqrt(0.5);
    std::vector<SpherePose> poses;
    for (const Vector3d& c : pills.centres)
        poses.emplace_back(c, thin - 1.0, Quaterniond::Identity());
    const std::vector<Vector3d> out = deform(binding, poses);
    for (std::size_t v = 0; v < out.size(); ++v) {
        const Vector3d& x = mesh.vertices[v];
        EXPECT_NEAR((out[v] - Vector3d(2.0 * x.x(), thin * x.y(), thin * x.z())).norm(), 0.0,
                    1e-14);
    }
}

TEST(SkinBinding, KeepsTheRadiusOfATubeThatIsTwisted) {
    const PillChains pills = test::straight_chain(Vector3d::Zero(), Vector3d(1, 0, 0), 4, 0.05);
    const TriangleMesh mesh = test::tube(1.0, 0.05, 33, 8);
    const SkinBinding binding(mesh, pills, {});
    std::vector<SpherePose> poses;
    for (int i = 0; i < 5; ++i) {  // more than a full turn in all
        const Eigen::AngleAxisd turn(1.7 * i, Vector3d::UnitX());
        poses.emplace_back(Vector3d::Zero(), 0.0, Quaterniond(turn));
    }
    for (const Vector3d& x : deform(binding, poses))
        EXPECT_NEAR(std::hypot(x.y(), x.z()), 0.05, 1e-15);
}

TEST(SkinBinding, StaysFiniteWhenTurnsCancel) {
    const PillChains pills = test::straight_chain(Vector3d::Zero(), Vector3d(1, 0, 0), 1, 0.05);
    TriangleMesh mesh;
    mesh.vertices = {{0.5, 0.1, 0}};
    const SkinBinding binding(mesh, pills, {});
    std::vector<SpherePose> poses(2);
    poses[0].turn = {1, 0, 0, 0};
    poses[1].turn = {0, 1, 0, 0};
    EXPECT_TRUE(deform(binding, poses)[0].allFinite());
    poses[1].turn = {-1, 0, 0, 0};
    EXPECT_NEAR((deform(binding, poses)[0] - Vector3d(0.5, -0.1, 0)).norm(), 0.0, 1e-15);
}

TEST(SkinBinding, IsTheSameOnAnyNumberOfThreads) {
    test::Random random(5);
    const PillChains pills = test::random_chains(20, random);
    const TriangleMesh mesh = test::tube(1.0, 0.2, 200, 24);
    std::vector<SpherePose> poses;
    for (std::size_t i = 0; i < pills.centres.size(); ++i)
        poses.emplace_back(random.vector3(0.1), random.uniform(-0.1, 0.1), random.rotation());
    std::vector<Vector3d> results[2];
    for (int i = 0; i < 2; ++i) {
        ThreadPool(i + 1).run(
            [&] { results[i] = deform(SkinBinding(mesh, pills, {.smoothing = 3}), poses); });
    }
    EXPECT_EQ(results[0], results[1]);
}

}  // namespace
}  // namespace sinew::skin
