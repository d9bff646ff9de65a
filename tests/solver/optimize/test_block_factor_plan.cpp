#include "optimize/block_factor_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/parallel.hpp"
#include "optimize/block_factor.hpp"
#include "solver/optimize/block_matrices.hpp"

namespace sinew::optimize {
namespace {

constexpr int SIDE = 28;
constexpr int NODES = SIDE * SIDE;

/// A sheet with two block rows a node, and what touches: the first rows of nodes.
std::shared_ptr<const BlockPattern> sheet(const test::BlockPairs& touching) {
    test::BlockPairs pairs = test::doubled(test::grid_edges(SIDE, SIDE, 1), NODES);
    for (const auto& [u, v] : touching)
        pairs.emplace_back(2 * u, 2 * v);
    return std::make_shared<const BlockPattern>(BlockPattern::from_pairs(2 * NODES, pairs));
}

/// A corner that is folded over: nodes about the diagonal lie on each other.
test::BlockPairs folded_corner(int size) {
    test::BlockPairs touching;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x + y < size - 2; ++x)
            touching.emplace_back(y * SIDE + x, (size - x) * SIDE + size - y);
    return touching;
}

/// The upper half lies on the lower one.
test::BlockPairs folded_half() {
    test::BlockPairs touching;
    for (int y = 0; y < SIDE / 2 - 1; ++y)
        for (int x = 0; x < SIDE; ++x)
            touching.emplace_back(y * SIDE + x, (SIDE - 1 - y) * SIDE + x);
    return touching;
}

std::vector<test::BlockPairs> all_contacts() {
    return {{{0, NODES - 1}}, folded_corner(6), folded_corner(14), folded_half(), {}};
}

TEST(BlockFactorPlanner, PlansWhatSolves) {
    BlockFactorPlanner planner;
    planner.set_common(sheet({}));
    for (const test::BlockPairs& touching : all_contacts()) {
        BlockMatrix matrix(sheet(touching));
        test::Random random(3);
        test::fill_springs(matrix, 1.0, random);
        BlockFactor factor;
        factor.prepare(planner.plan(matrix.pattern()));
        ASSERT_EQ(factor.factorise(matrix).outcome, FactorOutcome::Done);
        const Eigen::VectorXd b = random.vector(6L * NODES);
        Eigen::VectorXd x;
        factor.solve(b, x);
        Eigen::VectorXd back;
        matrix.multiply(x, back);
        EXPECT_LT((back - b).norm(), 1e-12 * b.norm()) << touching.size();
    }
}

TEST(BlockFactorPlanner, KeepsTheFactorSmall) {
    BlockFactorPlanner planner;
    planner.set_common(sheet({}));
    for (const test::BlockPairs& touching : all_contacts()) {
        const auto pattern = sheet(touching);
        const BlockFactorPlan anew = make_block_factor_plan(*pattern);
        EXPECT_LT(planner.plan(*pattern).multiplications, 1.6 * anew.multiplications)
            << touching.size();
    }
}

TEST(BlockFactorPlanner, ForgetsPatternsInBetweenAndThreads) {
    const auto pattern = sheet(folded_corner(14));
    std::vector<int> first;
    for (const int threads : {1, 2, 4}) {
        ThreadPool(threads).run([&] {
            BlockFactorPlanner planner;
            planner.set_common(sheet({}));
            if (threads > 1) {
                planner.plan(*sheet(folded_half()));
                planner.plan(*sheet({}));
            }
            const std::vector<int> rows = planner.plan(*pattern).row_at;
            if (first.empty()) first = rows;
            EXPECT_EQ(rows, first);
            EXPECT_EQ(planner.plan(*pattern).row_at, first);
        });
    }
}

TEST(BlockFactorPlanner, TakesTheCommonPatternAsWithoutOne) {
    BlockFactorPlanner planner;
    planner.set_common(sheet({}));
    planner.plan(*sheet(folded_corner(6)));
    EXPECT_EQ(planner.plan(*sheet({})).row_at, make_block_factor_plan(*sheet({})).row_at);
}

TEST(BlockFactorPlanner, PlansRowsThatAreFew) {
    const test::BlockPairs chain{{0, 1}, {1, 2}};
    test::BlockPairs ring = chain;
    ring.emplace_back(0, 2);
    BlockFactorPlanner planner;
    planner.set_common(std::make_shared<const BlockPattern>(BlockPattern::from_pairs(3, chain)));
    EXPECT_EQ(planner.plan(BlockPattern::from_pairs(3, ring)).row_at.size(), 3);
    // Another number of rows has nothing in common.
    EXPECT_EQ(planner.plan(BlockPattern::from_pairs(4, ring)).row_at.size(), 4);
}

}  // namespace
}  // namespace sinew::optimize
