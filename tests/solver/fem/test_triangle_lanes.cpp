#include "fem/triangle_lanes.hpp"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(TriangleLanes, TakeCornersToPoints) {
    Pack v(0.0);
    v.set(0, 2.0);
    v.set(1, -1.0);
    v.set(2, 5.0);
    const Pack at_points = through_triangle(v);
    for (int p = 0; p < TRIANGLE_POINTS; ++p) {
        const auto& L = TRIANGLE_QUADRATURE.points[p];
        EXPECT_NEAR(at_points[p], 2.0 * L[0] - L[1] + 5.0 * L[2], 1e-15);
    }
}

}  // namespace
}  // namespace sinew
