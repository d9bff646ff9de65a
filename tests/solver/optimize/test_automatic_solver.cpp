#include "optimize/automatic_solver.hpp"

#include <gtest/gtest.h>

#include "solver/optimize/block_matrices.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using test::Random;

constexpr double PLENTY = 1e15;  // [bytes]

/// Of a box of nodes that move and turn, as in micropolar solids.
std::shared_ptr<const BlockPattern> box(int nx, int ny, int nz) {
    const int nodes = nx * ny * nz;
    return std::make_shared<const BlockPattern>(
        BlockPattern::from_pairs(2 * nodes, test::doubled(test::grid_edges(nx, ny, nz), nodes)));
}

std::string_view chosen(const std::shared_ptr<const BlockPattern>& pattern) {
    AutomaticSolver solver({.memory = PLENTY});
    solver.analyse(pattern);
    return solver.name();
}

TEST(AutomaticSolver, ChoosesByWork) {
    EXPECT_EQ(chosen(box(10, 10, 1)), "direct");
    EXPECT_EQ(chosen(box(15, 15, 15)), "direct");
    EXPECT_EQ(chosen(box(28, 28, 28)), "conjugate gradients");
    EXPECT_EQ(chosen(box(200, 150, 1)), "direct");  // fills in less than a cube
}

TEST(AutomaticSolver, TakesConjugateGradientsWhereTheFactorDoesNotFit) {
    const auto pattern = box(10, 10, 4);
    const auto needed =
        static_cast<double>(optimize::make_block_factor_plan(*pattern).memory_bytes());
    AutomaticSolver tight({.memory = needed});
    tight.analyse(pattern);
    EXPECT_EQ(tight.name(), "conjugate gradients");
    EXPECT_NE(tight.note(), "");
    AutomaticSolver roomy({.memory = needed / AutomaticSolver::MEMORY_SHARE});
    roomy.analyse(pattern);
    EXPECT_EQ(roomy.name(), "direct");
    EXPECT_EQ(roomy.note(), "");
}

/// A matrix that takes conjugate gradients more iterations than a factor is worth: springs a million times as stiff along
/// one direction of the box.
class RunawayTest : public testing::Test {
protected:
    RunawayTest() : pattern(box(7, 7, 7)), matrix(pattern) {
        Random random(5);
        test::fill_springs(matrix, 1e-2, random);
        for (int i = 0; i < matrix.rows(); ++i) {
            for (std::size_t k = pattern->row_start[i]; k < pattern->diagonal(i); ++k) {
                const int j = pattern->column[k];
                if (i - j != 2) continue;
                matrix.blocks()[k].diagonal().array() -= 1e6;
                matrix.blocks()[pattern->diagonal(i)].diagonal().array() += 1e6;
                matrix.blocks()[pattern->diagonal(j)].diagonal().array() += 1e6;
            }
        }
        b = random.vector(3L * matrix.rows());
    }
    double error() const {
        Eigen::VectorXd product;
        matrix.multiply(x, product);
        return (product - b).norm() / b.norm();
    }

    std::shared_ptr<const BlockPattern> pattern;
    BlockMatrix matrix;
    Eigen::VectorXd b, x;
};

TEST_F(RunawayTest, GivesUpForTheRestOfTheStep) {
    AutomaticSolver solver({.memory = PLENTY, .worthwhile_share = 1e3, .small_rows = 0});
    solver.analyse(pattern);
    for (int step = 0; step < 2; ++step) {
        solver.begin_step();
        EXPECT_EQ(solver.name(), "conjugate gradients");
        ASSERT_EQ(solver.factorise(matrix), LinearOutcome::Ok);
        ASSERT_EQ(solver.solve(b, x, CancelToken()), LinearOutcome::TryAgain);
        for (int solve = 0; solve < 2; ++solve) {
            EXPECT_EQ(solver.name(), "direct");
            ASSERT_EQ(solver.factorise(matrix), LinearOutcome::Ok);
            ASSERT_EQ(solver.solve(b, x, CancelToken()), LinearOutcome::Ok);
            EXPECT_LT(error(), 1e-7);
        }
    }
}

TEST_F(RunawayTest, GoesOnWhereTheFactorDoesNotFit) {
    AutomaticSolver solver({.memory = 1.0});
    solver.analyse(pattern);
    ASSERT_EQ(solver.factorise(matrix), LinearOutcome::Ok);
    ASSERT_EQ(solver.solve(b, x, CancelToken()), LinearOutcome::Ok);
    EXPECT_LT(error(), 1e-2);
}

}  // namespace
}  // namespace sinew
