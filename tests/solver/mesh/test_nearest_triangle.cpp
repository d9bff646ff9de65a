#include "mesh/nearest_triangle.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/shapes.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;

TEST(NearestTriangle, FindsThePlaceOfABoxInsideAndOutside) {
    const TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 2, 3});
    const NearestTriangle nearest(box);
    const Eigen::AlignedBox3d filled(Vector3d(0, 0, 0), Vector3d(1, 2, 3));
    test::Random random(1);
    for (int n = 0; n < 300; ++n) {
        const Vector3d point = Vector3d(0.5, 1, 1.5) + random.vector3(3.0);
        const SurfacePlace place = nearest.find(point);
        Vector3d found = Vector3d::Zero();
        for (int i = 0; i < 3; ++i)
            found += place.coordinates[i] * box.vertices[place.vertices[i]];
        const Vector3d walls =
            (point - filled.min()).cwiseMin(filled.max() - point);  // distances inside
        const double expected =
            filled.contains(point) ? walls.minCoeff() : filled.exteriorDistance(point);
        EXPECT_NEAR((found - point).norm(), expected, 1e-12);
        EXPECT_GE(place.coordinates.minCoeff(), 0.0);
        EXPECT_NEAR(place.coordinates.sum(), 1.0, 1e-14);
    }
}

TEST(NearestTriangle, KnowsTrianglesWithoutArea) {
    const Vector3d a(0, 0, 0);
    const Vector3d b(2, 0, 0);
    const Vector3d above(1, 1, 0);
    EXPECT_NEAR(squared_distance_to_triangle({a, b, b}, above), 1.0, 1e-14);
    EXPECT_NEAR(squared_distance_to_triangle({a, a, a}, above), 2.0, 1e-14);
    EXPECT_NEAR(squared_distance_to_triangle({a, b, Vector3d(1, 0, 0)}, above), 1.0, 1e-14);
    // One triangle, and all of them in one point.
    TriangleMesh point{{a, a, a}, {{0, 1, 2}}};
    EXPECT_NEAR(NearestTriangle(point).find(above).coordinates.sum(), 1.0, 1e-14);
}

}  // namespace
}  // namespace sinew
