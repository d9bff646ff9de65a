#include "potential/dof_map.hpp"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(DofMap, KnowsWhosePositionsRotationsTurn) {
    DofMap dofs;
    dofs.add("Bar", BlockKind::Position, 4, 2.0);
    dofs.add("Bar", BlockKind::Rotation, 3, 1.0);
    dofs.add("Ball", BlockKind::Rotation, 1, 1.0);
    dofs.add("Sheet", BlockKind::Position, 5, 1.0);
    dofs.add("Rod", BlockKind::Position, 3, 1.0);
    dofs.add("Rod", BlockKind::Rotation, 3, 1.0);
    const BlockRange radii = dofs.add("Rod", BlockKind::Thickness, 3, 0.1);
    EXPECT_EQ(dofs.entries()[0].positions, -1);
    EXPECT_EQ(dofs.entries()[1].positions, 0);
    EXPECT_EQ(dofs.entries()[2].positions, -1);
    EXPECT_EQ(dofs.entries()[3].positions, -1);
    EXPECT_EQ(dofs.entries()[5].positions, 4);
    EXPECT_EQ(dofs.entries()[6].positions, 4);
    EXPECT_EQ(dofs.describe(radii.block(1)), "Rod, thickness of node 1");
}

TEST(DofMap, GivesEachOwnerItsBlocks) {
    DofMap dofs;
    const BlockRange bar = dofs.add("Bar", BlockKind::Position, 4, 1.0);
    const BlockRange turns = dofs.add("Bar", BlockKind::Rotation, 4, 1.0);
    const BlockRange none = dofs.add("Nothing", BlockKind::Position, 0, 1.0);
    const BlockRange ball = dofs.add("Ball", BlockKind::Position, 2, 0.1);
    EXPECT_EQ(dofs.blocks(), 10);
    EXPECT_EQ(bar.first, 0);
    EXPECT_EQ(turns.block(1), 5);
    EXPECT_EQ(none.count, 0);
    EXPECT_EQ(ball.end(), 10);
    EXPECT_EQ(dofs.describe(3), "Bar, node 3");
    EXPECT_EQ(dofs.describe(4), "Bar, rotation of node 0");
    EXPECT_EQ(dofs.describe(8), "Ball, node 0");
    dofs.clear();
    EXPECT_EQ(dofs.blocks(), 0);
    EXPECT_TRUE(dofs.entries().empty());
}

}  // namespace
}  // namespace sinew
