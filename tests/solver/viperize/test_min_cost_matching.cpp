#include "viperize/min_cost_matching.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "support/random.hpp"

namespace sinew::viperize {
namespace {

using testing::ElementsAre;

double cost_of(const Eigen::MatrixXd& costs, const std::vector<int>& columns) {
    double sum = 0.0;
    for (std::size_t row = 0; row < columns.size(); ++row)
        sum += costs(static_cast<Eigen::Index>(row), columns[row]);
    return sum;
}

TEST(MinCostMatching, OfOneIsTheOnlyOne) {
    EXPECT_THAT(min_cost_matching(Eigen::MatrixXd::Constant(1, 1, 7.0)), ElementsAre(0));
    EXPECT_TRUE(min_cost_matching(Eigen::MatrixXd(0, 0)).empty());
}

TEST(MinCostMatching, WorkedOutByHand) {
    Eigen::MatrixXd costs(3, 3);
    costs << 4, 1, 3,  //
        2, 0, 5,       //
        3, 2, 2;
    EXPECT_THAT(min_cost_matching(costs), ElementsAre(1, 0, 2));  // 1 + 2 + 2
}

TEST(MinCostMatching, IsAsCheapAsTheBestOfAllPermutations) {
    test::Random random(4);
    for (int trial = 0; trial < 300; ++trial) {
        const auto count = static_cast<Eigen::Index>(1 + random.index(7));
        Eigen::MatrixXd costs(count, count);
        for (double& cost : costs.reshaped()) {
            // Whole numbers make ties, negative ones must work too.
            cost = trial % 2 == 0 ? random.uniform(-1.0, 5.0) : std::floor(random.uniform(-2, 4));
        }
        std::vector<int> permutation(count);
        std::iota(permutation.begin(), permutation.end(), 0);
        double best = 1e300;
        do {
            best = std::min(best, cost_of(costs, permutation));
        } while (std::next_permutation(permutation.begin(), permutation.end()));

        std::vector<int> found = min_cost_matching(costs);
        EXPECT_NEAR(cost_of(costs, found), best, 1e-12);
        std::sort(found.begin(), found.end());
        std::iota(permutation.begin(), permutation.end(), 0);
        EXPECT_EQ(found, permutation) << "every column once";
    }
}

}  // namespace
}  // namespace sinew::viperize
