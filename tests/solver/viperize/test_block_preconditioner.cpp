#include "viperize/block_preconditioner.hpp"

#include <gtest/gtest.h>

namespace sinew::viperize {
namespace {

using Matrix = Eigen::SparseMatrix<double>;
using ConjugateGradient =
    Eigen::ConjugateGradient<Matrix, Eigen::Lower | Eigen::Upper, BlockPreconditioner>;

/// −φ″ on a chain that is held at its first point only.
Matrix chain_laplacian(int count) {
    Matrix laplacian(count, count);
    for (int i = 0; i < count; ++i) {
        laplacian.insert(i, i) = i + 1 < count ? 2.0 : 1.0;
        if (i + 1 < count) laplacian.insert(i + 1, i) = laplacian.insert(i, i + 1) = -1.0;
    }
    laplacian.makeCompressed();
    return laplacian;
}

/// A sheet of width × length cells, held at both ends of its length.
Matrix sheet_laplacian(int width, int length) {
    Matrix laplacian(width * length, width * length);
    for (int y = 0; y < length; ++y) {
        for (int x = 0; x < width; ++x) {
            const int here = y * width + x;
            double diagonal = 2.0;  // along its length, also to what holds it
            for (const int next : {x > 0 ? here - 1 : -1, x + 1 < width ? here + 1 : -1}) {
                if (next < 0) continue;
                diagonal += 1.0;
                laplacian.insert(next, here) = -1.0;
            }
            for (const int next : {y > 0 ? here - width : -1, y + 1 < length ? here + width : -1}) {
                if (next >= 0) laplacian.insert(next, here) = -1.0;
            }
            laplacian.insert(here, here) = diagonal;
        }
    }
    laplacian.makeCompressed();
    return laplacian;
}

TEST(BlockPreconditioner, AddsTheSolutionOnTheBlocks) {
    // A chain of four in two blocks. Its incomplete factors are complete, so that they alone solve it; the blocks
    // have the matrix [2 −1; −1 1], whose inverse is [1 1; 1 2].
    BlockPreconditioner preconditioner;
    preconditioner.set_blocks({0, 0, 1, 1});
    preconditioner.compute(chain_laplacian(4));
    ASSERT_EQ(preconditioner.info(), Eigen::Success);
    const Eigen::Vector4d right(0.0, 0.0, 0.0, 1.0);
    const Eigen::VectorXd result = preconditioner.solve(right);
    EXPECT_TRUE(result.isApprox(Eigen::Vector4d(1.0 + 1.0, 2.0 + 1.0, 3.0 + 2.0, 4.0 + 2.0), 1e-9))
        << result.transpose();
}

TEST(BlockPreconditioner, NeedsNoMoreIterationsOnALongSheet) {
    std::vector<Eigen::Index> iterations;
    for (const int length : {50, 400}) {
        constexpr int WIDTH = 40;
        const Matrix laplacian = sheet_laplacian(WIDTH, length);
        std::vector<int> blocks;
        for (int y = 0; y < length; ++y) {
            for (int x = 0; x < WIDTH; ++x)
                blocks.push_back(y / 5 * (WIDTH / 5) + x / 5);
        }
        ConjugateGradient solver;
        solver.preconditioner().set_blocks(blocks);
        solver.setTolerance(1e-7);
        solver.compute(laplacian);
        Eigen::VectorXd right = Eigen::VectorXd::Zero(laplacian.rows());
        right.tail(WIDTH).setOnes();
        const Eigen::VectorXd solution = solver.solve(right);
        EXPECT_LT((laplacian * solution - right).norm(), 1e-6 * right.norm());
        // Linear along the sheet.
        EXPECT_NEAR(solution[laplacian.rows() / 2], 0.5, 0.02);
        iterations.push_back(solver.iterations());
    }
    EXPECT_LE(iterations[1], iterations[0] + 10);
    EXPECT_LT(iterations[1], 50);
}

}  // namespace
}  // namespace sinew::viperize
