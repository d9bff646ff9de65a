#include "solidify/solidify.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "solids/solid_body.hpp"
#include "support/implicit_bodies.hpp"
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
        def.pins[0].rotation = true;
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
    EXPECT_EQ(one.surface_pins[0].vertices, two.surface_pins[0].vertices);
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

// A trunk on four legs that are thinner than the tetrahedra, of flesh, held by what is below the knees.
TEST(Solidify, PinnedHoovesStayWhereTheyAre) {
    TriangleMesh cow = test::tube_mesh(21, 16, [](double t) {
        const double r = 0.2 * std::sqrt(std::sin(std::numbers::pi * (0.02 + 0.96 * t)));
        return test::TubeSection{{t - 0.5, 0, 0.6}, {0, r, 0}, {0, 0, r}};
    });
    for (const double x : {-0.3, 0.3}) {
        for (const double y : {-0.1, 0.1}) {
            cow = test::joined(
                cow, test::tube_mesh(17, 10, [&](double t) {
                    return test::TubeSection{{x, y, 0.5 * t}, {0.05, 0, 0}, {0, 0.05, 0}};
                }));
        }
    }
    SolidDef def;
    def.name = "Cow";
    def.params.young_modulus = 2e4;
    def.law = solids::SolidLaw::NeoHookean;
    def.pins.push_back(test::pins_at(
        test::points_where(cow.vertices, [](const auto& x) { return x.z() < 0.1; }), false));
    solidify(def, cow, {.count = 600});
    test::ImplicitStepper run({});
    const solids::SolidBody body(def, run.system, {});
    for (int i = 0; i < 10; ++i)
        run.step(1.0 / 48.0, {0.0, 0.0, -9.81});
    const std::vector<double> out = test::output_of(body);
    for (std::size_t v = 0; v < cow.vertices.size(); ++v) {
        if (cow.vertices[v].z() >= 0.1) continue;
        const Eigen::Map<const Eigen::Vector3d> at(out.data() + 3 * v);
        EXPECT_LT((at - cow.vertices[v]).norm(), 1e-4) << v;
    }
    EXPECT_LT(body.measure(run.last).pins.distance, 1e-4);
}

}  // namespace
}  // namespace sinew::solidify
