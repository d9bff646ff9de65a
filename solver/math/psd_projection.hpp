// The nearest positive semidefinite matrix, for Hessians of elements.
#pragma once

#include <Eigen/Core>
#include <Eigen/Eigenvalues>

namespace sinew {

/// Negative eigenvalues of the symmetric matrix `H` become zero. A matrix that has none is left as it is.
template <int N>
void clamp_to_psd(Eigen::Matrix<double, N, N>& H) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, N, N>> eigen(H);
    if (eigen.eigenvalues()[0] >= 0.0) return;
    const Eigen::Matrix<double, N, N> V = eigen.eigenvectors();
    H.noalias() = V * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() * V.transpose();
}

}  // namespace sinew
