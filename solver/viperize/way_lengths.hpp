// How far it is from one place to another inside a solid of voxels.
#pragma once

#include <vector>

#include "viperize/voxel_domain.hpp"

namespace sinew::viperize {

/// Length of the shortest way inside the solid from any of `from` to each cell, in voxels; infinite in other
/// parts. Fast marching, so that ways need not follow the axes of the grid.
std::vector<double> way_lengths(const VoxelDomain& domain, const std::vector<int>& from);

}  // namespace sinew::viperize
