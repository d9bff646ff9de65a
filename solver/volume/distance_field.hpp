// Signed distance to a triangle surface that can be asked for anywhere, quickly and from any thread.
//
// Exact distances near the surface are kept on a grid and blended with quadratic B-splines: the distance and
// its gradient are continuous, the gradient is the derivative of the distance, and the distance to a flat face
// is exact. Edges and corners are rounded over about one voxel.
#pragma once

#include <Eigen/Geometry>
#include <string_view>
#include <vector>

#include "mesh/triangle_mesh.hpp"
#include "volume/voxel_grid.hpp"

namespace sinew::volume {

enum class DistanceSign {
    Inside,  ///< negative inside, as the winding number says
    None,    ///< positive on both sides, also of surfaces that enclose nothing
};

class DistanceField {
public:
    struct Sample {
        double distance;           ///< negative inside, unless without sign [m]
        Eigen::Vector3d gradient;  ///< points away from the surface outside; about unit length [1]
    };

    /// The mesh may have holes and several shells, see solid_voxels.hpp. A voxel size of 0 lets the box around
    /// the mesh have about a million voxels. Throws Error(InvalidArgument), naming `object`, when the mesh has
    /// no triangles, numbers that are not finite or indices that do not exist.
    explicit DistanceField(const TriangleMesh& mesh, double voxel_size = 0.0,
                           std::string_view object = "mesh",
                           DistanceSign sign = DistanceSign::Inside);

    /// Allocates nothing. Outside the box around the mesh it is the way to the place of the surface that is found by going
    /// there and back a few times.
    Sample sample(const Eigen::Vector3d& point) const;

    double voxel_size() const { return m_grid.size; }
    /// Where the grid is; the surface is at least three voxels away from its sides.
    Eigen::AlignedBox3d box() const;

private:
    Sample sample_inside(const Eigen::Vector3d& point) const;
    Sample sample_beyond(const Eigen::Vector3d& point) const;

    VoxelGrid m_grid;
    std::vector<float> m_distances;  ///< at the centres of the voxels [m]
};

}  // namespace sinew::volume
