#include "math/psd_projection.hpp"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(PsdProjection, TakesAwayNegativeEigenvaluesOnly) {
    Eigen::Matrix2d H;
    H << 1.0, 2.0, 2.0, 1.0;  // eigenvalues 3 along (1, 1) and −1 along (1, −1)
    clamp_to_psd(H);
    EXPECT_TRUE(H.isApprox(Eigen::Matrix2d::Constant(1.5), 1e-14));
}

TEST(PsdProjection, LeavesPositiveMatricesAsTheyAre) {
    Eigen::Matrix3d H;
    H << 2.0, 0.1, 0.3, 0.1, 3.0, 0.7, 0.3, 0.7, 1.0;
    const Eigen::Matrix3d before = H;
    clamp_to_psd(H);
    EXPECT_EQ(H, before);
}

}  // namespace
}  // namespace sinew
