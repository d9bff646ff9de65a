#include "support/random.hpp"

#include <gtest/gtest.h>

namespace sinew::test {
namespace {

TEST(Random, RotationsAreUnitAndSpreadEvenly) {
    Random random(7);
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    constexpr int COUNT = 4000;
    for (int i = 0; i < COUNT; ++i) {
        const Eigen::Quaterniond q = random.rotation();
        ASSERT_NEAR(q.norm(), 1.0, 1e-14);
        mean += q * Eigen::Vector3d::UnitX() / COUNT;
    }
    // The mean of n unit vectors spread evenly is about sqrt(1/n) long: 0.016. Four times that is
    // safe.
    EXPECT_LT(mean.norm(), 0.064);
}

TEST(Random, IsTheSameForTheSameSeed) {
    EXPECT_EQ(Random(3).vector(5), Random(3).vector(5));
    EXPECT_NE(Random(3).vector(5), Random(4).vector(5));
}

}  // namespace
}  // namespace sinew::test
