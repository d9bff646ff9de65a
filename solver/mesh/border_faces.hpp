// Which faces of tetrahedra are on the border of their mesh.
#pragma once

#include <array>
#include <vector>

#include "mesh/tet_mesh.hpp"

namespace sinew {

/// Corners of the face opposite to a corner, seen from outside.
inline constexpr int TET_FACES[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// Of a tetrahedron: is the face opposite to this corner on the border?
using BorderFaces = std::array<bool, 4>;

/// Of all tetrahedra. A face is on the border unless it belongs to two of them.
std::vector<BorderFaces> border_faces(const TetMesh& mesh);

}  // namespace sinew
