// Distances to a triangle surface in the voxels near it. The only user of OpenVDB.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/triangle_mesh.hpp"
#include "volume/voxel_grid.hpp"

namespace sinew::volume {

/// Width of the band on each side of the surface, in voxels: covers the neighbours of every voxel that the
/// surface goes through.
inline constexpr float BAND_VOXELS = 1.75F;

/// A grid of voxels of the given size around a box, with room for the band on all sides.
VoxelGrid grid_around(const Eigen::Vector3d& low, const Eigen::Vector3d& high, double voxel_size);

/// Distance of each voxel's centre to the surface, without sign, in voxels; BAND_VOXELS farther away.
/// The mesh must have passed require_surface and lie in the grid.
std::vector<float> narrow_band_distances(const TriangleMesh& mesh, const VoxelGrid& grid);

/// The triangle nearest to each voxel's centre, −1 farther away than the band.
std::vector<std::int32_t> narrow_band_triangles(const TriangleMesh& mesh, const VoxelGrid& grid);

}  // namespace sinew::volume
