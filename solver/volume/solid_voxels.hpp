// The solid inside a triangle surface, as voxels with signed distances.
//
// Any surface will do: closed or with holes, one shell or many, touching or crossing itself. Distances come
// from the nearest triangle, the sign from the winding number, so that nothing leaks.
#pragma once

#include <string_view>
#include <vector>

#include "mesh/triangle_mesh.hpp"
#include "volume/voxel_grid.hpp"
#include "volume/winding_number.hpp"

namespace sinew::volume {

/// More voxels in the box around a mesh than this are refused: 4 bytes each, and as much again for the work.
inline constexpr double MAX_BOX_VOXELS = 64e6;

struct SolidVoxels {
    VoxelGrid grid;
    /// At each voxel's centre, negative inside, in metres; farther than BAND_VOXELS it stays at that.
    std::vector<float> distances;

    bool solid(std::size_t voxel) const { return distances[voxel] < 0.0F; }
    std::size_t solid_count() const;
    /// With the voxels at the surface counted by the part that is inside [m³].
    double volume() const;
    /// Between the centres of the voxels, trilinear [m]; positive outside the grid.
    double distance_at(const Eigen::Vector3d& point) const;
};

/// The mesh must have passed require_surface. Throws Error(InvalidArgument), naming `object`, when the voxels
/// are so small that the box has more than MAX_BOX_VOXELS.
SolidVoxels voxelise(const TriangleMesh& mesh, const WindingNumber& winding, double voxel_size,
                     std::string_view object);

/// Size of voxels [m] that fills the solid with about `solid_voxels` of them, and the mean thickness with
/// four at least, as far as the box allows. Throws Error(InvalidArgument) when the mesh has no inside.
double choose_voxel_size(const TriangleMesh& mesh, const WindingNumber& winding,
                         double solid_voxels, std::string_view object);

}  // namespace sinew::volume
