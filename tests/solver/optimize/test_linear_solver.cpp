#include "optimize/linear_solver.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <limits>

#include "base/parallel.hpp"
#include "optimize/direct_solver.hpp"
#include "optimize/pcg_solver.hpp"
#include "solver/optimize/block_matrices.hpp"
#include "support/dense_algebra.hpp"
#include "support/potential_checks.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using test::Random;

/// Springs in a box of nodes; `ground` holds every node and may push instead.
BlockMatrix elastic_grid(int nx, int ny, int nz, double ground) {
    BlockMatrix matrix = test::block_matrix(nx * ny * nz, test::grid_edges(nx, ny, nz));
    Random random(5);
    test::fill_springs(matrix, ground, random);
    return matrix;
}

std::shared_ptr<const BlockPattern> pattern_of(const BlockMatrix& matrix) {
    return std::make_shared<const BlockPattern>(matrix.pattern());
}

/// All solvers, one after the other.
class LinearSolverTest : public testing::TestWithParam<LinearSolverChoice> {
protected:
    LinearOutcome solve(const BlockMatrix& A, const Eigen::VectorXd& b, Eigen::VectorXd& x) {
        solver = make_linear_solver(GetParam());
        solver->analyse(pattern_of(A));
        const LinearOutcome factorised = solver->factorise(A);
        return factorised == LinearOutcome::Ok ? solver->solve(b, x, cancel) : factorised;
    }

    std::unique_ptr<LinearSolver> solver;
    CancelToken cancel;
};

TEST_P(LinearSolverTest, SolvesAnElasticSystem) {
    const BlockMatrix A = elastic_grid(6, 5, 4, 0.1);
    const Eigen::VectorXd b = Random(1).vector(3L * A.rows());
    Eigen::VectorXd x;
    ASSERT_EQ(solve(A, b, x), LinearOutcome::Ok);
    const Eigen::VectorXd exact = test::solve_symmetric(test::dense(A), b);
    EXPECT_LT((x - exact).norm(), 1e-6 * exact.norm());
}

TEST_P(LinearSolverTest, TakesNewValuesInTheSamePattern) {
    BlockMatrix A = elastic_grid(4, 4, 4, 1.0);
    const Eigen::VectorXd b = Random(2).vector(3L * A.rows());
    Eigen::VectorXd x;
    Eigen::VectorXd halved;
    ASSERT_EQ(solve(A, b, x), LinearOutcome::Ok);
    for (Eigen::Matrix3d& block : A.blocks())
        block *= 2.0;
    ASSERT_EQ(solver->factorise(A), LinearOutcome::Ok);
    ASSERT_EQ(solver->solve(b, halved, cancel), LinearOutcome::Ok);
    EXPECT_LT((x - 2.0 * halved).norm(), 1e-6 * x.norm());
}

TEST_P(LinearSolverTest, SaysWhenTheMatrixIsNotPositive) {
    // Ground springs that push: small enough that the diagonal stays positive.
    const BlockMatrix A = elastic_grid(4, 4, 4, -0.05);
    ASSERT_LT(test::eigenvalues_of(test::dense(A))[0], 0.0);
    Eigen::VectorXd x;
    const Eigen::VectorXd b = Eigen::VectorXd::Ones(3L * A.rows());
    EXPECT_EQ(solve(A, b, x), LinearOutcome::Indefinite);
}

TEST_P(LinearSolverTest, FailsOnASingularMatrixAndOnNaN) {
    BlockMatrix A = elastic_grid(3, 3, 3, 1.0);
    const Eigen::VectorXd b = Eigen::VectorXd::Ones(3L * A.rows());
    Eigen::VectorXd x;
    A.blocks()[5](0, 1) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(solve(A, b, x), LinearOutcome::Failed);
    A.set_zero();
    EXPECT_EQ(solve(A, b, x), LinearOutcome::Failed);
}

TEST_P(LinearSolverTest, GivesTheSameBitsOnOneThreadAndOnTwo) {
    const BlockMatrix A = elastic_grid(11, 11, 11, 0.5);
    const Eigen::VectorXd b = Random(3).vector(3L * A.rows());
    Eigen::VectorXd one;
    Eigen::VectorXd two;
    ThreadPool(1).run([&] { solve(A, b, one); });
    ThreadPool(2).run([&] { solve(A, b, two); });
    EXPECT_EQ(one, two);
}

