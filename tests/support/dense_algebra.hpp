// Answers of dense linear algebra to compare with. In a source of their own: Eigen's solvers take long to compile.
#pragma once

#include <Eigen/Core>

namespace sinew::test {

/// Of a symmetric matrix, ascending.
Eigen::VectorXd eigenvalues_of(const Eigen::MatrixXd& symmetric);

/// x of A x = b with A symmetric, definite or not.
Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace sinew::test
