// Where a shell starts: at rest, or in another shape of the same triangles, from which it is drawn to its rest shape.
//
// The start shape has positions only. Vertices turn as the flat triangles around them do:
//
//   F    3×3, takes t_1, t_2, n of a triangle at rest to its deformed tangents and its normal now
//   R    rotation nearest to F; of a vertex the mean over its triangles, weighted by their areas at rest
//
// Quaternions of neighbours are put on one branch (math/rotation.hpp), from vertex to vertex. That fails where the start makes a
// full turn against rest around a hole: going once around, q comes back as −q.
//
// Nodes on edges are where the kind of edge puts them in the start shape; those given at rest keep their distance from the
// middle of the edge and turn with it. Directors turn by the mean of the corners.
#pragma once

#include <array>
#include <vector>

#include "shells/shell_elements.hpp"

namespace sinew::shells {

/// Of each vertex, from rest. The mesh must be valid and the triangles must have an area where they start.
std::vector<Eigen::Quaterniond> start_rotations(const ShellDef& def);

/// Pairs of neighbours whose rotations could not be put on one branch.
std::vector<std::array<int, 2>> torn_edges(const TriangleMesh& mesh,
                                           const std::vector<Eigen::Quaterniond>& rotations);

/// Positions of all nodes of `mesh`, that of the definition, at the start [m].
std::vector<Eigen::Vector3d> start_nodes(const ShellDef& def, const ShellMesh& mesh,
                                         const std::vector<Eigen::Quaterniond>& rotations);

/// The definition must be valid.
ShellState start_state(const ShellDef& def, const ShellMesh& mesh, const ShellElements& elements);

}  // namespace sinew::shells
