// A box cut into tetrahedra: the simplest body that a solid can be tried on.
#pragma once

#include <Eigen/Core>

#include "mesh/tet_mesh.hpp"

namespace sinew {

/// The box with this low corner and these sides [m], filled with `cells` little boxes of six tetrahedra each, all around
/// the same diagonal. Vertex (i, j, k) has the index (k (cells.y + 1) + j)(cells.x + 1) + i.
TetMesh box_tets(const Eigen::Vector3d& low, const Eigen::Vector3d& sides,
                 const Eigen::Vector3i& cells);

/// The same box on a body-centred lattice: four tetrahedra around each face between the centres of its two little boxes, two on
/// a face of the surface. Where the cells are even in number it has all symmetries of the box, so that it
/// prefers no side when it bends. Vertices as of box_tets, then the centres, counted likewise.
TetMesh centred_box_tets(const Eigen::Vector3d& low, const Eigen::Vector3d& sides,
                         const Eigen::Vector3i& cells);

}  // namespace sinew
