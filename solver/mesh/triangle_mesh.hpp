// A surface made of triangles.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sinew {

/// Seen from outside, the vertices of a triangle go round counter-clockwise.
struct TriangleMesh {
    std::vector<Eigen::Vector3d> vertices;   ///< #V by 3 [m]
    std::vector<Eigen::Vector3i> triangles;  ///< #T by 3, indices into `vertices`
};

}  // namespace sinew
