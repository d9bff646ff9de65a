#include "optimize/elimination_separator.hpp"

#include <gtest/gtest.h>

#include "optimize/elimination_separator_refine.hpp"
#include "solver/optimize/block_matrices.hpp"

namespace sinew::optimize {
namespace {

void expect_separates(const EliminationGraph& graph, const std::vector<Side>& side) {
    for (int v = 0; v < graph.nodes(); ++v)
        for (const int u : graph.neighbours(v))
            EXPECT_FALSE(side[v] == Side::First && side[u] == Side::Second) << v << ' ' << u;
}

TEST(EliminationSeparator, CutsABarAcross) {
    const EliminationGraph graph = test::grid_graph(5, 5, 60);
    const std::vector<Side> side = find_separator(graph);
    expect_separates(graph, side);
    const CutWeights weights = weigh(graph, side);
    EXPECT_EQ(weights.separator, 25);
    EXPECT_LE(std::max(weights.side[0], weights.side[1]), 900);
}

TEST(EliminationSeparator, CutsACubeNearlyAsWellAsAPlane) {
    const EliminationGraph graph = test::grid_graph(16, 16, 16);
    const std::vector<Side> side = find_separator(graph);
    expect_separates(graph, side);
    const CutWeights weights = weigh(graph, side);
    EXPECT_LT(weights.separator, 1.25 * 256);
    EXPECT_LE(std::max(weights.side[0], weights.side[1]), 0.6 * 4096);
}

TEST(EliminationSeparator, SplitsPartsThatAreApartForFree) {
    test::BlockPairs pairs = test::grid_edges(8, 8, 8);
    for (const auto& [i, j] : test::grid_edges(8, 8, 8))
        pairs.emplace_back(512 + i, 512 + j);
    const EliminationGraph graph = compress(BlockPattern::from_pairs(1024, pairs)).graph;
    const std::vector<Side> side = find_separator(graph);
    expect_separates(graph, side);
    EXPECT_EQ(weigh(graph, side).separator, 0);
}

TEST(EliminationSeparator, TakesSmallAndCompleteGraphs) {
    EXPECT_TRUE(find_separator(EliminationGraph()).empty());
    test::BlockPairs all;
    for (int i = 0; i < 12; ++i) {
        // Each has one neighbour of its own, or all would be one node.
        all.emplace_back(i, 12 + i);
        for (int j = 0; j < i; ++j)
            all.emplace_back(i, j);
    }
    const EliminationGraph graph = compress(BlockPattern::from_pairs(24, all)).graph;
    expect_separates(graph, find_separator(graph));
}

TEST(EliminationSeparator, RefiningRemovesWhatIsNotNeeded) {
    // A bar with three layers in the separator, and a dent: one layer is enough.
    const EliminationGraph graph = test::grid_graph(4, 4, 20);
    std::vector<Side> side(graph.nodes());
    for (int v = 0; v < graph.nodes(); ++v) {
        const int layer = v / 16;
        side[v] = layer < 8 ? Side::First : layer < 11 ? Side::Separator : Side::Second;
    }
    side[7 * 16 + 5] = Side::Separator;
    const CutWeights weights = refine_separator(graph, 190, side);
    expect_separates(graph, side);
    EXPECT_EQ(weights.separator, 16);
    EXPECT_LE(std::max(weights.side[0], weights.side[1]), 190);
    EXPECT_EQ(weights.separator + weights.side[0] + weights.side[1], 320);
}

}  // namespace
}  // namespace sinew::optimize
