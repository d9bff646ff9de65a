// A surface made of triangles.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace sinew {

/// Seen from outside, the vertices of a triangle go round counter-clockwise.
struct TriangleMesh {
    std::vector<Eigen::Vector3d> vertices;   ///< #V by 3 [m]
    std::vector<Eigen::Vector3i> triangles;  ///< #T by 3, indices into `vertices`
};

/// The first triangle that names a vertex that does not exist; nothing if all is well.
std::optional<std::size_t> first_triangle_out_of_range(
    const std::vector<Eigen::Vector3i>& triangles, std::size_t vertices);

}  // namespace sinew
