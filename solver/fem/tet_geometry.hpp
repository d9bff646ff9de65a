// Geometry of a linear tetrahedron at rest.
//
//   N_a      shape function of node a: the barycentric coordinate, 1 at the node and 0 at the others [1]
//   ∇N_a     its gradient, constant in the element [1/m];  Σ_a ∇N_a = 0
//   d_a      from the centroid to node a [m];  Σ_a d_a = 0
//   F        Σ_a x_a ⊗ ∇N_a, deformation gradient [1]
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "mesh/tet_mesh.hpp"

namespace sinew {

using TetCorners = std::array<Eigen::Vector3d, 4>;

struct TetGeometry {
    Eigen::Matrix<double, 3, 4> gradients;  ///< column a is ∇N_a [1/m]
    Eigen::Matrix<double, 3, 4> arms;       ///< column a is d_a [m]
    double volume = 0.0;                    ///< [m³]

    /// Throws when the volume is not a positive number, or so small that gradients overflow.
    explicit TetGeometry(const TetCorners& rest);

    Eigen::Matrix3d deformation_gradient(const TetCorners& positions) const;
};

/// (x₁ − x₀) × (x₂ − x₀) · (x₃ − x₀) / 6, negative when the tetrahedron is turned inside out [m³].
double signed_volume(const TetCorners& corners);

TetCorners corners_of(const TetMesh& mesh, std::size_t tetrahedron);

/// Barycentric coordinates of a point; they sum to one and are all in [0, 1] inside.
Eigen::Vector4d barycentric_coordinates(const TetGeometry& geometry, const TetCorners& rest,
                                        const Eigen::Vector3d& point);

/// Of all tetrahedra. The error names the first that has no positive volume.
std::vector<TetGeometry> rest_geometry(const TetMesh& mesh);

}  // namespace sinew
