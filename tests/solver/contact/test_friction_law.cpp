#include "contact/friction_law.hpp"

#include <gtest/gtest.h>

using namespace sinew;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

constexpr FrictionSpring SPRING{.limit = 3.0, .slack = 0.05};

}  // namespace

TEST(FrictionLaw, SticksUpToItsLimit) {
    const Vector3d stretch(0.02, 0.0, 0.0);  // r = 0.4
    EXPECT_NEAR(SPRING.value(stretch), 3.0 * 0.05 * (0.16 - 0.064 / 3.0), 1e-15);
    EXPECT_NEAR(SPRING.force(stretch).x(), 3.0 * (0.8 - 0.16), 1e-14);
    EXPECT_FALSE(SPRING.slides(stretch));
}

TEST(FrictionLaw, ResistsWithTheLimitBeyond) {
    const Vector3d stretch(0.0, 0.25, 0.0);
    // ⅔ · 3 N · 5 cm to the limit, then 20 cm against 3 N.
    EXPECT_NEAR(SPRING.value(stretch), 2.0 / 3.0 * 3.0 * 0.05 + 3.0 * 0.2, 1e-15);
    EXPECT_TRUE(SPRING.force(stretch).isApprox(Vector3d(0, 3, 0), 1e-15));
    EXPECT_TRUE(SPRING.slides(stretch));
}

TEST(FrictionLaw, HasTheDerivativesOfItsEnergy) {
    const Vector3d normal = Vector3d::UnitZ();
    for (const Vector3d& stretch :
         {Vector3d(0, 0, 0), Vector3d(0.01, 0.02, 0), Vector3d(0.049, 0, 0), Vector3d(0.05, 0, 0),
          Vector3d(0.051, 0, 0), Vector3d(0.3, -0.4, 0)}) {
        constexpr double STEP = 1e-6;
        const Vector3d force = SPRING.force(stretch);
        const Matrix3d tangent = SPRING.tangent(stretch, normal);
        for (int k = 0; k < 2; ++k) {
            const Vector3d up = stretch + STEP * Vector3d::Unit(k);
            const Vector3d down = stretch - STEP * Vector3d::Unit(k);
            EXPECT_NEAR((SPRING.value(up) - SPRING.value(down)) / (2 * STEP), force[k], 1e-8);
            const Vector3d column = (SPRING.force(up) - SPRING.force(down)) / (2 * STEP);
            EXPECT_LT((column - tangent.col(k)).norm(),
                      5e-3);  // the third derivative jumps at 5 cm
        }
        EXPECT_EQ(tangent.col(2).norm(), 0.0);
    }
}

TEST(FrictionLaw, FindsTheStretchOfAForce) {
    for (const double size : {0.0, 0.3, 2.9, 3.0}) {
        const Vector3d force(0.6 * size, 0.8 * size, 0.0);
        EXPECT_LT((SPRING.force(SPRING.stretch_for(force)) - force).norm(), 1e-12) << size;
    }
    // No more than it can carry.
    EXPECT_NEAR(SPRING.stretch_for({40.0, 0.0, 0.0}).x(), 0.05, 1e-15);
    EXPECT_EQ((FrictionSpring{.limit = 0.0, .slack = 0.05}.stretch_for({1.0, 0.0, 0.0})),
              Vector3d::Zero());
}
