#include "optimize/elimination_graph.hpp"

#include <gtest/gtest.h>

#include "solver/optimize/block_matrices.hpp"

namespace sinew::optimize {
namespace {

TEST(EliminationGraph, MergesRowsWithTheSameCouplings) {
    // Two nodes of two rows each, coupled, and a third of one row beside the second.
    const test::BlockPairs pairs{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}};
    const CompressedGraph compressed = compress(BlockPattern::from_pairs(5, pairs));
    EXPECT_EQ(compressed.node_of_row, (std::vector<int>{0, 0, 1, 1, 2}));
    EXPECT_EQ(compressed.graph.weight, (std::vector<int>{2, 2, 1}));
    EXPECT_EQ(compressed.graph.start, (std::vector<int>{0, 1, 3, 4}));
    EXPECT_EQ(compressed.graph.neighbour, (std::vector<int>{1, 0, 2, 1}));
}

TEST(EliminationGraph, MergesNothingThatOnlyLooksAlike) {
    // 0 and 1 have the same neighbour but are not coupled.
    const test::BlockPairs pairs{{0, 2}, {1, 2}};
    const CompressedGraph compressed = compress(BlockPattern::from_pairs(3, pairs));
    EXPECT_EQ(compressed.graph.nodes(), 3);
}

TEST(EliminationGraph, HalvesABodyWithRotations) {
    const CompressedGraph compressed =
        compress(BlockPattern::from_pairs(120, test::doubled(test::grid_edges(3, 4, 5), 60)));
    EXPECT_EQ(compressed.graph.nodes(), 60);
    const CompressedGraph single =
        compress(BlockPattern::from_pairs(60, test::grid_edges(3, 4, 5)));
    EXPECT_EQ(compressed.graph.neighbour, single.graph.neighbour);
}

}  // namespace
}  // namespace sinew::optimize
