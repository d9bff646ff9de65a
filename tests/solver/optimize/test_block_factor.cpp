#include "optimize/block_factor.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/SparseCholesky>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "solver/optimize/block_matrices.hpp"
#include "support/dense_algebra.hpp"

namespace sinew::optimize {
namespace {

using test::Random;

/// |A x − b| over |A| |x| + |b|, largest entries.
double backward_error(const BlockMatrix& matrix, const Eigen::VectorXd& x,
                      const Eigen::VectorXd& b) {
    Eigen::VectorXd y;
    matrix.multiply(x, y);
    double largest = 0.0;
    for (const Eigen::Matrix3d& block : matrix.blocks())
        largest = std::max(largest, block.cwiseAbs().maxCoeff());
    return (y - b).cwiseAbs().maxCoeff() /
           (largest * x.cwiseAbs().maxCoeff() + b.cwiseAbs().maxCoeff());
}

test::BlockPairs random_pairs(int rows, int count, Random& random) {
    test::BlockPairs pairs;
    for (int k = 0; k < count; ++k)
        pairs.emplace_back(static_cast<int>(random.index(rows)),
                           static_cast<int>(random.index(rows)));
    return pairs;
}

TEST(BlockFactor, SolvesLikeDenseOnRandomPatterns) {
    for (int trial = 0; trial < 40; ++trial) {
        Random random(100 + trial);
        const int rows = 1 + static_cast<int>(random.index(60));
        BlockMatrix matrix = test::block_matrix(rows, random_pairs(rows, 3 * rows, random));
        test::fill_random(matrix, 30.0, random);
        BlockFactor factor;
        factor.analyse(matrix.pattern());
        const FactorReport report = factor.factorise(matrix);
        ASSERT_EQ(report.outcome, FactorOutcome::Done);
        EXPECT_EQ(report.negative_pivots, 0);
        const Eigen::VectorXd b = random.vector(3L * rows);
        Eigen::VectorXd x;
        factor.solve(b, x);
        const Eigen::MatrixXd dense = test::to_sparse(matrix);
        const Eigen::VectorXd expected = test::solve_symmetric(dense, b);
        EXPECT_LT((x - expected).norm(), 1e-13 * expected.norm()) << trial;
    }
}

TEST(BlockFactor, CountsNegativeEigenvaluesOfIndefiniteMatrices) {
    for (int trial = 0; trial < 30; ++trial) {
        Random random(300 + trial);
        const int rows = 2 + static_cast<int>(random.index(40));
        BlockMatrix matrix = test::block_matrix(rows, random_pairs(rows, 2 * rows, random));
        test::fill_random(matrix, random.uniform(-1.5, 1.5), random);
        BlockFactor factor;
        factor.analyse(matrix.pattern());
        const FactorReport report = factor.factorise(matrix);
        ASSERT_EQ(report.outcome, FactorOutcome::Done) << trial;
        const Eigen::MatrixXd dense = test::to_sparse(matrix);
        const Eigen::VectorXd eigenvalues = test::eigenvalues_of(dense);
        EXPECT_EQ(report.negative_pivots, (eigenvalues.array() < 0.0).count()) << trial;
        const Eigen::VectorXd b = random.vector(3L * rows);
        Eigen::VectorXd x;
        factor.solve(b, x);
        // Without pivoting digits are lost where a pivot is small.
        EXPECT_LT(backward_error(matrix, x, b), 1e-13 / report.smallest_pivot) << trial;
    }
}

TEST(BlockFactor, SolvesADefiniteMatrixNearAnIndefiniteOne) {
    for (int trial = 0; trial < 10; ++trial) {
        Random random(700 + trial);
        const int rows = 2 + static_cast<int>(random.index(40));
        BlockMatrix matrix = test::block_matrix(rows, random_pairs(rows, 2 * rows, random));
        test::fill_random(matrix, random.uniform(-1.5, 1.5), random);
        BlockFactor factor;
        factor.analyse(matrix.pattern());
        ASSERT_GT(factor.factorise(matrix).negative_pivots, 0) << trial;
        Eigen::MatrixXd inverse(3L * rows, 3L * rows);
        Eigen::VectorXd column;
        for (Eigen::Index k = 0; k < inverse.cols(); ++k) {
            factor.solve_definite(Eigen::VectorXd::Unit(inverse.cols(), k), column);
            inverse.col(k) = column;
        }
        const double size = inverse.norm();
        EXPECT_LT((inverse - inverse.transpose()).norm(), 1e-12 * size) << trial;
        EXPECT_GT(test::eigenvalues_of(0.5 * (inverse + inverse.transpose()))[0], -1e-13 * size);
        // L |D| Lᵀ has the same determinant, but for its sign.
        const Eigen::MatrixXd dense = test::to_sparse(matrix);
        EXPECT_NEAR(std::abs(dense.determinant()) * std::abs(inverse.determinant()), 1.0, 1e-6);
        // Where nothing is negative it is the matrix itself.
        test::fill_random(matrix, 50.0, random);
        ASSERT_EQ(factor.factorise(matrix).negative_pivots, 0) << trial;
        const Eigen::VectorXd b = random.vector(3L * rows);
        Eigen::VectorXd x, same;
        factor.solve(b, x);
        factor.solve_definite(b, same);
        EXPECT_EQ(x, same);
    }
}

TEST(BlockFactor, AgreesWithEigenOnAnElasticGrid) {
    constexpr int NODES = 7 * 6 * 9;
    Random random(5);
    BlockMatrix matrix =
        test::block_matrix(2 * NODES, test::doubled(test::grid_edges(7, 6, 9), NODES));
    test::fill_springs(matrix, 0.1, random);
    BlockFactor factor;
    factor.analyse(matrix.pattern());
    ASSERT_EQ(factor.factorise(matrix).outcome, FactorOutcome::Done);
    const Eigen::VectorXd b = random.vector(6L * NODES);
    Eigen::VectorXd x;
    factor.solve(b, x);
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> reference(test::to_sparse(matrix));
    const Eigen::VectorXd expected = reference.solve(b);
    EXPECT_LT((x - expected).norm(), 1e-12 * expected.norm());
}

TEST(BlockFactor, ReportsASingularMatrix) {
    // Springs alone: three common motions cost nothing.
    Random random(6);
    BlockMatrix matrix = test::block_matrix(125, test::grid_edges(5, 5, 5));
    test::fill_springs(matrix, 0.0, random);
    BlockFactor factor;
    factor.analyse(matrix.pattern());
    const FactorReport report = factor.factorise(matrix);
    EXPECT_EQ(report.outcome, FactorOutcome::PivotFailed);
    EXPECT_GE(report.failed_row, 0);
    // A little mass is enough.
    test::fill_springs(matrix, 1e-6, random);
    EXPECT_EQ(factor.factorise(matrix).outcome, FactorOutcome::Done);
}

TEST(BlockFactor, ReportsTheRowOfAZeroPivotAndOfANaN) {
    Random random(7);
    BlockMatrix matrix = test::block_matrix(20, {});
    test::fill_random(matrix, 20.0, random);
    matrix.blocks()[matrix.pattern().diagonal(13)].setZero();
    BlockFactor factor;
    factor.analyse(matrix.pattern());
    FactorReport report = factor.factorise(matrix);
    EXPECT_EQ(report.outcome, FactorOutcome::PivotFailed);
    EXPECT_EQ(report.failed_row, 13);

    matrix.blocks()[matrix.pattern().diagonal(13)].setIdentity();
    matrix.blocks()[matrix.pattern().diagonal(4)](2, 2) = std::numeric_limits<double>::quiet_NaN();
    report = factor.factorise(matrix);
    EXPECT_EQ(report.outcome, FactorOutcome::PivotFailed);
    EXPECT_EQ(report.failed_row, 4);

    matrix.blocks()[matrix.pattern().diagonal(4)](2, 2) = std::numeric_limits<double>::infinity();
    EXPECT_EQ(factor.factorise(matrix).outcome, FactorOutcome::PivotFailed);
}

TEST(BlockFactor, SaysHowSmallTheSmallestPivotIs) {
    BlockMatrix matrix = test::block_matrix(3, {});
    for (Eigen::Matrix3d& block : matrix.blocks())
        block.setIdentity();
    // 1e-6 is what elimination of the first row leaves of the second: 1 − 0.9999995².
    Eigen::Matrix3d& block = matrix.blocks()[1];
    block(0, 1) = block(1, 0) = std::sqrt(1.0 - 1e-6);
    BlockFactor factor;
    factor.analyse(matrix.pattern());
    const FactorReport report = factor.factorise(matrix);
    EXPECT_NEAR(report.smallest_pivot, 1e-6, 1e-12);
    EXPECT_EQ(report.smallest_row, 1);
    EXPECT_EQ(factor.factorise(matrix, 1e-5).outcome, FactorOutcome::PivotFailed);
}

TEST(BlockFactor, TakesEmptyAndDisconnectedMatrices) {
    BlockFactor factor;
    const BlockMatrix empty = test::block_matrix(0, {});
    factor.analyse(empty.pattern());
    EXPECT_EQ(factor.factorise(empty).outcome, FactorOutcome::Done);
    Eigen::VectorXd x;
    factor.solve(Eigen::VectorXd(), x);
    EXPECT_EQ(x.size(), 0);

    // Two boxes and a few rows on their own.
    test::BlockPairs pairs = test::grid_edges(4, 4, 4);
    for (const auto& [i, j] : test::grid_edges(4, 4, 4))
        pairs.emplace_back(70 + i, 70 + j);
    Random random(8);
    BlockMatrix matrix = test::block_matrix(140, pairs);
    test::fill_springs(matrix, 1.0, random);
    factor.analyse(matrix.pattern());
    ASSERT_EQ(factor.factorise(matrix).outcome, FactorOutcome::Done);
    const Eigen::VectorXd b = random.vector(420);
    factor.solve(b, x);
    EXPECT_LT(backward_error(matrix, x, b), 1e-15);
}

TEST(BlockFactor, FactorisesNewValuesOfTheSamePattern) {
    Random random(9);
    BlockMatrix matrix = test::block_matrix(216, test::grid_edges(6, 6, 6));
    BlockFactor factor;
    factor.analyse(matrix.pattern());
    Eigen::VectorXd first;
    const Eigen::VectorXd b = random.vector(648);
    for (int run = 0; run < 3; ++run) {
        Random values(run % 2);  // the third is the first again
        test::fill_springs(matrix, 1.0, values);
        // A failure in between must leave no trace.
        BlockMatrix broken = matrix;
        broken.blocks()[broken.pattern().diagonal(100)].setConstant(
            std::numeric_limits<double>::quiet_NaN());
        EXPECT_EQ(factor.factorise(broken).outcome, FactorOutcome::PivotFailed);
        ASSERT_EQ(factor.factorise(matrix).outcome, FactorOutcome::Done);
        Eigen::VectorXd x;
        factor.solve(b, x);
        EXPECT_LT(backward_error(matrix, x, b), 1e-15);
        if (run == 0) first = x;
        EXPECT_EQ(x == first, run != 1);
    }
}

TEST(BlockFactor, GivesTheSameBitsOnOneAndOnTwoThreads) {
    // Large enough for branches that run at the same time and for fronts that are spread.
    constexpr int NODES = 12 * 12 * 12;
    BlockMatrix matrix =
        test::block_matrix(2 * NODES, test::doubled(test::grid_edges(12, 12, 12), NODES));
    Random random(10);
    test::fill_springs(matrix, 0.01, random);
    const Eigen::VectorXd b = random.vector(6L * NODES);
    const auto solve_on = [&](int threads) {
        Eigen::VectorXd x;
        ThreadPool(threads).run([&] {
            BlockFactor factor;
            factor.analyse(matrix.pattern());
            ASSERT_EQ(factor.factorise(matrix).outcome, FactorOutcome::Done);
            factor.solve(b, x);
        });
        return x;
    };
    const Eigen::VectorXd one = solve_on(1);
    EXPECT_EQ(one, solve_on(2));
    EXPECT_LT(backward_error(matrix, one, b), 1e-15);
}

TEST(BlockFactor, ReportsTheSameFailureOnOneAndOnTwoThreads) {
    BlockMatrix matrix = test::block_matrix(8000, test::grid_edges(20, 20, 20));
    Random random(11);
    test::fill_springs(matrix, 1.0, random);
    for (const int row : {17, 4000, 7777})
        matrix.blocks()[matrix.pattern().diagonal(row)].setConstant(
            std::numeric_limits<double>::quiet_NaN());
    BlockFactor factor;
    factor.analyse(matrix.pattern());
    FactorReport reports[2];
    for (const int threads : {1, 2})
        ThreadPool(threads).run([&] { reports[threads - 1] = factor.factorise(matrix); });
    EXPECT_EQ(reports[0].outcome, FactorOutcome::PivotFailed);
    EXPECT_EQ(reports[0].failed_row, reports[1].failed_row);
    EXPECT_EQ(reports[0].negative_pivots, reports[1].negative_pivots);
    EXPECT_EQ(reports[0].smallest_pivot, reports[1].smallest_pivot);
}

TEST(BlockFactor, RefusesWhatDoesNotFitWithTheNumber) {
    const BlockMatrix matrix = test::block_matrix(8 * 8 * 8, test::grid_edges(8, 8, 8));
    BlockFactor factor;
    factor.analyse(matrix.pattern());
    const auto bytes = static_cast<double>(factor.memory_bytes());
    // L alone is 8 bytes a number; the rest is padding and what a factorisation works with.
    EXPECT_GT(bytes, 8.0 * factor.factor_entries());
    EXPECT_NO_THROW(factor.analyse(matrix.pattern(), bytes));
    try {
        factor.analyse(matrix.pattern(), bytes - 1.0);
        FAIL() << "a factor that is too large by a byte";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::OutOfMemory);
        EXPECT_NE(std::string(error.what()).find(fmt::format("{:.3g} GB", 1e-9 * bytes)),
                  std::string::npos)
            << error.what();
        EXPECT_NE(std::string(error.what()).find("1536 unknowns"), std::string::npos);
    }
}

TEST(BlockFactor, SolvesTenThousandBlocks) {
    BlockMatrix matrix = test::block_matrix(10648, test::grid_edges(22, 22, 22));
    Random random(12);
    test::fill_springs(matrix, 1e-3, random);
    BlockFactor factor;
    factor.analyse(matrix.pattern());
    ASSERT_EQ(factor.factorise(matrix).outcome, FactorOutcome::Done);
    const Eigen::VectorXd b = random.vector(3L * 10648);
    Eigen::VectorXd x;
    factor.solve(b, x);
    EXPECT_LT(backward_error(matrix, x, b), 1e-15);
    // In place as well.
    Eigen::VectorXd in_place = b;
    factor.solve(in_place, in_place);
    EXPECT_EQ(in_place, x);
}

TEST(BlockFactor, KeepsALargeBlockThatIsDense) {
    // Everything coupled to everything: one front of 600 pivots, over several panels.
    test::BlockPairs pairs;
    for (int i = 0; i < 200; ++i)
        for (int j = 0; j < i; ++j)
            pairs.emplace_back(i, j);
    BlockMatrix matrix = test::block_matrix(200, pairs);
    Random random(13);
    test::fill_random(matrix, 0.0, random);
    BlockFactor factor;
    factor.analyse(matrix.pattern());
    const FactorReport report = factor.factorise(matrix);
    ASSERT_EQ(report.outcome, FactorOutcome::Done);
    EXPECT_EQ(factor.factor_entries(), 600.0 * 601.0 / 2.0);
    const Eigen::MatrixXd dense = test::to_sparse(matrix);
    const Eigen::VectorXd eigenvalues = test::eigenvalues_of(dense);
    EXPECT_EQ(report.negative_pivots, (eigenvalues.array() < 0.0).count());
}

}  // namespace
}  // namespace sinew::optimize
