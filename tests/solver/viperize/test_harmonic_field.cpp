#include "viperize/harmonic_field.hpp"

#include <gtest/gtest.h>

#include "voxelised.hpp"

namespace sinew::viperize::test {
namespace {

using Eigen::Vector3d;

TEST(HarmonicField, RisesEvenlyAlongABar) {
    const Bar bar;
    const HarmonicField field = solve_harmonic(bar.domain, bar.ends);
    // Linear between the centres of the first and the last layer.
    double first = 1.0;
    double last = 0.0;
    for (const int cell : bar.ends.source)
        first = std::min(first, bar.domain.centre(cell).x());
    for (const int cell : bar.ends.sink)
        last = std::max(last, bar.domain.centre(cell).x());
    for (std::size_t cell = 0; cell < bar.domain.count(); ++cell) {
        const double expected = (bar.domain.centre(cell).x() - first) / (last - first);
        EXPECT_NEAR(field.values[cell], expected, 1e-6);
        EXPECT_LT((field.gradients[cell] - Vector3d(1.0 / (last - first), 0, 0)).norm(), 1e-4);
    }
}

TEST(HarmonicField, IsTheMeanOfItsNeighbours) {
    const Voxelised spindle(spindle_mesh(), 0.003);
    MuscleEnds ends;
    ends.source = spindle.cells_where([](const Vector3d& c) { return c.z() < 0.01; });
    ends.sink = spindle.cells_where([](const Vector3d& c) { return c.z() > 0.29; });
    const HarmonicField field = solve_harmonic(spindle.domain, ends);
    for (std::size_t cell = 0; cell < spindle.domain.count(); ++cell) {
        const double z = spindle.domain.centre(cell).z();
        EXPECT_GE(field.values[cell], 0.0);
        EXPECT_LE(field.values[cell], 1.0);
        if (z < 0.01 || z > 0.29) continue;
        double sum = 0.0;
        int count = 0;
        for (const int next : spindle.domain.neighbours[cell]) {
            if (next < 0) continue;
            sum += field.values[next];
            ++count;
        }
        EXPECT_NEAR(field.values[cell], sum / count, 1e-5);
    }
}

TEST(HarmonicField, IsAsSteepAtItsEndsAsBesideThem) {
    // Ends of three layers: within them the field is flat, at their borders it is not half as steep.
    const Bar bar;
    MuscleEnds ends;
    ends.source = bar.cells_where([](const Vector3d& c) { return c.x() < 3.0 * Bar::SIZE; });
    ends.sink = bar.cells_where([](const Vector3d& c) { return c.x() > 1.0 - 3.0 * Bar::SIZE; });
    const HarmonicField field = solve_harmonic(bar.domain, ends);
    const double slope = 1.0 / (1.0 - 5.0 * Bar::SIZE);
    for (std::size_t cell = 0; cell < bar.domain.count(); ++cell) {
        const double from_end =
            std::min(bar.domain.centre(cell).x(), 1.0 - bar.domain.centre(cell).x());
        const double expected = from_end < 2.0 * Bar::SIZE ? 0.0 : slope;
        EXPECT_NEAR(field.gradients[cell].x(), expected, 1e-4)
            << bar.domain.centre(cell).transpose();
    }
}

TEST(HarmonicField, NeedsNoUnknowns) {
    const Voxelised box(box_mesh({0, 0, 0}, {0.2, 0.1, 0.1}), 0.05);
    MuscleEnds ends;
    ends.source = box.cells_where([](const Vector3d& c) { return c.x() < 0.1; });
    ends.sink = box.cells_where([](const Vector3d& c) { return c.x() >= 0.1; });
    const HarmonicField field = solve_harmonic(box.domain, ends);
    for (const int cell : ends.sink)
        EXPECT_EQ(field.values[cell], 1.0);
}

}  // namespace
}  // namespace sinew::viperize::test
