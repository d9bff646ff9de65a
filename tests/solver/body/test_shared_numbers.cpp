#include "body/shared_numbers.hpp"

#include <gmock/gmock.h>

namespace sinew {
namespace {

using testing::ElementsAre;

const std::vector<float> FLOATS = {0.1F, -3.7e12F, 1.0F / 3.0F, -0.0F, 5e-42F};

std::vector<double> all_of(const SharedNumbers& numbers) {
    std::vector<double> out(numbers.size());
    numbers.read(0, out);
    return out;
}

TEST(SharedNumbers, OfSinglePrecisionAreTheNumbersOfTheDoublesMadeOfThem) {
    const std::vector<double> doubles(FLOATS.begin(), FLOATS.end());
    for (const double scale : {1.0, 0.01, 0.0254}) {
        const SharedNumbers single = SharedNumbers(FLOATS).scaled(scale);
        const SharedNumbers twice = SharedNumbers(doubles).scaled(scale);
        std::vector<double> expected = doubles;
        for (double& number : expected)
            number *= scale;
        EXPECT_EQ(all_of(single), expected);
        EXPECT_EQ(all_of(twice), expected);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(single[i], expected[i]);
            EXPECT_EQ(twice[i], expected[i]);
        }
    }
}

TEST(SharedNumbers, AreReadFromAnyPlace) {
    const SharedNumbers numbers(std::vector<float>{0, 1, 2, 3, 4, 5});
    std::vector<double> out(2);
    numbers.read(3, out);
    EXPECT_THAT(out, ElementsAre(3, 4));
    const SharedNumbers later = numbers.without_first(2).scaled(10.0).without_first(1);
    EXPECT_THAT(all_of(later), ElementsAre(30, 40, 50));
    EXPECT_EQ(later[2], 50.0);
    later.read(1, out);
    EXPECT_THAT(out, ElementsAre(40, 50));
}

TEST(SharedNumbers, ShareTheirStorageWithCopies) {
    const SharedNumbers numbers(FLOATS);
    const SharedNumbers copy = numbers;  // NOLINT(performance-unnecessary-copy-initialization)
    EXPECT_NE(numbers.storage(), nullptr);
    EXPECT_EQ(copy.storage(), numbers.storage());
    EXPECT_EQ(numbers.scaled(2.0).storage(), numbers.storage());
    EXPECT_EQ(numbers.without_first(3).storage(), numbers.storage());
    EXPECT_NE(SharedNumbers(FLOATS).storage(), numbers.storage());
}

TEST(SharedNumbers, MayBeNone) {
    EXPECT_TRUE(SharedNumbers{}.empty());
    EXPECT_TRUE(SharedNumbers{}.scaled(2.0).without_first(0).empty());
    EXPECT_TRUE(SharedNumbers(FLOATS).without_first(FLOATS.size()).empty());
    EXPECT_THAT(all_of(SharedNumbers{}), ElementsAre());
}

}  // namespace
}  // namespace sinew
