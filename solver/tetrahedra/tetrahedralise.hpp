// From an artist's surface to tetrahedra.
//
// Any surface will do: closed or with holes, one shell or many, touching or crossing itself
// (volume/distance_field.hpp says what is inside). The tetrahedra follow it within a fraction of their size;
// corners and edges are rounded over about one of them.
#pragma once

#include <string_view>

#include "base/cancel.hpp"
#include "mesh/tet_mesh.hpp"
#include "mesh/triangle_mesh.hpp"
#include "tetrahedra/tet_quality.hpp"

namespace sinew::tetrahedra {

/// What a tetrahedron costs a simulation with conjugate gradients, measured where there are 200,000 of them [bytes]. So many have no factor:
/// it is made up to some 50,000 (optimize/linear_solver.cpp), where it takes half a gigabyte. A factor that is asked for beyond says itself
/// when it does not fit (optimize/block_factor.hpp).
inline constexpr double BYTES_PER_TET = 2300.0;

struct TetrahedraDef {
    /// Long edges of the tetrahedra [m]. 0: chosen so that there are about `count`.
    double size = 0.0;
    /// How many there should be, to 5 % where there are thousands; used when `size` is 0.
    int count = 10'000;
    /// 0 fills what the surface encloses. Else a wall of this thickness with the surface in its middle [m], at
    /// least one `size`.
    double wall_thickness = 0.0;
};

struct Tetrahedra {
    TetMesh mesh;
    double size = 0.0;  ///< of the long edges inside [m]
    TetQuality quality;
};

/// The same result on any number of threads. Throws Error(InvalidArgument), naming `object`, for a mesh that is no
/// surface, a resolution that is out of range or leaves nothing, or needs more memory than the machine has;
/// Error(Cancelled).
Tetrahedra tetrahedralise(const TriangleMesh& surface, const TetrahedraDef& def,
                          std::string_view object = "mesh", const CancelToken& cancel = {});

}  // namespace sinew::tetrahedra
