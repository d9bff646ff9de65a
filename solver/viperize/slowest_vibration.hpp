// The two sides of a solid of voxels: its slowest vibration, the Fiedler vector of the voxels' Laplacian, is negative on one and positive on the other.
#pragma once

#include <vector>

#include "viperize/voxel_domain.hpp"

namespace sinew::viperize {

/// Of each cell of the largest part, in [−1, 1], rising along the longest axis; NaN for cells of other parts. Cells are taken together in
/// blocks, which share a value, so that a direct solver is quick.
std::vector<double> slowest_vibration(const VoxelDomain& domain);

}  // namespace sinew::viperize
