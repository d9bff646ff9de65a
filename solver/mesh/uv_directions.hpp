// How a texture lies on a surface: where U grows, and which way the surface faces, at every vertex.
//
//   A ∂X/∂U = s (e₁ ΔV₂ − e₂ ΔV₁)      of a triangle with edges e₁, e₂ and area A in UV space, s = ±1 where it is not or is mirrored
//
// Vertices take the sum over their triangles, so large ones count more.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "mesh/triangle_mesh.hpp"

namespace sinew {

struct UvDirections {
    std::vector<Eigen::Vector3d> along_u;  ///< not of unit length, never zero
    std::vector<Eigen::Vector3d> normals;  ///< likewise
};

/// `uvs` has one entry per vertex. Vertices without a triangle, or on whose triangles the texture has no area, get X, and Z
/// for the normal.
UvDirections uv_directions(const TriangleMesh& surface, std::span<const Eigen::Vector2d> uvs);

}  // namespace sinew
