#include "viperize/muscle_ends.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "voxelised.hpp"

namespace sinew::viperize::test {
namespace {

using Eigen::Vector3d;

/// Smallest and largest of a coordinate over some cells.
std::pair<double, double> range(const VoxelDomain& domain, const std::vector<int>& cells,
                                int axis) {
    std::pair<double, double> found{1e300, -1e300};
    for (const int cell : cells) {
        found.first = std::min(found.first, domain.centre(cell)[axis]);
        found.second = std::max(found.second, domain.centre(cell)[axis]);
    }
    return found;
}

TEST(PaintedCells, LieUnderThePaintedFaces) {
    const TriangleMesh mesh = box_mesh({0, 0, 0}, {1.0, 0.2, 0.2});
    const Bar bar;
    // The four corners at x = 0: two faces, all of the layer under them.
    const std::vector<int> cells = painted_cells(bar.domain, mesh, {0, 2, 4, 6});
    EXPECT_EQ(cells, bar.ends.source);
    // One corner alone: the cell next to it.
    EXPECT_EQ(painted_cells(bar.domain, mesh, {0}).size(), 1u);
}

TEST(FindEnds, OfABarAreItsTwoFaces) {
    const Bar bar;
    const MuscleEnds ends = find_ends(bar.domain);
    const auto [source_low, source_high] = range(bar.domain, ends.source, 0);
    const auto [sink_low, sink_high] = range(bar.domain, ends.sink, 0);
    EXPECT_LT(source_high, 0.15);
    EXPECT_GT(sink_low, 0.85);
    EXPECT_LT(source_low, 0.025);
    EXPECT_GT(sink_high, 0.975);
    // All of the face, not a corner of it.
    for (const int axis : {1, 2}) {
        const auto [low, high] = range(bar.domain, ends.sink, axis);
        EXPECT_GT(high - low, 0.15);
    }
}

TEST(FindEnds, OfAForkAreTheTrunkAndBothTips) {
    const Voxelised fork(fork_mesh(), 0.003);
    const MuscleEnds ends = find_ends(fork.domain);
    EXPECT_LT(range(fork.domain, ends.source, 2).second, 0.02);
    EXPECT_GT(range(fork.domain, ends.sink, 2).first, 0.28);
    EXPECT_LT(range(fork.domain, ends.sink, 0).first, -0.05);
    EXPECT_GT(range(fork.domain, ends.sink, 0).second, 0.05);
}

TEST(FindEnds, OfASheetAreItsWholeEdges) {
    const Voxelised sheet(sheet_mesh(), 0.002);
    const MuscleEnds ends = find_ends(sheet.domain);
    const auto [low, high] = range(sheet.domain, ends.sink, 1);
    const auto [source_low, source_high] = range(sheet.domain, ends.source, 1);
    // One end is 0.05 m wide, the other 0.2 m.
    EXPECT_NEAR(std::max(high - low, source_high - source_low), 0.2, 0.02);
    EXPECT_NEAR(std::min(high - low, source_high - source_low), 0.05, 0.02);
}

TEST(VerticesAt, AreThoseNextToTheCells) {
    const TriangleMesh mesh = box_mesh({0, 0, 0}, {1.0, 0.2, 0.2});
    const Bar bar;
    EXPECT_EQ(vertices_at(bar.domain, mesh, bar.ends.source), (std::vector<int>{0, 2, 4, 6}));
}

}  // namespace
}  // namespace sinew::viperize::test
