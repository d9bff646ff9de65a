// Matrices like those of elastic solids, for tests of linear solvers.
#pragma once

#include <memory>

#include "math/block_matrix.hpp"

namespace sinew::test {

/// A grid of nx × ny × nz nodes, each tied to its neighbours in the 3×3×3 around it by random springs and to the ground
/// by `ground` [N/m]: positive definite for ground > 0, well conditioned for ground ≈ 1, indefinite for ground < 0.
BlockMatrix elastic_grid(int nx, int ny, int nz, double ground);

}  // namespace sinew::test
