#include "body/def_checker.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

namespace sinew {
namespace {

/// The checks in the open.
struct OpenChecker : DefChecker {
    using DefChecker::check_animated;
    using DefChecker::check_count;
    using DefChecker::check_finite;
    using DefChecker::check_indices;
    using DefChecker::check_rotations;
    using DefChecker::DefChecker;
    using DefChecker::list_offenders;
};

class DefCheckerTest : public testing::Test {
protected:
    std::string text() const {
        std::string all;
        for (const Problem& problem : problems)
            all += problem.message() + "\n";
        return all;
    }
    std::vector<Problem> problems;
    OpenChecker checker{"Thing", problems};
};

TEST_F(DefCheckerTest, ListsTheFirstFewOffenders) {
    checker.list_offenders("sizes", std::array{1.0, -1.0, -2.0, -3.0, -4.0, -5.0, -6.0},
                           "must be positive", [](double size) { return size > 0.0; });
    EXPECT_EQ(text(), "Thing: sizes is bad at 1, 2, 3, 4, 5 and 1 more: must be positive\n");
}

TEST_F(DefCheckerTest, RefusesQuaternionsThatAreZero) {
    const AnimatedRotations rotations = AnimatedArray::constant({1, 0, 0, 0, 0, 0, 0, 0});
    checker.check_rotations("rotations", rotations, 2);
    EXPECT_EQ(text(),
              "Thing: rotations is 0, 0, 0, 0: a quaternion must not be zero; 1, 0, 0, 0 does not "
              "turn\n");
    // Two vectors of zeros do not turn either, but that is no fault.
    problems.clear();
    checker.check_rotations("rotations", AnimatedArray::constant({0, 0, 0, 0, 0, 0}), 2);
    EXPECT_EQ(text(), "");
}

TEST_F(DefCheckerTest, SaysNothingAboutWhatIsGood) {
    checker.check_count("a", 3, 3);
    checker.check_indices("b", std::array{2, 0}, 3, "vertex");
    checker.check_finite("c", std::array{Eigen::Vector3d(1, 2, 3)});
    checker.check_animated("d", AnimatedArray::constant({1, 2}), std::array{std::size_t{2}});
    checker.check_animated("e", {}, std::array{std::size_t{2}});
    EXPECT_EQ(text(), "");
}

TEST_F(DefCheckerTest, ChecksIndices) {
    checker.check_indices("points", std::array{0, 3, 0}, 3, "point");
    EXPECT_EQ(text(),
              "Thing: points is 3: is not a point: there are 3, counted from 0\n"
              "Thing: points is 0: is listed twice\n");
}

TEST_F(DefCheckerTest, ChecksAnimatedArrays) {
    AnimatedArray array;
    array.width = 1;
    array.frames = {2.0, 1.0};
    array.values = {0.0, std::nan("")};
    checker.check_animated("x", array, std::array{std::size_t{3}, std::size_t{4}});
    EXPECT_EQ(text(),
              "Thing: x is 1 numbers: must have 3 or 4 at each time\n"
              "Thing: x is not a finite number: every value must be a finite number\n"
              "Thing: x is keys out of order: frames of the keys must increase\n");
}

TEST_F(DefCheckerTest, ChecksSamplesOfAJobAsItChecksKeys) {
    AnimatedArray array{.width = 4, .frames = {1.0, 2.0}, .values = {1, 0, 0, 0}};
    const auto samples = [&](std::vector<float> numbers) {
        array.tail = SharedNumbers(std::move(numbers));
        checker.check_rotations("x", array, 1);
        return std::exchange(problems, {}).size();
    };
    EXPECT_EQ(samples({1, 0, 0, 0}), 0U);
    EXPECT_EQ(samples({0, 0, 0, 0}), 1U) << "a quaternion of zeros";
    EXPECT_EQ(samples({1, 0, 0}), 1U) << "too few numbers";
    EXPECT_EQ(samples({1, 0, 0, std::nanf("")}), 1U) << "not finite";
}

}  // namespace
}  // namespace sinew
