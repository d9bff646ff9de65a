#include "optimize/front_tiles.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "support/random.hpp"

namespace sinew::optimize {
namespace {

using Strip = Eigen::Matrix<double, TILE, Eigen::Dynamic>;

Strip random_strip(int columns, test::Random& random) {
    Strip strip(TILE, columns);
    for (double& entry : strip.reshaped())
        entry = random.uniform(-1.0, 1.0);
    return strip;
}

TEST(FrontTiles, SubtractsProductsOfAnyWidth) {
    test::Random random(1);
    for (int columns = 1; columns <= TILE; ++columns) {
        const Strip a = random_strip(29, random);
        const Strip b = random_strip(29, random);
        const Strip before = random_strip(TILE, random);
        Strip c = before;
        subtract_product(a.data(), b.data(), 29, c.data(), columns);
        const Eigen::MatrixXd expected = before - a * b.transpose();
        EXPECT_LT((c - expected).leftCols(columns).norm(), 1e-13);
        EXPECT_EQ(c.rightCols(TILE - columns), before.rightCols(TILE - columns));
    }
}

TEST(FrontTiles, FactorsATileAndSolvesWithIt) {
    test::Random random(2);
    const Eigen::VectorXd scale = Eigen::VectorXd::Ones(TILE);
    for (const int columns : {3, 6, 9, 12}) {
        Strip tile = random_strip(TILE, random);
        tile = (tile + tile.transpose()).eval();
        tile.diagonal().head(columns / 3).array() += 5.0;
        tile.diagonal().tail(TILE - columns / 3).array() -= 5.0;
        const Eigen::MatrixXd original = tile.topLeftCorner(columns, columns);
        Eigen::VectorXd pivots(TILE);
        const PivotCheck check =
            factor_tile(tile.data(), columns, pivots.data(), scale.data(), 1e-13, 0);
        EXPECT_EQ(check.failed_column, -1);
        EXPECT_EQ(check.negative, columns - columns / 3);
        Eigen::MatrixXd lower =
            tile.topLeftCorner(columns, columns).triangularView<Eigen::UnitLower>();
        const auto diagonal = pivots.head(columns).asDiagonal();
        EXPECT_LT((lower * diagonal * lower.transpose() - original).norm(), 1e-12);

        // The tile below: C = W Lᵀ with W = (L below) D.
        const Strip below = random_strip(TILE, random);
        Strip c = below;
        Strip w(TILE, TILE);
        solve_tile(tile.data(), pivots.data(), columns, c.data(), w.data());
        EXPECT_LT((w.leftCols(columns) * lower.transpose() - below.leftCols(columns)).norm(),
                  1e-12);
        EXPECT_LT((c.leftCols(columns) * diagonal - w.leftCols(columns)).norm(), 1e-12);

        const Eigen::VectorXd b = random.vector(TILE);
        Eigen::VectorXd x = b;
        solve_lower(tile.data(), columns, x.data());
        EXPECT_LT((lower * x.head(columns) - b.head(columns)).norm(), 1e-12);
        x = b;
        solve_lower_transposed(tile.data(), columns, x.data());
        EXPECT_LT((lower.transpose() * x.head(columns) - b.head(columns)).norm(), 1e-12);
    }
}

TEST(FrontTiles, MultipliesStripsByVectors) {
    test::Random random(3);
    for (const int columns : {0, 3, 6, 33}) {
        const Strip strip = random_strip(columns, random);
        const Eigen::VectorXd y = random.vector(columns);
        const Eigen::VectorXd x = random.vector(TILE);
        Eigen::VectorXd result = x;
        subtract_times(strip.data(), columns, y.data(), result.data());
        EXPECT_LT((result - (x - strip * y)).norm(), 1e-13);
        result = y;
        subtract_transposed_times(strip.data(), columns, x.data(), result.data());
        EXPECT_LT((result - (y - strip.transpose() * x)).norm(), 1e-13);
    }
}

TEST(FrontTiles, StopsAtAPivotThatIsTooSmall) {
    Strip tile = Strip::Identity(TILE, TILE);
    tile(4, 4) = 1e-14;
    tile(7, 7) = 0.0;
    const Eigen::VectorXd scale = Eigen::VectorXd::Ones(TILE);
    Eigen::VectorXd pivots(TILE);
    Strip copy = tile;
    EXPECT_EQ(factor_tile(copy.data(), TILE, pivots.data(), scale.data(), 1e-13, 120).failed_column,
              124);
    copy = tile;
    const PivotCheck check =
        factor_tile(copy.data(), TILE, pivots.data(), scale.data(), 1e-15, 120);
    EXPECT_EQ(check.failed_column, 127);
    EXPECT_EQ(check.smallest_column, 124);
    EXPECT_EQ(check.smallest, 1e-14);
}

}  // namespace
}  // namespace sinew::optimize
