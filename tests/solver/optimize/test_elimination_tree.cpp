#include "optimize/elimination_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "optimize/elimination_order.hpp"
#include "solver/optimize/block_matrices.hpp"

namespace sinew::optimize {
namespace {

/// The couplings of each position among those behind it, by eliminating one after another.
std::vector<std::set<int>> columns_of_factor(const EliminationGraph& graph,
                                             const std::vector<int>& node_at) {
    const int n = graph.nodes();
    std::vector<int> position(n);
    for (int i = 0; i < n; ++i)
        position[node_at[i]] = i;
    std::vector<std::set<int>> column(n);
    for (int i = 0; i < n; ++i) {
        for (const int node : graph.neighbours(node_at[i]))
            if (position[node] > i) column[i].insert(position[node]);
    }
    for (int i = 0; i < n; ++i)
        if (!column[i].empty()) {
            const int parent = *column[i].begin();
            column[parent].insert(std::next(column[i].begin()), column[i].end());
        }
    return column;
}

void expect_complete(const EliminationGraph& graph, const AssemblyTree& tree) {
    ASSERT_EQ(static_cast<int>(tree.node_at.size()), graph.nodes());
    const auto column = columns_of_factor(graph, tree.node_at);
    int next = 0;
    for (int f = 0; f < static_cast<int>(tree.fronts.size()); ++f) {
        const FrontNode& front = tree.fronts[f];
        EXPECT_EQ(front.first, next);
        next += front.count;
        // Every coupling of a pivot is in the front.
        for (int i = front.first; i < next; ++i)
            for (const int row : column[i])
                EXPECT_TRUE(row < next || std::ranges::binary_search(front.rows, row));
        // And the rest of it is in the parent.
        if (front.rows.empty()) {
            EXPECT_EQ(front.parent, -1);
            continue;
        }
        ASSERT_GT(front.parent, f);
        const FrontNode& parent = tree.fronts[front.parent];
        EXPECT_TRUE(std::ranges::find(parent.children, f) != parent.children.end());
        EXPECT_GE(front.rows[0], parent.first);
        EXPECT_LT(front.rows[0], parent.first + parent.count);
        for (const int row : front.rows)
            EXPECT_TRUE(row < parent.first + parent.count ||
                        std::ranges::binary_search(parent.rows, row));
    }
    EXPECT_EQ(next, graph.nodes());
}

TEST(EliminationTree, HasEveryCouplingOfTheFactor) {
    for (int trial = 0; trial < 20; ++trial) {
        test::Random random(40 + trial);
        const int n = 1 + static_cast<int>(random.index(80));
        test::BlockPairs pairs;
        for (int k = 0; k < 2 * n; ++k)
            pairs.emplace_back(static_cast<int>(random.index(n)),
                               static_cast<int>(random.index(n)));
        const EliminationGraph graph = compress(BlockPattern::from_pairs(n, pairs)).graph;
        std::vector<int> order(graph.nodes());
        std::iota(order.begin(), order.end(), 0);
        expect_complete(graph, assembly_tree(graph, order));
        expect_complete(graph, assembly_tree(graph, minimum_degree_order(graph)));
    }
}

TEST(EliminationTree, KeepsSubtreesTogether) {
    const EliminationGraph graph =
        compress(BlockPattern::from_pairs(1000, test::grid_edges(10, 10, 10))).graph;
    const AssemblyTree tree = assembly_tree(graph, dissection_order(graph));
    expect_complete(graph, tree);
    for (int f = 0; f < static_cast<int>(tree.fronts.size()); ++f)
        for (int child = tree.subtree_first[f]; child < f; ++child) {
            EXPECT_GT(tree.fronts[child].parent, child);
            EXPECT_LE(tree.fronts[child].parent, f);
        }
}

TEST(EliminationTree, MergesFrontsThatAreTooSmall) {
    // A path has a front for every node; eliminated one by one they would cost more than a few zeros.
    test::BlockPairs path;
    for (int i = 0; i + 1 < 300; ++i)
        path.emplace_back(i, i + 1);
    const EliminationGraph graph = compress(BlockPattern::from_pairs(300, path)).graph;
    std::vector<int> order(300);
    std::iota(order.begin(), order.end(), 0);
    const AssemblyTree tree = assembly_tree(graph, order);
    EXPECT_LT(tree.fronts.size(), 100U);
    expect_complete(graph, tree);
}

}  // namespace
}  // namespace sinew::optimize
