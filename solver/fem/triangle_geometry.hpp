// Geometry at a point of a triangle in space, flat with 3 nodes or curved with 6.
//
// Source: [shell eq. 1–4, 7, 16–18].
//
//   L_0 L_1 L_2   barycentric coordinates; the parameters are ξ = (L_1, L_2)
//   nodes         corners 0 1 2, then with 6 nodes the middles of the edges 01, 12, 20
//   N_a           shape functions: L_a, or L_a (2 L_a − 1) at corners and 4 L_a L_b on edges
//   J = [a_1 a_2] Σ X_a ∇N_a, tangents of the surface at rest; √det(JᵀJ) area per area of parameters       [eq. 1, 17]
//   t_1 t_2 n     frame of the point: the rotation nearest to [a_1 a_2 n_0]; t_1, t_2 span the tangent plane  [eq. 7]
//   g_a           (t_1·∇_S N_a, t_2·∇_S N_a), surface gradient in the frame [1/m]; ∇_S N = (J†)ᵀ ∇N           [eq. 4]
//   b             second fundamental tensor in the frame, b_ij = t_i·b t_j with b = −∇_S n = (n·a_α,β) a^α ⊗ a^β [1/m]
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace sinew {

template <int NODES>
using TriangleNodes = Eigen::Matrix<double, 3, NODES>;  ///< positions, one column per node [m]

template <int NODES>
Eigen::Matrix<double, NODES, 1> triangle_shape_values(const Eigen::Vector3d& L);

/// Column a is ∂N_a/∂ξ.
template <int NODES>
Eigen::Matrix<double, 2, NODES> triangle_shape_derivatives(const Eigen::Vector3d& L);

template <int NODES>
struct TrianglePoint {
    Eigen::Matrix<double, 2, NODES> gradients;     ///< column a is g_a [1/m]
    Eigen::Matrix<double, 2, 3> corner_gradients;  ///< likewise of L_k
    Eigen::Quaterniond frame;                      ///< turns x, y, z into t_1, t_2, n
    Eigen::Matrix2d curvature;                     ///< b
    double area =
        0.0;  ///< area of the triangle if it were all as here; times the weight of a quadrature point [m²]

    /// Throws when the surface has no tangent plane there.
    TrianglePoint(const TriangleNodes<NODES>& rest, const Eigen::Vector3d& barycentric);
};

extern template struct TrianglePoint<3>;
extern template struct TrianglePoint<6>;

}  // namespace sinew
