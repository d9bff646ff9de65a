#include "viperize/level_slices.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "voxelised.hpp"

namespace sinew::viperize::test {
namespace {

using Eigen::Vector3d;

TEST(ChooseLevels, AreEquallyFarApartInABar) {
    const Bar bar;
    const HarmonicField field = solve_harmonic(bar.domain, bar.ends);
    const std::vector<double> levels = choose_levels(bar.domain, field, 5);
    ASSERT_EQ(levels.size(), 5u);
    for (std::size_t i = 1; i < 5; ++i)
        EXPECT_NEAR(levels[i] - levels[i - 1], (levels[4] - levels[0]) / 4.0, 0.003);
    // One voxel from the ends.
    EXPECT_NEAR(levels[0], Bar::SIZE, 0.006);
    EXPECT_NEAR(levels[4], 1.0 - Bar::SIZE, 0.006);
}

TEST(ChooseLevels, DoNotCrowdWhereTheMuscleIsThin) {
    const Voxelised spindle(spindle_mesh(), 0.002);
    MuscleEnds ends;
    ends.source = spindle.cells_where([](const Vector3d& c) { return c.z() < 0.004; });
    ends.sink = spindle.cells_where([](const Vector3d& c) { return c.z() > 0.296; });
    const HarmonicField field = solve_harmonic(spindle.domain, ends);
    const std::vector<double> levels = choose_levels(spindle.domain, field, 9);
    const std::vector<Slice> slices =
        make_slices(spindle.domain, field, spindle.solid, levels, 500);
    double before = 0.0;
    for (std::size_t i = 0; i < 9; ++i) {
        Vector3d mean = Vector3d::Zero();
        for (const SliceSample& sample : slices[i].samples)
            mean += sample.area * sample.position / slices[i].area;
        if (i > 0) {
            EXPECT_NEAR(mean.z() - before, 0.29 / 8.0, 0.012) << i;
        }
        before = mean.z();
    }
}

TEST(MakeSlices, HaveTheAreaOfTheCrossSection) {
    const Bar bar;
    const HarmonicField field = solve_harmonic(bar.domain, bar.ends);
    for (const int samples : {10, 1000, 4000}) {
        const std::vector<Slice> slices =
            make_slices(bar.domain, field, bar.solid, {0.3, 0.512}, samples);
        for (const Slice& slice : slices) {
            EXPECT_NEAR(slice.area, 0.04, 0.0015);
            EXPECT_GE(slice.samples.size(), static_cast<std::size_t>(samples));
            double first = 1.0;
            for (const SliceSample& sample : slice.samples) {
                EXPECT_NEAR(sample.position.x(), slice.samples[0].position.x(), 1e-4);
                EXPECT_NEAR(sample.normal.x(), 1.0, 1e-4);
                EXPECT_LT(bar.solid.distance_at(sample.position), 0.0);
                first = std::min(first, sample.position.y());
            }
            EXPECT_LT(first, Bar::SIZE);
        }
    }
}

TEST(MakeSlices, HaveTheSameAreaRightAtTheEnds) {
    const Bar bar;
    MuscleEnds ends;
    ends.source = bar.cells_where([](const Vector3d& c) { return c.x() < 3.0 * Bar::SIZE; });
    ends.sink = bar.cells_where([](const Vector3d& c) { return c.x() > 1.0 - 3.0 * Bar::SIZE; });
    const HarmonicField field = solve_harmonic(bar.domain, ends);
    // Between the last layer of an end, where the field is flat, and the first beside it.
    const double layer = 1.0 / 35.0;
    for (const double level : {0.2 * layer, 0.5 * layer, 0.8 * layer, 1.0 - 0.4 * layer}) {
        const std::vector<Slice> slices = make_slices(bar.domain, field, bar.solid, {level}, 1000);
        EXPECT_NEAR(slices[0].area, 0.04, 0.0015) << level;
    }
}

TEST(MakeSlices, OfASpindleGrowWithItsThickness) {
    const Voxelised spindle(spindle_mesh(), 0.002);
    MuscleEnds ends;
    ends.source = spindle.cells_where([](const Vector3d& c) { return c.z() < 0.004; });
    ends.sink = spindle.cells_where([](const Vector3d& c) { return c.z() > 0.296; });
    const HarmonicField field = solve_harmonic(spindle.domain, ends);
    const std::vector<Slice> slices = make_slices(spindle.domain, field, spindle.solid, {0.5}, 500);
    EXPECT_NEAR(slices[0].area, std::numbers::pi * 0.03 * 0.03, 0.0001);
}

}  // namespace
}  // namespace sinew::viperize::test
