#include "viperize/voxel_domain.hpp"

#include <gmock/gmock.h>

#include "voxelised.hpp"

namespace sinew::viperize::test {
namespace {

using Eigen::Vector3d;
using testing::ElementsAre;

TEST(VoxelDomain, KnowsNeighboursBothWays) {
    const Voxelised fork(fork_mesh(), 0.004);
    const VoxelDomain& domain = fork.domain;
    ASSERT_GT(domain.count(), 1000u);
    for (std::size_t cell = 0; cell < domain.count(); ++cell) {
        for (int side = 0; side < 6; ++side) {
            const int next = domain.neighbours[cell][side];
            if (next < 0) continue;
            EXPECT_EQ(domain.neighbours[next][side ^ 1], static_cast<int>(cell));
            Vector3d step = Vector3d::Zero();
            step[side / 2] = (side % 2 == 0 ? -1.0 : 1.0) * domain.grid.size;
            EXPECT_LT((domain.centre(next) - domain.centre(cell) - step).norm(), 1e-12);
        }
    }
}

TEST(VoxelDomain, SortsPartsBySize) {
    const TriangleMesh small = box_mesh({0, 0, 0}, {1, 1, 1});
    const TriangleMesh large = box_mesh({3, 0, 0}, {2, 1, 1});
    const Voxelised two(joined(small, large), 0.1);
    ASSERT_EQ(two.domain.part_sizes.size(), 2u);
    EXPECT_GT(two.domain.part_sizes[0], two.domain.part_sizes[1]);
    EXPECT_EQ(two.domain.part_of[two.domain.nearest_cell({4, 0.5, 0.5}, 1)], 0);
    EXPECT_EQ(two.domain.part_of[two.domain.nearest_cell({0.5, 0.5, 0.5}, 1)], 1);

    const VoxelDomain only_small = with_parts(two.domain, {0, 1});
    EXPECT_THAT(only_small.part_sizes, ElementsAre(two.domain.part_sizes[1]));
    EXPECT_EQ(only_small.nearest_cell({4, 0.5, 0.5}, 1), -1);
}

TEST(VoxelDomain, FindsTheNearestCell) {
    const Bar bar;
    const int cell = bar.domain.nearest_cell({0.5, 0.1, 0.215}, 2);
    ASSERT_GE(cell, 0);
    EXPECT_LT((bar.domain.centre(cell) - Vector3d(0.5, 0.1, 0.19)).norm(), Bar::SIZE);
    EXPECT_EQ(bar.domain.nearest_cell({0.5, 0.1, 0.5}, 2), -1);
}

}  // namespace
}  // namespace sinew::viperize::test
