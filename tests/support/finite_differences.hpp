// Derivatives checked against central differences, one helper for every energy and constraint.
//
// A central difference with step h has a truncation error of order h² and a round-off error of
// order ε·|f|/h; their sum is smallest near h = ε^(1/3) ≈ 6e-6, where both are about 1e-10 relative
// to the scale of f. That is why the default step is 1e-5 times the size of the unknown, and why a
// tolerance below about 1e-8 tests the differences and not the code.
//
// An entry passes when
//     |analytic − numeric| ≤ absolute + relative · largest |entry| of the two derivatives.
// The scale is the largest entry, not the entry itself: an entry that is zero by symmetry comes out
// as round-off of the large ones. `absolute` is for derivatives that vanish altogether, as at rest.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <functional>

namespace sinew::test {

struct DifferenceTolerance {
    double relative = 1e-7;
    double absolute = 1e-10;
    double step = 1e-5;  ///< relative to max(1, |x_i|)
};

using ScalarFunction = std::function<double(const Eigen::VectorXd&)>;
using VectorFunction = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

/// Central differences of `f` at `x`.
Eigen::VectorXd numeric_gradient(const ScalarFunction& f, const Eigen::VectorXd& x,
                                 double step = 1e-5);

/// Column j is ∂f/∂x_j. Of a gradient this is the Hessian.
Eigen::MatrixXd numeric_jacobian(const VectorFunction& f, const Eigen::VectorXd& x,
                                 double step = 1e-5);

/// Entry by entry, with the worst entry in the message:
///     EXPECT_TRUE(matrices_agree(analytic, numeric));
testing::AssertionResult matrices_agree(const Eigen::MatrixXd& analytic,
                                        const Eigen::MatrixXd& numeric,
                                        const DifferenceTolerance& tolerance = {});

/// EXPECT_TRUE(gradient_matches(value, gradient_at_x, x));
testing::AssertionResult gradient_matches(const ScalarFunction& value,
                                          const Eigen::VectorXd& gradient, const Eigen::VectorXd& x,
                                          const DifferenceTolerance& tolerance = {});

/// EXPECT_TRUE(jacobian_matches(gradient, hessian_at_x, x)); also for constraints with several
/// rows.
testing::AssertionResult jacobian_matches(const VectorFunction& function,
                                          const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& x,
                                          const DifferenceTolerance& tolerance = {});

}  // namespace sinew::test
