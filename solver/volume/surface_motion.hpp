// How far each place of a surface that deforms goes in a step: what friction with it must know.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "mesh/triangle_mesh.hpp"
#include "volume/voxel_grid.hpp"

namespace sinew::volume {

class SurfaceMotion {
public:
    /// `start` are the vertices of `end` where they were at the start of the step. The mesh must have passed
    /// require_surface. What is nearest is found to about a voxel [m].
    SurfaceMotion(TriangleMesh end, std::vector<Eigen::Vector3d> start, double voxel_size);

    /// Of the place nearest to `foot`, which is on the surface at the end of the step [m]; zero where no surface is.
    Eigen::Vector3d at(const Eigen::Vector3d& foot) const;

private:
    std::int32_t triangle_near(const Eigen::Vector3d& foot) const;

    TriangleMesh m_end;
    std::vector<Eigen::Vector3d> m_start;
    VoxelGrid m_grid;
    std::vector<std::int32_t> m_nearest;  ///< triangle of each voxel, −1 for none
};

}  // namespace sinew::volume
