// Fillable: a definition that is given by a surface, and needs tetrahedra inside of it before it is whole.
//
// Whoever reads definitions fills them without knowing their kinds, and decides where tetrahedra come from: made, or kept from before.
#pragma once

#include "mesh/tet_mesh.hpp"
#include "mesh/triangle_mesh.hpp"
#include "tetrahedra/tetrahedralise.hpp"

namespace sinew::tetrahedra {

class Fillable {
public:
    virtual ~Fillable() = default;
    /// Null once there are tetrahedra.
    virtual const TriangleMesh* surface_to_fill() const = 0;
    virtual const TetrahedraDef& resolution() const = 0;
    /// `mesh` is what tetrahedralise makes of the surface at that resolution. The definition must be free of problems. Throws
    /// Error for what cannot be carried from the surface onto them.
    virtual void fill(TetMesh mesh) = 0;
};

}  // namespace sinew::tetrahedra
