#include "mesh/uv_directions.hpp"

#include <gtest/gtest.h>

#include "support/shapes.hpp"

namespace sinew {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

TEST(UvDirections, FollowUOnATiltedSheetAlsoWhereItIsMirrored) {
    // A square in the plane of a and b, with U along a + b.
    const Vector3d a(1, 0, 1);
    const Vector3d b(0, 2, 0);
    const TriangleMesh sheet{{Vector3d::Zero(), a, a + b, b}, {{0, 1, 2}, {0, 2, 3}}};
    for (const double mirror : {1.0, -1.0}) {
        std::vector<Vector2d> uvs;
        for (const auto& [x, y] :
             {std::pair{0, 0}, std::pair{1, 0}, std::pair{1, 1}, std::pair{0, 1}})
            uvs.emplace_back(0.5 * (x + y), mirror * (y - x));
        const UvDirections directions = uv_directions(sheet, uvs);
        for (int vertex = 0; vertex < 4; ++vertex) {
            EXPECT_LT((directions.along_u[vertex].normalized() - (a + b).normalized()).norm(),
                      1e-14);
            EXPECT_LT((directions.normals[vertex].normalized() - a.cross(b).normalized()).norm(),
                      1e-14);
        }
    }
}

TEST(UvDirections, AreNeverZero) {
    TriangleMesh ball = test::ball_mesh(1.0, 5, 6);
    ball.vertices.emplace_back(9, 9, 9);  // in no triangle
    const std::vector<Vector2d> flat(ball.vertices.size(), Vector2d(0.5, 0.5));
    const UvDirections directions = uv_directions(ball, flat);
    for (const Vector3d& direction : directions.along_u)
        EXPECT_EQ(direction, Vector3d::UnitX());
    for (std::size_t v = 0; v + 1 < ball.vertices.size(); ++v)
        EXPECT_GT(directions.normals[v].normalized().dot(ball.vertices[v].normalized()), 0.9);
    EXPECT_EQ(directions.normals.back(), Vector3d::UnitZ());
}

}  // namespace
}  // namespace sinew
