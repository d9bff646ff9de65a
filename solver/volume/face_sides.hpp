// Faces that point the other way than their neighbours, as where a mirrored half was joined to the other.
//
// Winding numbers of such faces cancel, so a surface must be of one mind before it can be made into a volume.
#pragma once

#include <cstddef>

#include "mesh/triangle_mesh.hpp"

namespace sinew::volume {

/// Turns triangles so that neighbours across an edge walk it in opposite directions, part by part. A part in which all
/// agree stays as it is, whichever way it points; one in which they do not agree points outwards afterwards. Edges of
/// one triangle, or of more than two, join nothing. Returns how many were turned.
std::size_t make_sides_agree(TriangleMesh& mesh);

}  // namespace sinew::volume
