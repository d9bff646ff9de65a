#include "math/psd_projection.hpp"

#include <Eigen/Eigenvalues>
#include <cassert>

namespace sinew {

void clamp_to_psd(Eigen::Ref<Eigen::MatrixXd> H) {
    assert(H.rows() <= LARGEST_PSD_SIZE);
    // On the stack: no allocation.
    using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor,
                                 LARGEST_PSD_SIZE, LARGEST_PSD_SIZE>;
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen{Matrix(H)};
    if (eigen.eigenvalues()[0] >= 0.0) return;
    const Matrix& V = eigen.eigenvectors();
    H.noalias() = V * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() * V.transpose();
}

}  // namespace sinew
