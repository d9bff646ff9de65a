#include "contact/friction_law.hpp"

#include <gtest/gtest.h>

#include "support/finite_differences.hpp"

using namespace sinew;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

// It yields at 3 N / 60 N/m = 5 cm.
constexpr FrictionSpring SPRING{.stiffness = 60.0, .limit = 3.0};

}  // namespace

TEST(FrictionLaw, IsASpringUpToItsLimit) {
    const Vector3d stretch(0.03, 0.0, 0.0);
    EXPECT_NEAR(SPRING.value(stretch), 0.5 * 60.0 * 0.03 * 0.03, 1e-15);
    EXPECT_NEAR(SPRING.force(stretch).x(), 1.8, 1e-15);
    EXPECT_FALSE(SPRING.slides(stretch));
}

TEST(FrictionLaw, ResistsWithTheLimitBeyond) {
    const Vector3d stretch(0.0, 0.25, 0.0);
    // ½ · 3 N · 5 cm to the limit, then 20 cm against 3 N.
    EXPECT_NEAR(SPRING.value(stretch), 0.5 * 3.0 * 0.05 + 3.0 * 0.2, 1e-15);
    EXPECT_TRUE(SPRING.force(stretch).isApprox(Vector3d(0, 3, 0), 1e-15));
    EXPECT_TRUE(SPRING.slides(stretch));
}

TEST(FrictionLaw, HasTheDerivativesOfItsEnergy) {
    const Vector3d normal = Vector3d::UnitZ();
    for (const Vector3d& stretch : {Vector3d(0.01, 0.02, 0), Vector3d(0.049, 0, 0),
                                    Vector3d(0.051, 0, 0), Vector3d(0.3, -0.4, 0)}) {
        constexpr double STEP = 1e-6;
        const Vector3d force = SPRING.force(stretch);
        const Matrix3d tangent = SPRING.tangent(stretch, normal);
        for (int k = 0; k < 2; ++k) {
            const Vector3d up = stretch + STEP * Vector3d::Unit(k);
            const Vector3d down = stretch - STEP * Vector3d::Unit(k);
            EXPECT_NEAR((SPRING.value(up) - SPRING.value(down)) / (2 * STEP), force[k], 1e-8);
            const Vector3d column = (SPRING.force(up) - SPRING.force(down)) / (2 * STEP);
            EXPECT_LT((column - tangent.col(k)).norm(), 1e-6);
        }
        EXPECT_EQ(tangent.col(2).norm(), 0.0);
    }
}
