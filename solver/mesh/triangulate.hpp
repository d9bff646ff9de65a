// Polygons cut into triangles.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace sinew {

/// Appends polygon.size() − 2 triangles that face the side of the polygon, by cutting off ears, so that
/// a flat polygon with notches is covered once. Large (more than MAX_EARS corners), crossed or
/// degenerate polygons give a fan. `polygon` has at least 3 indices into `vertices`.
void triangulate(const std::vector<Eigen::Vector3d>& vertices, std::span<const int> polygon,
                 std::vector<Eigen::Vector3i>& triangles);

inline constexpr std::size_t MAX_EARS = 256;

}  // namespace sinew
