#include "shells/shell_mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "shell_bodies.hpp"
#include "support/shapes.hpp"

namespace sinew::shells {
namespace {

using Eigen::Vector3d;

TEST(ShellMesh, HasOneNodePerVertexAndPerEdge) {
    const ShellDef def = test::plate(1.0, 1.0, 3, 2);
    const ShellMesh mesh(def.mesh, EdgeShape::Straight, {});
    // Euler: V − E + T = 1.
    EXPECT_EQ(mesh.edges.size(), 12 + 12 - 1);
    EXPECT_EQ(mesh.nodes.size(), 12 + mesh.edges.size());
    for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
        const auto [a, b] = mesh.edges[e];
        EXPECT_EQ(mesh.nodes[mesh.vertices + e], 0.5 * (mesh.nodes[a] + mesh.nodes[b]));
        EXPECT_EQ(mesh.node_between(b, a), static_cast<int>(mesh.vertices + e));
    }
    EXPECT_EQ(mesh.node_between(0, 11), -1);
}

// Normals of the vertices are means over faces, not exactly those of the ball; the middles are still several times nearer to it.
TEST(ShellMesh, SmoothEdgesMakeACoarseBallRound) {
    const TriangleMesh ball = test::ball_mesh(1.0, 9, 16);
    const auto mean = [&](EdgeShape shape) {
        const ShellMesh mesh(ball, shape, {});
        double sum = 0.0;
        for (std::size_t i = mesh.vertices; i < mesh.nodes.size(); ++i)
            sum += std::abs(mesh.nodes[i].norm() - 1.0);
        return sum / static_cast<double>(mesh.edges.size());
    };
    EXPECT_LT(mean(EdgeShape::Smooth), 0.1 * mean(EdgeShape::Straight));
}

TEST(ShellMesh, FoldsStaySharp) {
    const TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
    const ShellMesh mesh(box, EdgeShape::Smooth, {});
    for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
        const Vector3d edge = box.vertices[mesh.edges[e][1]] - box.vertices[mesh.edges[e][0]];
        if (edge.norm() > 1.1) continue;  // diagonals of the faces are not folds
        EXPECT_EQ(mesh.nodes[mesh.vertices + e],
                  0.5 * (mesh.nodes[mesh.edges[e][0]] + mesh.nodes[mesh.edges[e][1]]));
    }
}

// Smooth edges do not need triangles to agree on a side.
TEST(ShellMesh, SmoothEdgesDoNotDependOnTheWinding) {
    const TriangleMesh ball = test::ball_mesh(1.0, 9, 16);
    TriangleMesh mixed = ball;
    for (std::size_t i = 0; i < mixed.triangles.size(); i += 2)
        std::swap(mixed.triangles[i][1], mixed.triangles[i][2]);
    const ShellMesh a(ball, EdgeShape::Smooth, {});
    const ShellMesh b(mixed, EdgeShape::Smooth, {});
    for (std::size_t i = 0; i < a.nodes.size(); ++i)
        EXPECT_LT((a.nodes[i] - b.nodes[i]).norm(), 1e-14);
}

TEST(ShellMesh, GivenEdgePointsCountMore) {
    const ShellDef def = test::plate(1.0, 1.0, 1, 1);
    const ShellMesh mesh(def.mesh, EdgeShape::Smooth, {{{1, 0}, Vector3d(0.5, 0, 0.1)}});
    EXPECT_EQ(mesh.nodes[mesh.node_between(0, 1)], Vector3d(0.5, 0, 0.1));
}

}  // namespace
}  // namespace sinew::shells
