// Checks of meshes that come from outside, done once on entry.
//
// Every kind of defect found is one MeshFinding. Elements with an index out of range are left out
// of the later checks, and so are elements at vertices that are not finite where positions matter.
//
// "No length, area or volume" is measured by the thinnest extent of the element: the length of a
// segment, the smallest height of a triangle or tetrahedron. It counts as none when it is at most
// DEGENERATE_RATIO times the diagonal of the mesh's bounding box, which is finer than single
// precision (in which Blender keeps positions) can tell apart, so that moving or scaling the whole
// mesh changes no finding.
#pragma once

#include <vector>

#include "mesh/mesh_finding.hpp"
#include "mesh/polyline_mesh.hpp"
#include "mesh/tet_mesh.hpp"
#include "mesh/triangle_mesh.hpp"

namespace sinew {

inline constexpr double DEGENERATE_RATIO = 1e-8;

/// Findings in the order of MeshDefect; empty when the mesh is clean.
std::vector<MeshFinding> validate(const PolylineMesh& mesh);
std::vector<MeshFinding> validate(const TriangleMesh& mesh);
std::vector<MeshFinding> validate(const TetMesh& mesh);

}  // namespace sinew
