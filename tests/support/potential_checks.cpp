#include "support/potential_checks.hpp"

#include <cmath>
#include <memory>

#include "support/dense_algebra.hpp"

namespace sinew::test {

namespace {

BlockMatrix matrix_for(Potential& potential, int blocks) {
    BlockPairs pairs;
    potential.list_pairs(pairs);
    const auto pattern =
        std::make_shared<const BlockPattern>(BlockPattern::from_pairs(blocks, pairs));
    potential.find_slots(*pattern);
    return BlockMatrix(pattern);
}

}  // namespace

Eigen::MatrixXd dense(const BlockMatrix& matrix) {
    const BlockPattern& pattern = matrix.pattern();
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(3L * pattern.rows, 3L * pattern.rows);
    for (int i = 0; i < pattern.rows; ++i) {
        for (std::size_t k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
            const long j = 3L * pattern.column[k];
            result.block<3, 3>(j, 3L * i) = matrix.blocks()[k].transpose();
            result.block<3, 3>(3L * i, j) = matrix.blocks()[k];
        }
    }
    return result;
}

Eigen::MatrixXd hessian_of(Potential& potential, int blocks, const Eigen::VectorXd& x,
                           PsdProjection psd) {
    BlockMatrix H = matrix_for(potential, blocks);
    Eigen::VectorXd g = Eigen::VectorXd::Zero(x.size());
    potential.add_hessian(x, 1.0, psd, g, H);
    return dense(H);
}

void check_potential(Potential& potential, int blocks, const Eigen::VectorXd& x,
                     const DifferenceTolerance& tolerance) {
    ASSERT_EQ(x.size(), 3 * blocks);
    BlockMatrix H = matrix_for(potential, blocks);
    const auto gradient = [&](const Eigen::VectorXd& at) {
        Eigen::VectorXd g = Eigen::VectorXd::Zero(at.size());
        potential.add_gradient(at, 1.0, g);
        return g;
    };
    const double value = potential.value(x);
    const Eigen::VectorXd g = gradient(x);
    const Eigen::MatrixXd full = hessian_of(potential, blocks, x);
    EXPECT_TRUE(gradient_matches([&](const Eigen::VectorXd& at) { return potential.value(at); }, g,
                                 x, tolerance))
        << potential.name();
    EXPECT_TRUE(jacobian_matches(gradient, full, x, tolerance)) << potential.name();
    EXPECT_TRUE(matrices_agree(full, full.transpose(), {.relative = 1e-13, .absolute = 1e-300}));

    // Zero outside of the range that it declares.
    const BlockRange range = potential.range();
    EXPECT_GE(range.first, 0) << potential.name();
    EXPECT_LE(range.end(), blocks) << potential.name();
    for (int i = 0; i < blocks; ++i) {
        if (i >= range.first && i < range.end()) continue;
        EXPECT_TRUE(block_of(g, i).isZero(0.0)) << potential.name() << ", block " << i;
    }

    // Added to what is there, with the weight; all agree on the value.
    constexpr double WEIGHT = 2.5;
    const double round_off = 1e-12 * (1.0 + std::abs(value));
    Eigen::VectorXd sum = Eigen::VectorXd::Ones(x.size());
    EXPECT_NEAR(potential.add_gradient(x, WEIGHT, sum), value, round_off);
    EXPECT_LE((sum - Eigen::VectorXd::Ones(x.size()) - WEIGHT * g).norm(),
              1e-12 * (1.0 + g.norm()));
    for (Eigen::Matrix3d& block : H.blocks())
        block.setIdentity();
    const Eigen::MatrixXd before = dense(H);
    sum.setZero();
    EXPECT_NEAR(potential.add_hessian(x, WEIGHT, PsdProjection::None, sum, H), value, round_off);
    EXPECT_LE((sum - WEIGHT * g).norm(), 1e-12 * (1.0 + g.norm()));
    EXPECT_LE((dense(H) - before - WEIGHT * full).norm(), 1e-12 * (1.0 + full.norm()));

    const Eigen::MatrixXd projected = hessian_of(potential, blocks, x, PsdProjection::Clamp);
    const double smallest = eigenvalues_of(projected).minCoeff();
    EXPECT_GE(smallest, -1e-12 * (1.0 + projected.norm())) << potential.name();
}

}  // namespace sinew::test
