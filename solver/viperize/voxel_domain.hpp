// The solid voxels of a muscle as a graph: each knows those that share a face with it.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "volume/solid_voxels.hpp"

namespace sinew::viperize {

/// Cells are the solid voxels, in the order of the grid.
struct VoxelDomain {
    volume::VoxelGrid grid;
    std::vector<std::size_t> voxels;             ///< number in the grid of each cell
    std::vector<std::array<int, 6>> neighbours;  ///< −x, +x, −y, +y, −z, +z; −1 where there is none
    std::vector<int> cell_of;                    ///< cell of each voxel of the grid, −1 outside
    std::vector<int> part_of;                    ///< connected part of each cell, the largest is 0
    std::vector<std::size_t> part_sizes;  ///< cells in each part, falling

    std::size_t count() const { return voxels.size(); }
    Eigen::Vector3d centre(std::size_t cell) const { return grid.centre(voxels[cell]); }
    /// The cell whose centre is nearest to a point, at most `reach` voxels away along each axis; −1 when none is.
    int nearest_cell(const Eigen::Vector3d& point, int reach) const;
};

VoxelDomain make_domain(const volume::SolidVoxels& solid);

/// The cells of some parts only, as one domain.
VoxelDomain with_parts(const VoxelDomain& domain, const std::vector<char>& wanted);

}  // namespace sinew::viperize
