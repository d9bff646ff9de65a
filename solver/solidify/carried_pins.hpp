// Pins that were painted on a surface, carried onto the nodes of the tetrahedra inside. Solids use this for rotations, which only
// nodes have; positions are held at the vertices of the surface (solids/surface_pinning.hpp).
//
// Nodes on the border of the tetrahedra are held as firmly as the nearest place of the surface was painted. A vertex in
// whose tetrahedron no node would be held, such as a single one on a fine mesh, holds the nearest corner of it, so
// that no pin is lost.
//
// Where a node goes when the pinned vertices move: with the nearest triangle all of whose corners are pinned, as if it were
// fixed to it,
//
//   x_n(t) = Σ_i b_i x_i(t) + R(t) (X_n − Σ_i b_i X_i),
//
// R  turn of the triangle. Vertices that move like one rigid thing so carry the nodes exactly as that thing. Where
// no triangle is pinned whole, a node moves by the displacement of the nearest pinned vertex.
#pragma once

#include "solidify/node_transfer.hpp"
#include "solids/solid_def.hpp"

namespace sinew::solidify {

class PinCarrier {
public:
    PinCarrier(const TriangleMesh& surface, const TetMesh& tets, const NodeTransfer& transfer);

    /// `pins` name vertices of the surface, the result names nodes. Weights of 0 hold nothing, but say where the surface goes.
    /// When rotations are held and only positions are given, nodes turn with their triangles.
    solids::SolidPins carried(const solids::SolidPins& pins) const;

private:
    std::vector<double> node_weights(const solids::SolidPins& pins) const;

    const TriangleMesh& m_surface;
    const TetMesh& m_tets;
    const NodeTransfer& m_transfer;
    std::vector<bool> m_border;
};

}  // namespace sinew::solidify
