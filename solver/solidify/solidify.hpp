// An artist's mesh to a micropolar solid: tetrahedra inside it, and all that was given on its vertices carried onto theirs.
#pragma once

#include "mesh/triangle_mesh.hpp"
#include "solids/solid_def.hpp"
#include "tetrahedra/tetrahedralise.hpp"

namespace sinew::solidify {

/// `def` has everything by vertex of `surface`, and no tetrahedra; it must be free of problems as
/// solids::collect_problems finds them for so many vertices. The result has tetrahedra, everything by vertex of these, and the
/// vertices of `surface` as its output. The same on any number of threads. Throws as tetrahedralise does, and
/// Error(InvalidArgument) for pins that hold nothing.
void solidify(solids::SolidDef& def, const TriangleMesh& surface,
              const tetrahedra::TetrahedraDef& resolution, const CancelToken& cancel = {});

/// The second half of it: with tetrahedra that tetrahedralise has made of `surface` at that resolution.
void carry_onto(TetMesh tets, solids::SolidDef& def, const TriangleMesh& surface,
                const tetrahedra::TetrahedraDef& resolution);

}  // namespace sinew::solidify
