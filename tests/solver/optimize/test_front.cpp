#include "optimize/front.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "support/random.hpp"

namespace sinew::optimize {
namespace {

/// A front with random numbers, and the matrix that it stands for.
struct RandomFront {
    Eigen::MatrixXd matrix;
    Eigen::VectorXd panel, scaled, left, diagonal, scale;
    Front front;

    RandomFront(int pivots, int rest, test::Random& random) {
        const int n = pivots + rest;
        matrix = Eigen::MatrixXd(n, n);
        for (double& entry : matrix.reshaped())
            entry = random.uniform(-1.0, 1.0);
        matrix = (matrix + matrix.transpose()).eval();
        matrix.diagonal().array() += 2.5 * std::sqrt(n);
        front.pivots = pivots;
        front.rest = rest;
        panel.setZero(static_cast<Eigen::Index>(front.strips() * front.strip_size()));
        scaled.setZero(panel.size());
        left.setZero(static_cast<Eigen::Index>(Front::left_offset(front.rest_strips())));
        diagonal.setZero(front.pivot_strips() * TILE);
        scale.setOnes(diagonal.size());
        front.panel = panel.data();
        front.scaled = scaled.data();
        front.left = left.data();
        front.diagonal = diagonal.data();
        front.scale = scale.data();
        for (int i = 0; i < n; ++i)
            for (int j = 0; j <= i; ++j)
                entry(i, j) = matrix(i, j);
    }

    double& entry(int i, int j) const {
        if (j >= front.pivots) {
            const int row = i - front.pivots;
            return front.left_strip(row / TILE)[TILE * (j - front.pivots) + row % TILE];
        }
        const bool is_pivot = i < front.pivots;
        const int row = is_pivot ? i : i - front.pivots;
        const int strip = row / TILE + (is_pivot ? 0 : front.pivot_strips());
        return front.panel_strip(strip)[TILE * j + row % TILE];
    }
};

void expect_eliminated(int pivots, int rest) {
    test::Random random(pivots + rest);
    const RandomFront dense(pivots, rest, random);
    const PivotCheck check = eliminate(dense.front, 1e-13);
    ASSERT_EQ(check.failed_column, -1);
    const int n = pivots + rest;
    // L D Lᵀ with what is left in the corner must be the matrix.
    Eigen::MatrixXd lower = Eigen::MatrixXd::Identity(n, n);
    Eigen::MatrixXd middle = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
            if (j >= pivots)
                middle(i, j) = middle(j, i) = dense.entry(i, j);
            else if (j < i)
                lower(i, j) = dense.entry(i, j);
            else
                middle(i, i) = dense.diagonal[i];
        }
    EXPECT_LT((lower * middle * lower.transpose() - dense.matrix).norm(), 1e-13 * n * n);

    // A solve with the front alone.
    Eigen::VectorXd x1 = Eigen::VectorXd::Zero(dense.diagonal.size());
    Eigen::VectorXd x2 = Eigen::VectorXd::Zero(dense.front.rest_strips() * TILE);
    x1.head(pivots) = random.vector(pivots);
    x2.head(rest) = random.vector(rest);
    Eigen::VectorXd expected(n);
    expected << x1.head(pivots), x2.head(rest);
    const Eigen::VectorXd forward = lower.triangularView<Eigen::UnitLower>().solve(expected);
    solve_forward(dense.front, x1.data(), x2.data());
    EXPECT_LT((x1.head(pivots) - forward.head(pivots)).norm(), 1e-12 * n);
    EXPECT_LT((x2.head(rest) - forward.tail(rest)).norm(), 1e-12 * n);
    const Eigen::VectorXd backward =
        lower.transpose().triangularView<Eigen::UnitUpper>().solve(forward);
    solve_backward(dense.front, x1.data(), x2.data());
    EXPECT_LT((x1.head(pivots) - backward.head(pivots)).norm(), 1e-12 * n);
}

TEST(Front, EliminatesWithAndWithoutRest) {
    for (const int pivots : {3, 6, 12, 15, 33, 96, 120})
        for (const int rest : {0, 3, 12, 45})
            expect_eliminated(pivots, rest);
}

TEST(Front, EliminatesLargeFronts) {
    expect_eliminated(309, 402);  // several panels, several depths, spread over threads
}

TEST(Front, ReportsTheColumnThatFails) {
    test::Random random(4);
    const RandomFront dense(120, 30, random);
    dense.entry(101, 101) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(eliminate(dense.front, 1e-13).failed_column, 101);
}

}  // namespace
}  // namespace sinew::optimize
