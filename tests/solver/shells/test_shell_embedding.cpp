#include "shells/shell_embedding.hpp"

#include <gtest/gtest.h>

#include "math/rotation.hpp"
#include "shell_bodies.hpp"
#include "support/shapes.hpp"

namespace sinew::shells {
namespace {

using Eigen::Vector3d;

std::vector<Vector3d> embedded_points(const ShellBody& body) {
    const std::vector<double> numbers = test::output_of(body);
    std::vector<Vector3d> points;
    for (std::size_t i = 0; i < numbers.size(); i += 3)
        points.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
    return points;
}

/// Points on and beside a flat plate of 1 × 0.5 m.
std::vector<Vector3d> scattered_points() {
    std::vector<Vector3d> points;
    for (int i = 0; i < 50; ++i)
        points.emplace_back(std::fmod(0.37 * i, 1.0), 0.5 * std::fmod(0.71 * i, 1.0),
                            i % 3 == 0 ? 0.0 : 0.02 * std::sin(i));
    return points;
}

TEST(ShellEmbedding, RestPoseInRestPoseOut) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.edges = EdgeShape::Smooth;
    def.surface = scattered_points();
    ImplicitSystem system({});
    const ShellBody body = test::make_body(def, system);
    EXPECT_EQ(embedded_points(body), def.surface);
}

TEST(ShellEmbedding, MovesRigidlyWithTheShell) {
    for (const ShellElementKind kind : {ShellElementKind::Quadratic, ShellElementKind::Linear}) {
        ShellDef def = test::plate(1.0, 0.5, 4, 2);
        def.element = kind;
        def.surface = scattered_points();
        const Eigen::Quaterniond turn = exp_quaternion({1.0, -2.0, 0.5});
        const Vector3d shift(3.0, 1.0, -2.0);
        for (const Vector3d& X : def.mesh.vertices)
            def.initial_positions.emplace_back(turn * X + shift);
        ImplicitSystem system({});
        const std::vector<Vector3d> points = embedded_points(test::make_body(def, system));
        for (std::size_t i = 0; i < points.size(); ++i)
            EXPECT_LT((points[i] - (turn * def.surface[i] + shift)).norm(), 1e-13) << i;
    }
}

/// A fine mesh on a coarse one that is rolled up is as round as the quadratic surface: on a circle up to the fourth order.
TEST(ShellEmbedding, RidesOnTheQuadraticSurface) {
    const double radius = 0.5;
    const auto largest_error = [&](int squares) {
        ShellDef def = test::plate(1.0, 0.5, squares, squares / 2);
        def.edges = EdgeShape::Smooth;
        for (const Vector3d& X : def.mesh.vertices) {
            const double phi = X.x() / radius;
            def.initial_positions.emplace_back(radius * std::sin(phi), X.y(),
                                               radius * (1.0 - std::cos(phi)));
        }
        for (int i = 0; i <= 64; ++i)
            def.surface.emplace_back(i / 64.0, 0.23, 0.0);
        ImplicitSystem system({});
        double largest = 0.0;
        // Away from the ends, where vertices have triangles, and so normals, of one side only.
        const std::vector<Vector3d> points = embedded_points(test::make_body(def, system));
        for (int i = 16; i <= 48; ++i) {
            const double distance = std::hypot(points[i].x(), points[i].z() - radius);
            largest = std::max(largest, std::abs(distance - radius));
        }
        return largest;
    };
    // Flat triangles would be l²/(8 r) = 3.9 mm inside the circle with eight squares.
    EXPECT_LT(largest_error(8), 3e-4);
    EXPECT_LT(largest_error(16), 0.3 * largest_error(8));
}

/// Points near a coarse ball of curved triangles are placed on these, not on the flat ones: they lie beside them by nothing.
TEST(ShellEmbedding, FindsTheNearestPlaceOfCurvedTriangles) {
    ShellDef def;
    def.name = "Ball";
    def.mesh = test::ball_mesh(1.0, 8, 12);
    def.edges = EdgeShape::Smooth;
    def.params.thickness = 0.01;
    def.surface = test::ball_mesh(1.0, 19, 31).vertices;
    ImplicitSystem system({});
    // Blown up by a tenth, points on the surface go with it; what was beside it stays as far away.
    for (const Vector3d& X : def.mesh.vertices)
        def.initial_positions.emplace_back(1.1 * X);
    const std::vector<Vector3d> points = embedded_points(test::make_body(def, system));
    for (std::size_t i = 0; i < points.size(); ++i)
        EXPECT_LT((points[i] - 1.1 * def.surface[i]).norm(), 3e-3) << i;
}

TEST(ShellEmbedding, RefusesPointsThatAreNowhere) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.surface = {Vector3d::Constant(std::numeric_limits<double>::infinity())};
    std::vector<Problem> problems;
    def.collect_problems(problems);
    ASSERT_EQ(problems.size(), 1);
    EXPECT_EQ(problems[0].field, "surface");
}

}  // namespace
}  // namespace sinew::shells
