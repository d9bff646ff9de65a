// How well shaped the tetrahedra of a mesh are.
#pragma once

#include "mesh/tet_mesh.hpp"

namespace sinew::tetrahedra {

struct TetQuality {
    double smallest_dihedral = 180.0;  ///< between two faces of a tetrahedron, of all [degrees]
    double largest_dihedral = 0.0;     ///< [degrees]
    double smallest_volume = 0.0;      ///< [m³]; negative if one is inside out
    double volume = 0.0;               ///< of all together [m³]
};

TetQuality measure_quality(const TetMesh& mesh);

}  // namespace sinew::tetrahedra
