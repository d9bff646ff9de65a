// Fills the inside of an isosurface with tetrahedra of bounded dihedral angles: isosurface stuffing [stuffing].
//
// Lattice nodes that are too near the surface move onto it, then the tetrahedra that the surface still cuts are
// replaced by what is left of them. The angles do not depend on the surface but on a few cases of how it can cut.
//
// Differs from the paper: one size everywhere, no octree; other thresholds and another rule for the diagonals of
// quadrilaterals, both in the source, found by measuring rather than proven. The paper proves 10.7° for its own.
#pragma once

#include <vector>

#include "mesh/tet_mesh.hpp"
#include "tetrahedra/bcc_lattice.hpp"

namespace sinew::tetrahedra {

/// `values` at the nodes of the lattice, negative inside, finite; outside at its border. The surface lies where the
/// value, taken as linear along every edge, is zero.
TetMesh stuff_isosurface(const BccLattice& lattice, std::vector<double> values);

}  // namespace sinew::tetrahedra
