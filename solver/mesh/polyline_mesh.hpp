// Points joined by segments: curves, fibers, the centre lines of rods.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sinew {

/// Any graph of segments, not only chains; `validate` lists problems.
struct PolylineMesh {
    std::vector<Eigen::Vector3d> vertices;  ///< #V by 3 [m]
    std::vector<Eigen::Vector2i> segments;  ///< #S by 2, indices into `vertices`
};

}  // namespace sinew
