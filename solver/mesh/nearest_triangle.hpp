// The place of a surface that is nearest to a point.
#pragma once

#include <Eigen/Core>
#include <array>

#include "mesh/box_tree.hpp"
#include "mesh/triangle_mesh.hpp"

namespace sinew {

/// Barycentric coordinates of the point of a triangle that is nearest to `point`: none is negative, they sum to 1. Defined for
/// triangles without area too.
Eigen::Vector3d nearest_coordinates(const std::array<Eigen::Vector3d, 3>& corners,
                                    const Eigen::Vector3d& point);

/// From `point` to the nearest point of the triangle [m²].
double squared_distance_to_triangle(const std::array<Eigen::Vector3d, 3>& corners,
                                    const Eigen::Vector3d& point);

/// A place on a surface.
struct SurfacePlace {
    Eigen::Vector3i vertices = Eigen::Vector3i::Zero();  ///< of the triangle
    Eigen::Vector3d coordinates = Eigen::Vector3d::UnitX();
};

class NearestTriangle {
public:
    /// There must be at least one triangle. The mesh must outlive this.
    explicit NearestTriangle(const TriangleMesh& surface);

    /// Of several places as near, that in the lowest triangle.
    SurfacePlace find(const Eigen::Vector3d& point) const;

private:
    std::array<Eigen::Vector3d, 3> corners_of(int triangle) const;

    const TriangleMesh& m_surface;
    BoxTree m_tree;
};

}  // namespace sinew
