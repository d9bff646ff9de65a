#include "optimize/elimination_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/parallel.hpp"
#include "solver/optimize/block_matrices.hpp"

namespace sinew::optimize {
namespace {

void expect_permutation(std::vector<int> order, int count) {
    std::ranges::sort(order);
    std::vector<int> all(count);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(order, all);
}

/// Entries of L below the diagonal, by eliminating.
long fill(const EliminationGraph& graph, const std::vector<int>& order) {
    const int n = graph.nodes();
    std::vector<std::vector<char>> coupled(n, std::vector<char>(n, 0));
    for (int i = 0; i < n; ++i)
        for (const int j : graph.neighbours(i))
            coupled[i][j] = 1;
    std::vector<char> gone(n, 0);
    long count = 0;
    for (const int pivot : order) {
        gone[pivot] = 1;
        std::vector<int> left;
        for (int i = 0; i < n; ++i)
            if (!gone[i] && coupled[pivot][i]) left.push_back(i);
        count += static_cast<long>(left.size());
        for (const int i : left)
            for (const int j : left)
                coupled[i][j] = 1;
    }
    return count;
}

TEST(EliminationOrder, IsAPermutationForBothMethods) {
    for (const auto& graph :
         {test::grid_graph(1, 1, 1), test::grid_graph(2, 3, 1), test::grid_graph(9, 9, 9)}) {
        expect_permutation(dissection_order(graph), graph.nodes());
        expect_permutation(minimum_degree_order(graph), graph.nodes());
    }
    EXPECT_TRUE(dissection_order(EliminationGraph()).empty());
    EXPECT_TRUE(minimum_degree_order(EliminationGraph()).empty());
}

TEST(EliminationOrder, EliminatesAPathWithoutFill) {
    test::BlockPairs path;
    for (int i = 0; i + 1 < 60; ++i)
        path.emplace_back((i * 7) % 60, ((i + 1) * 7) % 60);
    const EliminationGraph graph = compress(BlockPattern::from_pairs(60, path)).graph;
    EXPECT_EQ(fill(graph, dissection_order(graph)), 59);
    EXPECT_EQ(fill(graph, minimum_degree_order(graph)), 59);
}

TEST(EliminationOrder, FillsLittle) {
    const EliminationGraph graph = test::grid_graph(10, 10, 10);
    std::vector<int> natural(graph.nodes());
    std::iota(natural.begin(), natural.end(), 0);
    const auto by_rows = static_cast<double>(fill(graph, natural));
    EXPECT_LT(static_cast<double>(fill(graph, dissection_order(graph))), 0.65 * by_rows);
    EXPECT_LT(static_cast<double>(fill(graph, minimum_degree_order(graph))), 0.8 * by_rows);
}

TEST(EliminationOrder, DoesNotDependOnThreads) {
    const EliminationGraph graph = test::grid_graph(15, 14, 13);
    std::vector<int> order[2];
    for (const int threads : {1, 2})
        ThreadPool(threads).run([&] { order[threads - 1] = dissection_order(graph); });
    EXPECT_EQ(order[0], order[1]);
}

}  // namespace
}  // namespace sinew::optimize
