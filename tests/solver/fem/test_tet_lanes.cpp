#include "fem/tet_lanes.hpp"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(TetLanes, InterpolateWithTheShapeFunctionsOfTheRule) {
    Pack nodal(0.0);
    for (int a = 0; a < 4; ++a)
        nodal.set(a, 1.0 + a * a);
    const Pack points = through_shape_functions(nodal);
    for (int p = 0; p < 4; ++p) {
        double expected = 0.0;
        for (int a = 0; a < 4; ++a)
            expected += TET_QUADRATURE.points[p][a] * nodal[a];
        EXPECT_NEAR(points[p], expected, 1e-14);
    }
}

TEST(TetLanes, SumAndPickLanes) {
    Vec3p v{};
    for (int i = 0; i < 4; ++i)
        v.y.set(i, i);
    EXPECT_EQ(sum(v), Eigen::Vector3d(0, 6, 0));
    EXPECT_EQ(lane(v, 2), Eigen::Vector3d(0, 2, 0));
    const Eigen::Matrix3d m = Eigen::Matrix3d::Random();
    EXPECT_EQ(lane(in_all_lanes(m), 3), m);
    EXPECT_EQ(sum(in_all_lanes(m)), 4.0 * m);
}

}  // namespace
}  // namespace sinew
