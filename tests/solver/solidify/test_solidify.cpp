#include "solidify/solidify.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "support/shapes.hpp"

namespace sinew::solidify {
namespace {

using solids::SolidDef;
using testing::HasSubstr;

/// A ball with everything that can be given by vertex.
SolidDef painted_ball(const TriangleMesh& ball) {
    const std::size_t n = ball.vertices.size();
    SolidDef def;
    def.name = "Ball";
    def.layers.push_back({std::vector<double>(n, 0.25), {}});
    def.fibers.assign(n, Eigen::Vector3d(0, 2, 0));
    def.normals.assign(n, Eigen::Vector3d(0, 0, 5));
    def.rest_curvature = AnimatedArray::constant(std::vector<double>(9 * n, 3.0));
    def.forces = AnimatedArray::constant(std::vector<double>(3 * n, 1.0));
    def.torques = def.forces;
    def.initial_velocities.assign(n, Eigen::Vector3d(1, 2, 3));
    def.initial_angular_velocities = def.initial_velocities;
    def.pins.push_back({});
    for (int v = 0; v < 20; ++v)
        def.pins[0].vertices.push_back(v);
    return def;
}

TEST(Solidify, MakesADefinitionWithoutProblems) {
    const TriangleMesh ball = test::ball_mesh(0.1, 12, 16);
    SolidDef def = painted_ball(ball);
    std::vector<Problem> problems;
    solids::collect_surface_problems(def, ball.vertices.size(), problems);
    ASSERT_TRUE(problems.empty()) << problems[0].message();
    solidify(def, ball, {.count = 500});
    def.collect_problems(problems);
    EXPECT_TRUE(problems.empty()) << problems[0].message();
    EXPECT_NEAR(static_cast<double>(def.tets.tetrahedra.size()), 500.0, 150.0);
    EXPECT_EQ(def.surface, ball.vertices);
    EXPECT_NEAR(def.layers[0].weights.front(), 0.25, 1e-14);
    EXPECT_LT((def.fibers.front() - Eigen::Vector3d(0, 1, 0)).norm(), 1e-14);
    EXPECT_LT((def.initial_velocities.back() - Eigen::Vector3d(1, 2, 3)).norm(), 1e-13);
    EXPECT_NEAR(def.rest_curvature.values.front(), 3.0, 1e-13);
}

TEST(Solidify, KeepsWhatIsGivenForAll) {
    const TriangleMesh ball = test::ball_mesh(0.1, 12, 16);
    SolidDef def;
    def.fibers = {{0, 0, 2}};
    def.rest_curvature = AnimatedArray::constant(std::vector<double>(9, 1.0));
    solidify(def, ball, {.count = 300});
    EXPECT_EQ(def.fibers.size(), 1U);
    EXPECT_EQ(def.rest_curvature.width, 9U);
}

TEST(Solidify, IsTheSameOnAnyNumberOfThreads) {
    const TriangleMesh ball = test::ball_mesh(0.1, 24, 32);
    const auto on_threads = [&](int threads) {
        SolidDef def = painted_ball(ball);
        ThreadPool(threads).run([&] { solidify(def, ball, {.count = 1000}); });
        return def;
    };
    const SolidDef one = on_threads(1);
    const SolidDef two = on_threads(2);
    EXPECT_EQ(one.tets.vertices, two.tets.vertices);
    EXPECT_EQ(one.tets.tetrahedra, two.tets.tetrahedra);
    EXPECT_EQ(one.forces.values, two.forces.values);
    EXPECT_EQ(one.pins[0].vertices, two.pins[0].vertices);
    EXPECT_EQ(one.pins[0].weights, two.pins[0].weights);
}

TEST(Solidify, RefusesPinsThatHoldNothingAndMemoryThatIsNotThere) {
    const TriangleMesh ball = test::ball_mesh(0.1, 12, 16);
    const auto error_of = [&](SolidDef def, const tetrahedra::TetrahedraDef& resolution) {
        try {
            solidify(def, ball, resolution);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    SolidDef def = painted_ball(ball);
    def.pins[0].weights.assign(def.pins[0].vertices.size(), 0.0);
    EXPECT_THAT(error_of(def, {.count = 300}), HasSubstr("Ball: pins[0].weights is 0 everywhere"));
    EXPECT_THAT(error_of(painted_ball(ball), {.count = 2'000'000'000}), HasSubstr("GB of memory"));
    EXPECT_THAT(error_of(painted_ball(ball), {.size = 1e-5}), HasSubstr("GB of memory"));
}

}  // namespace
}  // namespace sinew::solidify
