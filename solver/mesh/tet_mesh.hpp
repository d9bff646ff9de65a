// A volume made of tetrahedra.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sinew {

/// Positive volume: (v1 − v0) × (v2 − v0) · (v3 − v0) > 0.
struct TetMesh {
    std::vector<Eigen::Vector3d> vertices;    ///< #V by 3 [m]
    std::vector<Eigen::Vector4i> tetrahedra;  ///< #T by 4, indices into `vertices`
};

}  // namespace sinew
