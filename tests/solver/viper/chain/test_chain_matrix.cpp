#include "viper/chain/chain_matrix.hpp"

#include <gtest/gtest.h>

#include "support/dense_algebra.hpp"
#include "support/random.hpp"

namespace sinew::viper {
namespace {

constexpr int POINTS = 6;
constexpr int SIZE = POINTS * ChainMatrix::BLOCK;

/// Random entries inside the envelope; the same in a dense matrix for each lane.
struct RandomChain {
    explicit RandomChain(double diagonal, int points = POINTS)
        : dense(Pack::LANES, Eigen::MatrixXd::Zero(SIZE, SIZE)) {
        matrix.resize(points);
        matrix.set_zero();
        test::Random random(11);
        for (int i = 0; i < points * ChainMatrix::BLOCK; ++i) {
            const int t = i % ChainMatrix::BLOCK;
            for (int k = 0; k <= std::min(ChainMatrix::WIDTH[t], i); ++k) {
                const int u = (i - k) % ChainMatrix::BLOCK;
                const int back = i / ChainMatrix::BLOCK - (i - k) / ChainMatrix::BLOCK;
                for (int lane = 0; lane < Pack::LANES; ++lane) {
                    const double value = random.uniform(-1, 1) + (k == 0 ? diagonal : 0.0);
                    matrix.at(i / ChainMatrix::BLOCK, t, back, u).set(lane, value);
                    dense[lane](i, i - k) = dense[lane](i - k, i) = value;
                }
            }
        }
    }
    ChainMatrix matrix;
    std::vector<Eigen::MatrixXd> dense;
};

TEST(ChainMatrix, SolvesLikeADenseFactorisation) {
    for (const int points : {1, 2, 3, POINTS}) {
        RandomChain chain(20.0, points);
        const int size = points * ChainMatrix::BLOCK;
        test::Random random(12);
        std::vector<Pack> rhs(size, Pack(0.0));
        Eigen::MatrixXd b(size, Pack::LANES);
        for (int i = 0; i < size; ++i) {
            for (int lane = 0; lane < Pack::LANES; ++lane) {
                b(i, lane) = random.uniform(-1, 1);
                rhs[i].set(lane, b(i, lane));
            }
        }
        const Pack::Mask positive = chain.matrix.factorise();
        chain.matrix.solve(rhs.data(), rhs.data());
        for (int lane = 0; lane < Pack::LANES; ++lane) {
            EXPECT_TRUE(positive[lane]);
            const Eigen::VectorXd x = sinew::test::solve_symmetric(
                chain.dense[lane].topLeftCorner(size, size), b.col(lane));
            for (int i = 0; i < size; ++i)
                EXPECT_NEAR(rhs[i][lane], x[i], 1e-13) << i << " " << lane;
        }
    }
}

TEST(ChainMatrix, SolvesTwoLikeOneByOne) {
    for (const int points : {POINTS, POINTS - 1}) {
        RandomChain chain(20.0);
        RandomChain other(30.0, points);
        chain.matrix.factorise();
        other.matrix.factorise();
        test::Random random(13);
        std::vector<Pack> x(SIZE, Pack(0.0));
        for (Pack& value : x)
            value = Pack(random.uniform(-1, 1));
        const std::vector<Pack> r = x;
        std::vector<Pack> y = x;
        std::vector<Pack> x_alone = x;
        std::vector<Pack> y_alone = x;
        solve_two(chain.matrix, r.data(), x.data(), other.matrix, r.data(), y.data());
        chain.matrix.solve(x_alone.data(), x_alone.data());
        other.matrix.solve(y_alone.data(), y_alone.data());
        for (std::size_t i = 0; i < x.size(); ++i) {
            for (int lane = 0; lane < Pack::LANES; ++lane) {
                EXPECT_EQ(x[i][lane], x_alone[i][lane]) << i;
                EXPECT_EQ(y[i][lane], y_alone[i][lane]) << i;
            }
        }
    }
}

TEST(ChainMatrix, TellsWhichLaneIsIndefinite) {
    RandomChain chain(20.0);
    chain.matrix.at(3, 2, 0, 2).set(1, -50.0);
    const Pack::Mask positive = chain.matrix.factorise();
    EXPECT_TRUE(positive[0]);
    EXPECT_FALSE(positive[1]);
    EXPECT_TRUE(positive[2]);
}

TEST(ChainMatrix, MaskedUnknownsKeepTheirRightHandSide) {
    RandomChain chain(20.0);
    std::vector<Pack> free(SIZE, Pack(1.0));
    std::vector<char> pinned(POINTS, 0);
    const std::vector<int> held = {0, 1, 2, 2 * ChainMatrix::BLOCK + 3};
    for (const int i : held) {
        free[i] = Pack(0.0);
        pinned[i / ChainMatrix::BLOCK] = 1;
    }
    chain.matrix.mask(free, pinned);
    for (const int i : held) {
        chain.dense[0].row(i).setZero();
        chain.dense[0].col(i).setZero();
        chain.dense[0](i, i) = 1.0;
    }
    std::vector<Pack> rhs(SIZE, Pack(1.0));
    for (const int i : held)
        rhs[i] = Pack(0.0);
    Eigen::VectorXd b = Eigen::VectorXd::Ones(SIZE);
    for (const int i : held)
        b[i] = 0.0;
    chain.matrix.factorise();
    chain.matrix.solve(rhs.data(), rhs.data());
    const Eigen::VectorXd x = sinew::test::solve_symmetric(chain.dense[0], b);
    for (int i = 0; i < SIZE; ++i)
        EXPECT_NEAR(rhs[i][0], x[i], 1e-13) << i;
}

}  // namespace
}  // namespace sinew::viper
