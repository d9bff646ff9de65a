// The judge of all derivatives is judged first: it must accept right ones and refuse wrong ones.
#include "support/finite_differences.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace sinew::test {
namespace {

double cubic(const Eigen::VectorXd& x) {
    return x[0] * x[0] * x[1] + 3.0 * x[2];
}

Eigen::VectorXd cubic_gradient(const Eigen::VectorXd& x) {
    return Eigen::Vector3d(2.0 * x[0] * x[1], x[0] * x[0], 3.0);
}

Eigen::MatrixXd cubic_hessian(const Eigen::VectorXd& x) {
    Eigen::Matrix3d h = Eigen::Matrix3d::Zero();
    h(0, 0) = 2.0 * x[1];
    h(0, 1) = h(1, 0) = 2.0 * x[0];
    return h;
}

const Eigen::VectorXd AT = Eigen::Vector3d(1.5, -0.7, 40.0);

TEST(FiniteDifferences, AcceptTheRightGradientAndHessian) {
    EXPECT_TRUE(gradient_matches(cubic, cubic_gradient(AT), AT));
    EXPECT_TRUE(jacobian_matches(cubic_gradient, cubic_hessian(AT), AT));
}

TEST(FiniteDifferences, RefuseAnErrorOfOnePartInAMillion) {
    Eigen::VectorXd wrong = cubic_gradient(AT);
    wrong[2] *= 1.0 + 1e-6;
    EXPECT_FALSE(gradient_matches(cubic, wrong, AT));
}

TEST(FiniteDifferences, RefuseATransposedJacobian) {
    const auto f = [](const Eigen::VectorXd& x) -> Eigen::VectorXd {
        return Eigen::Vector2d(x[0] + 2.0 * x[1], x[1]);
    };
    Eigen::Matrix2d jacobian;
    jacobian << 1.0, 2.0, 0.0, 1.0;
    const Eigen::VectorXd x = Eigen::Vector2d(0.3, 0.4);
    EXPECT_TRUE(jacobian_matches(f, jacobian, x));
    EXPECT_FALSE(jacobian_matches(f, jacobian.transpose(), x));
}

TEST(FiniteDifferences, RefuseNotANumberAndWrongSizes) {
    Eigen::VectorXd gradient = cubic_gradient(AT);
    gradient[0] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(gradient_matches(cubic, gradient, AT));
    EXPECT_FALSE(matrices_agree(Eigen::Vector3d::Zero(), Eigen::Vector2d::Zero()));
    EXPECT_FALSE(matrices_agree(Eigen::MatrixXd(), Eigen::MatrixXd()));
}

}  // namespace
}  // namespace sinew::test
