#include "viperize/bundle_measures.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sinew::viperize {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

/// Two rods of two segments, each a metre long.
const RodLayout TWO_RODS{{{0, 0, 0}, {1, 0, 0}}, {{0, 0, 1}, {1, 0, 1}}, {{0, 0, 2}, {1, 0, 2}}};

TEST(BundleVolume, TakesTheMeanRadiusOfASegment) {
    const std::vector<double> radii{0.1, 0.2, 0.2};
    EXPECT_NEAR(bundle_volume(TWO_RODS, radii), 2.0 * pi * (0.15 * 0.15 + 0.2 * 0.2), 1e-12);
}

TEST(LevelRadii, ShareAreasAndGiveTheVolume) {
    std::vector<Slice> slices(3);
    slices[0].area = 1.0;
    slices[1].area = 4.0;
    slices[2].area = 4.0;
    const std::vector<double> radii = level_radii(slices, TWO_RODS, 3.0);
    EXPECT_NEAR(radii[1] / radii[0], 2.0, 1e-12);
    EXPECT_NEAR(radii[2] / radii[1], 1.0, 1e-12);
    EXPECT_NEAR(bundle_volume(TWO_RODS, radii), 3.0, 1e-12);
}

TEST(LargestGap, IsTheDistanceToTheNearestPill) {
    const std::vector<double> radii{0.1, 0.1, 0.3};
    const std::vector<Vector3d> inside{{0.05, 0, 0.5}, {1.0, 0.2, 1.9}};
    EXPECT_EQ(largest_gap(TWO_RODS, radii, inside), 0.0);
    // Half way between the radii 0.1 and 0.3, and beyond an end.
    const std::vector<Vector3d> beside{{-0.5, 0, 1.5}, {0, 0, 0.5}};
    EXPECT_NEAR(largest_gap(TWO_RODS, radii, beside), 0.3, 1e-12);
    const std::vector<Vector3d> beyond{{0, 0, -0.6}};
    EXPECT_NEAR(largest_gap(TWO_RODS, radii, beyond), 0.5, 1e-12);
    EXPECT_EQ(largest_gap(TWO_RODS, radii, {}), 0.0);
}

}  // namespace
}  // namespace sinew::viperize
