#include "math/block_matrix.hpp"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(BlockPattern, SortsPairsAndAlwaysHasTheDiagonal) {
    const std::pair<int, int> pairs[] = {{0, 2}, {2, 0}, {3, 1}, {3, 2}, {3, 1}};
    const BlockPattern pattern = BlockPattern::from_pairs(4, pairs);
    EXPECT_EQ(pattern.column, (std::vector<int>{0, 1, 0, 2, 1, 2, 3}));
    EXPECT_EQ(pattern.row_start, (std::vector<std::size_t>{0, 1, 2, 4, 7}));
    EXPECT_EQ(pattern.slot(3, 2), 5U);
    EXPECT_EQ(pattern.diagonal(2), 3U);
}

TEST(BlockMatrix, MultipliesLikeTheDenseMatrix) {
    const std::pair<int, int> pairs[] = {{1, 0}, {2, 0}, {3, 2}};
    BlockMatrix matrix(std::make_shared<const BlockPattern>(BlockPattern::from_pairs(4, pairs)));
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(12, 12);
    for (int i = 0; i < 4; ++i) {
        for (std::size_t k = matrix.pattern().row_start[i]; k <= matrix.pattern().diagonal(i);
             ++k) {
            const int j = matrix.pattern().column[k];
            Eigen::Matrix3d block = Eigen::Matrix3d::Random();
            if (i == j) block = (block + block.transpose()).eval();
            matrix.blocks()[k] = block;
            dense.block<3, 3>(3L * i, 3L * j) = block;
            dense.block<3, 3>(3L * j, 3L * i) = block.transpose();
        }
    }
    const Eigen::VectorXd x = Eigen::VectorXd::Random(12);
    Eigen::VectorXd y;
    matrix.multiply(x, y);
    EXPECT_LT((y - dense * x).norm(), 1e-14);
    matrix.set_zero();
    matrix.multiply(x, y);
    EXPECT_EQ(y, Eigen::VectorXd::Zero(12));
}

}  // namespace
}  // namespace sinew