TEST_P(LinearSolverTest, SolvesNothing) {
    const BlockMatrix A;
    Eigen::VectorXd x;
    EXPECT_EQ(solve(A, Eigen::VectorXd(), x), LinearOutcome::Ok);
    EXPECT_EQ(x.size(), 0);
}

INSTANTIATE_TEST_SUITE_P(Solvers, LinearSolverTest,
                         testing::Values(LinearSolverChoice::Direct,
                                         LinearSolverChoice::ConjugateGradients),
                         [](const auto& choice) {
                             return choice.param == LinearSolverChoice::Direct
                                        ? "Direct"
                                        : "ConjugateGradients";
                         });

TEST(LinearSolver, DirectAndIterativeAgree) {
    const BlockMatrix A = elastic_grid(8, 8, 20, 0.01);
    const Eigen::VectorXd b = Random(4).vector(3L * A.rows());
    const CancelToken cancel;
    Eigen::VectorXd by_factor;
    Eigen::VectorXd by_iteration;
    DirectSolver direct;
    direct.analyse(pattern_of(A));
    ASSERT_EQ(direct.factorise(A), LinearOutcome::Ok);
    ASSERT_EQ(direct.solve(b, by_factor, cancel), LinearOutcome::Ok);
    PcgSolver pcg({.tolerance = 1e-12});
    pcg.analyse(pattern_of(A));
    ASSERT_EQ(pcg.factorise(A), LinearOutcome::Ok);
    ASSERT_EQ(pcg.solve(b, by_iteration, cancel), LinearOutcome::Ok);
    EXPECT_LT((by_factor - by_iteration).norm(), 1e-9 * by_factor.norm());
}

TEST(PcgSolver, StopsWhereTheCurvatureIsNegativeWithADirectionThatDescends) {
    const BlockMatrix A = elastic_grid(4, 4, 4, -0.05);
    const Eigen::VectorXd b = Random(6).vector(3L * A.rows());
    PcgSolver pcg;
    pcg.analyse(pattern_of(A));
    ASSERT_EQ(pcg.factorise(A), LinearOutcome::Ok);
    Eigen::VectorXd x;
    ASSERT_EQ(pcg.solve(b, x, CancelToken()), LinearOutcome::Indefinite);
    EXPECT_GT(x.dot(b), 0.0);
}

TEST(PcgSolver, IsAsAccurateAsAsked) {
    const BlockMatrix A = elastic_grid(8, 8, 20, 0.01);
    const Eigen::VectorXd b = Random(4).vector(3L * A.rows());
    PcgSolver pcg;
    pcg.analyse(pattern_of(A));
    ASSERT_EQ(pcg.factorise(A), LinearOutcome::Ok);
    Eigen::VectorXd x;
    const auto iterations = [&](double accuracy) {
        pcg.set_accuracy(accuracy);
        EXPECT_EQ(pcg.solve(b, x, CancelToken()), LinearOutcome::Ok);
        EXPECT_TRUE(pcg.is_finished());
        return pcg.iterations();
    };
    const int exact = iterations(1e-8);
    EXPECT_LT(iterations(1e-3), exact / 2);
    EXPECT_EQ(iterations(0.0), exact);  // the settings are the limit
}

TEST(PcgSolver, SaysWhenItsIterationsAreUsedUp) {
    const BlockMatrix A = elastic_grid(8, 8, 20, 0.01);
    PcgSolver pcg({.max_iterations = 3});
    pcg.analyse(pattern_of(A));
    ASSERT_EQ(pcg.factorise(A), LinearOutcome::Ok);
    Eigen::VectorXd x;
    EXPECT_EQ(pcg.solve(Random(4).vector(3L * A.rows()), x, CancelToken()), LinearOutcome::Ok);
    EXPECT_FALSE(pcg.is_finished());
}

TEST(PcgSolver, CanBeCancelled) {
    const BlockMatrix A = elastic_grid(4, 4, 4, 1.0);
    PcgSolver pcg;
    pcg.analyse(pattern_of(A));
    ASSERT_EQ(pcg.factorise(A), LinearOutcome::Ok);
    CancelToken cancel;
    cancel.request();
    Eigen::VectorXd x;
    EXPECT_EQ(pcg.solve(Eigen::VectorXd::Ones(3L * A.rows()), x, cancel), LinearOutcome::Cancelled);
}

}  // namespace
}  // namespace sinew
