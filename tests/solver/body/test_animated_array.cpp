#include "body/animated_array.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cstdint>
#include <random>

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
        EXPECT_EQ(value[0], array.read_key(i)[0]);
        EXPECT_EQ(value[1], array.read_key(i)[1]);
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

/// The same keys twice: in single precision as a job has them, and as doubles.
struct BothForms {
    AnimatedArray single;
    AnimatedArray doubles;
};

BothForms both_forms(std::size_t width, double scale) {
    BothForms both;
    both.single.width = both.doubles.width = width;
    both.single.frames = both.doubles.frames = {1.0, 1.3, 2.0, 4.7};
    std::mt19937 random(7);
    std::uniform_real_distribution<float> number(-3.0F, 3.0F);
    std::vector<float> floats;
    for (std::size_t i = 0; i < 4 * width; ++i) {
        floats.push_back(number(random));
        both.doubles.values.push_back(scale * double{floats.back()});
    }
    both.single.tail = SharedNumbers(std::move(floats)).scaled(scale);
    return both;
}

std::vector<std::uint64_t> bits(const std::vector<double>& numbers) {
    std::vector<std::uint64_t> result;
    result.reserve(numbers.size());
    for (const double number : numbers)
        result.push_back(std::bit_cast<std::uint64_t>(number));
    return result;
}

void expect_same_bits(const AnimatedArray& array, const AnimatedArray& expected) {
    ASSERT_EQ(array.width, expected.width);
    ASSERT_EQ(array.frames, expected.frames);
    ASSERT_EQ(array.count(), expected.count());
    for (std::size_t key = 0; key < array.frames.size(); ++key) {
        EXPECT_EQ(bits(array.read_key(key)), bits(expected.read_key(key)));
        for (const std::size_t i : {std::size_t{0}, array.width - 1})
            EXPECT_EQ(array.number(key * array.width + i), expected.read_key(key)[i]);
    }
    for (double frame = -10.0; frame < 6.0; frame += 0.13) {
        const std::vector<double> value = at(expected, frame);
        EXPECT_EQ(bits(at(array, frame)), bits(value)) << frame;
        const AnimatedArray::Span span = array.locate(frame);
        for (std::size_t i = 0; i < array.width; ++i)
            EXPECT_EQ(array.blended(span, i), value[i]);
    }
}

TEST(AnimatedArray, OfSinglePrecisionIsThatOfDoublesBitForBit) {
    for (const double scale : {1.0, 0.01, 0.0254}) {
        for (const std::size_t width : {1, 3, 512, 1301}) {
            const auto [single, doubles] = both_forms(width, scale);
            expect_same_bits(single, doubles);
        }
    }
}

TEST(AnimatedArray, PrerollBeforeSinglePrecisionIsThatBeforeDoublesBitForBit) {
    for (const double first_frame : {0.5, 1.0, 1.5, 4.0, 4.7, 9.0}) {
        auto [single, doubles] = both_forms(5, 0.01);
        const void* const storage = single.tail.storage();
        const std::vector<double> rest = {1, 2, 3, 4, 5};
        for (AnimatedArray* const array : {&single, &doubles}) {
            array->prepend_rest(first_frame, 8.0, rest);
            EXPECT_EQ(array->frames.front(), first_frame - 8.0);
        }
        expect_same_bits(single, doubles);
        EXPECT_EQ(single.values.size(), 3U * 5) << "only the keys of the preroll";
        EXPECT_EQ(single.tail.storage(), storage);
        // Once more in front of that, within it and behind it: keys of both kinds are dropped.
        for (const double again : {first_frame - 20.0, first_frame - 1.0, first_frame + 1.0}) {
            AnimatedArray longer = single;
            AnimatedArray expected = doubles;
            longer.prepend_rest(again, 3.0, rest);
            expected.prepend_rest(again, 3.0, rest);
            expect_same_bits(longer, expected);
        }
    }
}

TEST(AnimatedArray, CopiesShareTheSamplesOfAJob) {
    const AnimatedArray array = both_forms(4, 1.0).single;
    AnimatedArray copy = array;
    EXPECT_EQ(copy.tail.storage(), array.tail.storage());
    EXPECT_TRUE(copy.values.empty());
    copy.own_all_numbers();
    EXPECT_TRUE(copy.tail.empty());
    expect_same_bits(copy, array);
    copy.values[2] = 100.0;
    EXPECT_NE(array.number(2), 100.0);
}

TEST(AnimatedArray, LooksAtAllNumbers) {
    AnimatedArray array = both_forms(4, 1.0).single;
    array.prepend_rest(1.0, 1.0, std::vector<double>{0.1, 0.2, 0.3, 0.4});
    for (const std::size_t index : {std::size_t{0}, std::size_t{11}, array.count() - 1}) {
        const double other = array.number(index);
        EXPECT_FALSE(array.all_of([&](double number) { return number != other; })) << index;
    }
    EXPECT_TRUE(array.all_of([](double number) { return number <= 3.0; }));
}

}  // namespace
}  // namespace sinew
