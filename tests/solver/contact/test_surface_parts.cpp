#include "contact/surface_parts.hpp"

#include <gtest/gtest.h>

#include "support/shapes.hpp"
#include "support/tangle_scenes.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

TEST(SurfaceParts, AreWhatHangsTogether) {
    // A surface of two balls, and a sheet.
    const TriangleMesh ball = ball_mesh(0.1, 6, 8);
    const ContactMesh mesh = contact_mesh_of({joined(ball, moved(ball, {1, 0, 0})), sheet(1.0, 2)});
    const SurfaceParts parts(mesh);
    ASSERT_EQ(parts.count(), 3);
    EXPECT_EQ(parts[0].surface, 0);
    EXPECT_EQ(parts[1].surface, 0);
    EXPECT_EQ(parts[2].surface, 1);
    EXPECT_EQ(parts[1].points.size(), ball.vertices.size());
    EXPECT_EQ(parts[1].triangles.size(), ball.triangles.size());
    EXPECT_TRUE(parts[0].is_closed && parts[1].is_closed);
    EXPECT_FALSE(parts[2].is_closed);
    EXPECT_EQ(parts.of_point(parts[2].points[3]), 2);
    EXPECT_NEAR(parts[2].size, std::sqrt(2.0), 1e-12);
    // 12 sides of cells, 4 diagonals.
    EXPECT_EQ(parts[2].edges.size(), 16U);
    EXPECT_NEAR(parts[2].mean_edge, (12 * 0.5 + 4 * std::sqrt(0.5)) / 16, 1e-12);
}

TEST(SurfaceParts, KnowTheTrianglesOfEdges) {
    const ContactMesh mesh = contact_mesh_of({sheet(1.0, 1)});
    const SurfaceParts parts(mesh);
    for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
        const bool is_diagonal = mesh.edges[e] == std::array<int, 2>{0, 3};
        EXPECT_EQ(parts.triangles_of_edge(static_cast<int>(e)).size(), is_diagonal ? 2U : 1U);
    }
}

TEST(SurfaceParts, AreMeshesAgain) {
    const TriangleMesh ball = ball_mesh(0.1, 6, 8);
    const ContactMesh mesh = contact_mesh_of({sheet(1.0, 2), ball});
    const SurfaceParts parts(mesh);
    const TriangleMesh again = parts.mesh_of(1, mesh.rest_positions);
    EXPECT_EQ(again.vertices, ball.vertices);
    EXPECT_EQ(again.triangles, ball.triangles);
}
