// The nearest positive semidefinite matrix, for Hessians of elements.
#pragma once

#include <Eigen/Core>

namespace sinew {

/// The largest matrix that can be projected: elements with more unknowns do not exist here.
inline constexpr int LARGEST_PSD_SIZE = 36;

/// Negative eigenvalues of the symmetric matrix `H` become zero. A matrix that has none is left as it is.
/// One function for all sizes: it is the exception, and takes long to compile.
void clamp_to_psd(Eigen::Ref<Eigen::MatrixXd> H);

}  // namespace sinew
