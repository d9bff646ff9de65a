#include "mesh/tet_embedding.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "mesh/box_tets.hpp"
#include "support/random.hpp"
#include "support/shapes.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;

TEST(TetEmbedding, LeavesEveryPointInPlaceAtRest) {
    const TetMesh mesh = box_tets({0, 0, 0}, {1, 2, 3}, {2, 3, 4});
    test::Random random(1);
    std::vector<Vector3d> points;
    for (int i = 0; i < 200; ++i)
        points.emplace_back(Vector3d(0.5, 1, 1.5) + random.vector3(2.0));
    const TetEmbedding embedding(mesh, points);
    std::vector<double> out(3 * points.size());
    embedding.deform(mesh.vertices, out);
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis)
            EXPECT_EQ(out[3 * i + axis], points[i][axis]);
    }
}

TEST(TetEmbedding, FollowsAnyAffineMotionInsideAndOutside) {
    const TetMesh mesh = box_tets({0, 0, 0}, {1, 2, 3}, {2, 3, 4});
    test::Random random(2);
    Eigen::Matrix3d A;
    A << random.vector3(), random.vector3(), random.vector3();
    std::vector<Vector3d> moved;
    for (const Vector3d& x : mesh.vertices)
        moved.emplace_back(A * x + Vector3d(1, 2, 3));
    std::vector<Vector3d> points;
    for (int i = 0; i < 200; ++i)
        points.emplace_back(Vector3d(0.5, 1, 1.5) + random.vector3(3.0));
    const TetEmbedding embedding(mesh, points);
    std::vector<double> out(3 * points.size());
    embedding.deform(moved, out);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vector3d expected = A * points[i] + Vector3d(1, 2, 3);
        EXPECT_LT((Eigen::Map<Vector3d>(out.data() + 3 * i) - expected).norm(), 1e-12);
    }
}

TEST(TetEmbedding, FindsTheTetrahedronOrTheNearest) {
    const TetMesh mesh = box_tets({0, 0, 0}, {1, 1, 1}, {3, 3, 3});
    test::Random random(3);
    std::vector<Vector3d> points;
    for (int i = 0; i < 300; ++i)
        points.emplace_back(Vector3d(0.5, 0.5, 0.5) + random.vector3(1.0));
    const TetEmbedding embedding(mesh, points);
    const Eigen::AlignedBox3d box(Vector3d(0, 0, 0), Vector3d(1, 1, 1));
    for (std::size_t i = 0; i < points.size(); ++i) {
        const TetEmbedding::Place& place = embedding.places()[i];
        // The body is a cube, so the distance is known.
        EXPECT_NEAR(place.distance, box.exteriorDistance(points[i]), 1e-12) << i;
        if (box.contains(points[i])) {
            EXPECT_GE(place.coordinates.minCoeff(), -1e-9);
        }
        EXPECT_NEAR(place.coordinates.sum(), 1.0, 1e-12);
    }
}

TEST(TetEmbedding, FindsPointsFarFromAThinMesh) {
    const TetMesh mesh = box_tets({0, 0, 0}, {10, 0.01, 0.01}, {40, 1, 1});
    const std::vector<Vector3d> points{Vector3d(3.3, 5, 0), Vector3d(-100, 0, 0),
                                       Vector3d(3.3, 0.005, 0.005)};
    const TetEmbedding embedding(mesh, points);
    EXPECT_NEAR(embedding.places()[0].distance, 4.99, 1e-12);
    EXPECT_NEAR(embedding.places()[1].distance, 100.0, 1e-12);
    EXPECT_EQ(embedding.places()[2].distance, 0.0);
}

}  // namespace
}  // namespace sinew
