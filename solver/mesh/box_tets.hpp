// A box cut into tetrahedra: the simplest body that a solid can be tried on.
#pragma once

#include <Eigen/Core>

#include "mesh/tet_mesh.hpp"

namespace sinew {

/// The box with this low corner and these sides [m], filled with `cells` little boxes of six tetrahedra each, all around
/// the same diagonal. Vertex (i, j, k) has the index (k (cells.y + 1) + j)(cells.x + 1) + i.
TetMesh box_tets(const Eigen::Vector3d& low, const Eigen::Vector3d& sides,
                 const Eigen::Vector3i& cells);

}  // namespace sinew
