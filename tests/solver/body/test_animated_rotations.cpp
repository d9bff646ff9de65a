#include "body/animated_rotations.hpp"

#include <gtest/gtest.h>

#include "math/rotation.hpp"

namespace sinew {
namespace {

constexpr double DEGREE = M_PI / 180.0;

/// Two items a key; the second one does not turn.
AnimatedRotations two_keys(const Eigen::Quaterniond& first, const Eigen::Quaterniond& second) {
    AnimatedArray keys{.width = 8, .frames = {1.0, 2.0}, .values = {}};
    for (const Eigen::Quaterniond& q : {first, second}) {
        for (const double number : {q.w(), q.x(), q.y(), q.z(), 0.0, 0.6, 0.0, 0.8})
            keys.values.push_back(number);
    }
    return keys;
}

Eigen::Quaterniond about_x(double degrees, double length = 1.0) {
    Eigen::Quaterniond q = exp_quaternion({degrees * DEGREE, 0.0, 0.0});
    q.coeffs() *= length;
    return q;
}

TEST(AnimatedRotations, TurnsTheShorterWayAndEvenlyWhateverTheSigns) {
    for (const double sign : {1.0, -1.0}) {
        const AnimatedRotations rotations = two_keys(about_x(0.0), about_x(10.0, sign * 3.0));
        for (const double part : {0.25, 0.5, 0.75}) {
            const Eigen::Quaterniond q = rotations.at(1.0 + part, 0, 2);
            EXPECT_NEAR(angular_distance(q, about_x(10.0 * part)), 0.0, 1e-7) << sign << part;
            EXPECT_NEAR(q.norm(), 1.0, 1e-15);
        }
    }
}

TEST(AnimatedRotations, AreExactAtTheKeysAndWhereNothingTurns) {
    const AnimatedRotations rotations = two_keys(about_x(20.0), about_x(-30.0));
    EXPECT_EQ(rotations.at(2.0, 0, 2).coeffs(), about_x(-30.0).normalized().coeffs());
    EXPECT_EQ(rotations.at(9.0, 0, 2).coeffs(), about_x(-30.0).normalized().coeffs());
    for (double frame = 0.0; frame < 3.0; frame += 0.07)
        EXPECT_EQ(rotations.at(frame, 1, 2).coeffs(), rotations.at(1.0, 1, 2).coeffs());
    EXPECT_EQ(AnimatedRotations{}.at(1.0, 3, 7).coeffs(), Eigen::Quaterniond::Identity().coeffs());
}

TEST(AnimatedRotations, RotationVectorsMayTurnMoreThanOnce) {
    const AnimatedRotations turns =
        AnimatedArray{.width = 3, .frames = {0.0, 10.0}, .values = {0, 0, 0, 0, 0, 6 * M_PI}};
    EXPECT_NEAR(angular_distance(turns.at(2.5, 0, 1), exp_quaternion({0, 0, 1.5 * M_PI})), 0.0,
                1e-7);
}

TEST(AnimatedRotations, OfSinglePrecisionAreThoseOfDoublesBitForBit) {
    const std::vector<float> numbers = {0.7F, -0.1F,  0.3F, 0.2F, 0.9F, 0.1F, -0.4F, 0.3F,
                                        0.1F, -0.71F, 0.2F, 0.5F, 0.3F, 0.3F, 0.3F,  0.81F};
    // Rotation vectors, and quaternions of any length.
    for (const std::size_t per_item : {3, 4}) {
        const std::size_t items = 2;
        const std::size_t width = per_item * items;
        const std::vector<float> used(numbers.begin(),
                                      numbers.begin() + static_cast<std::ptrdiff_t>(2 * width));
        AnimatedRotations doubles = AnimatedArray{
            .width = width, .frames = {1.0, 2.0}, .values = {used.begin(), used.end()}};
        AnimatedRotations single = AnimatedArray{
            .width = width, .frames = {1.0, 2.0}, .values = {}, .tail = SharedNumbers(used)};
        for (const bool preroll : {false, true}) {
            if (preroll) {
                doubles.prepend_rest(1.4, 5.0, items);
                single.prepend_rest(1.4, 5.0, items);
                EXPECT_EQ(single.values.size(), 3 * width);
            }
            for (double frame = -5.0; frame < 3.0; frame += 0.11) {
                for (std::size_t item = 0; item < items; ++item) {
                    EXPECT_EQ(single.at(frame, item, items).coeffs(),
                              doubles.at(frame, item, items).coeffs());
                }
            }
        }
    }
}

TEST(AnimatedRotations, PrerollStartsAtRestAndArrivesBetweenKeys) {
    // Frame 1.5 lies between the keys: 5° there, not the 175° of the components.
    AnimatedRotations rotations = two_keys(about_x(0.0), about_x(10.0, -1.0));
    rotations.prepend_rest(1.5, 4.0, 2);
    EXPECT_NEAR(angular_distance(rotations.at(-2.5, 1, 2), Eigen::Quaterniond::Identity()), 0.0,
                1e-12);
    for (const double frame : {0.5, 1.0, 1.5})
        EXPECT_NEAR(angular_distance(rotations.at(frame, 0, 2), about_x(5.0)), 0.0, 1e-7);
    EXPECT_NEAR(angular_distance(rotations.at(1.75, 0, 2), about_x(7.5)), 0.0, 1e-7);
}

}  // namespace
}  // namespace sinew
