// The checks that every potential has to pass, in one place:
//
//     TEST(PinPotential, DerivativesMatchFiniteDifferences) { check_potential(pins, blocks, x); }
#pragma once

#include <Eigen/Core>

#include "potential/potential.hpp"
#include "support/finite_differences.hpp"

namespace sinew::test {

/// The whole symmetric matrix.
Eigen::MatrixXd dense(const BlockMatrix& matrix);

/// The Hessian of one potential alone among `blocks` blocks; its slots are found for that.
Eigen::MatrixXd hessian_of(Potential& potential, int blocks, const Eigen::VectorXd& x,
                           PsdProjection psd = PsdProjection::None);

/// At x: gradient and Hessian against central differences; the three functions agree on the value; gradient and Hessian
/// are added with their weight to what is there; the projected Hessian has no negative eigenvalue.
void check_potential(Potential& potential, int blocks, const Eigen::VectorXd& x,
                     const DifferenceTolerance& tolerance = {});

}  // namespace sinew::test
