#include "fem/tet_geometry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/error.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

TetCorners unit_corner() {
    return {Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(0, 1, 0), Vector3d(0, 0, 1)};
}

TEST(TetGeometry, OfTheUnitCornerIsKnown) {
    const TetGeometry geometry(unit_corner());
    EXPECT_DOUBLE_EQ(geometry.volume, 1.0 / 6.0);
    Eigen::Matrix<double, 3, 4> expected;
    expected << -1, 1, 0, 0, -1, 0, 1, 0, -1, 0, 0, 1;
    EXPECT_EQ(geometry.gradients, expected);
}

TEST(TetGeometry, GradientsReproduceLinearFields) {
    test::Random random(3);
    for (int i = 0; i < 20; ++i) {
        TetCorners rest{random.vector3(), random.vector3(), random.vector3(), random.vector3()};
        if (signed_volume(rest) < 0.0) std::swap(rest[0], rest[1]);
        const TetGeometry geometry(rest);
        Matrix3d F;
        F << random.vector3(), random.vector3(), random.vector3();
        TetCorners moved;
        for (int a = 0; a < 4; ++a)
            moved[a] = F * rest[a] + Vector3d(3, -2, 1);
        EXPECT_LT((geometry.deformation_gradient(moved) - F).norm(), 1e-10);
    }
}

TEST(TetGeometry, BarycentricCoordinatesGiveThePointBack) {
    const TetCorners rest{Vector3d(1, 2, 3), Vector3d(2, 2, 3), Vector3d(1, 4, 3),
                          Vector3d(1.5, 2.5, 4)};
    const Vector3d point(1.2, 2.3, 3.1);
    const Eigen::Vector4d N = barycentric_coordinates(TetGeometry(rest), rest, point);
    EXPECT_NEAR(N.sum(), 1.0, 1e-15);
    EXPECT_LT((N[0] * rest[0] + N[1] * rest[1] + N[2] * rest[2] + N[3] * rest[3] - point).norm(),
              1e-15);
}

TEST(TetGeometry, RefusesFlatInvertedAndUndefinedElements) {
    TetCorners flat = unit_corner();
    flat[3] = {0.3, 0.3, 0.0};
    EXPECT_THROW(TetGeometry{flat}, Error);
    TetCorners inverted = unit_corner();
    std::swap(inverted[1], inverted[2]);
    EXPECT_THROW(TetGeometry{inverted}, Error);
    TetCorners undefined = unit_corner();
    undefined[2].y() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(TetGeometry{undefined}, Error);
    TetCorners tiny = unit_corner();
    for (Vector3d& x : tiny)
        x *= 1e-160;
    EXPECT_THROW(TetGeometry{tiny}, Error);
}

TEST(TetGeometry, OfAMeshNamesTheBadElement) {
    TetMesh mesh;
    for (const Vector3d& x : unit_corner())
        mesh.vertices.push_back(x);
    mesh.tetrahedra = {{0, 1, 2, 3}, {0, 2, 1, 3}};
    try {
        rest_geometry(mesh);
        FAIL() << "an inverted tetrahedron was accepted";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("tetrahedron 1"));
    }
    mesh.tetrahedra.pop_back();
    EXPECT_EQ(rest_geometry(mesh).size(), 1U);
}

}  // namespace
}  // namespace sinew
