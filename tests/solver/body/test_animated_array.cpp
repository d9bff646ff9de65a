#include "body/animated_array.hpp"

#include <gtest/gtest.h>

namespace sinew {
namespace {

/// Two numbers per key; spacing and values that binary fractions do not hit.
AnimatedArray ramp() {
    return {.width = 2, .frames = {1.0, 1.3, 4.7}, .values = {0.1, 7.7, 0.2, 7.7, -1.3, 7.7}};
}

std::vector<double> at(const AnimatedArray& array, double frame) {
    std::vector<double> out(array.width);
    array.sample(frame, out);
    return out;
}

TEST(AnimatedArray, IsExactAtItsKeys) {
    const AnimatedArray array = ramp();
    for (std::size_t i = 0; i < array.frames.size(); ++i) {
        const std::vector<double> value = at(array, array.frames[i]);
        EXPECT_EQ(value[0], array.key(i)[0]);
        EXPECT_EQ(value[1], array.key(i)[1]);
    }
}

TEST(AnimatedArray, IsHeldBeforeTheFirstAndAfterTheLastKey) {
    EXPECT_EQ(at(ramp(), -100.0), at(ramp(), 1.0));
    EXPECT_EQ(at(ramp(), 1e9), at(ramp(), 4.7));
}

TEST(AnimatedArray, IsLinearBetweenKeys) {
    EXPECT_NEAR(at(ramp(), 1.15)[0], 0.15, 1e-15);
    EXPECT_NEAR(at(ramp(), 3.0)[0], 0.2 - 1.5 * (3.0 - 1.3) / 3.4, 1e-15);
}

TEST(AnimatedArray, IsExactWhereNothingMoves) {
    for (double frame = 0.0; frame < 6.0; frame += 0.01)
        EXPECT_EQ(at(ramp(), frame)[1], 7.7);
}

TEST(AnimatedArray, OfOneKeyIsConstantAtAllFrames) {
    const AnimatedArray array = AnimatedArray::constant({0.1, 0.2, 0.3});
    EXPECT_EQ(array.width, 3u);
    EXPECT_FALSE(array.empty());
    for (const double frame : {-5.0, 0.0, 0.37, 1e6}) {
        EXPECT_EQ(at(array, frame), (std::vector<double>{0.1, 0.2, 0.3}));
    }
}

TEST(AnimatedArray, LocatesAFrameAmongItsKeys) {
    const AnimatedArray::Span span = ramp().locate(3.0);
    EXPECT_EQ(span.first, 1u);
    EXPECT_EQ(span.second, 2u);
    EXPECT_NEAR(span.blend, 0.5, 1e-15);
    EXPECT_TRUE(AnimatedArray{}.empty());
}

}  // namespace
}  // namespace sinew
