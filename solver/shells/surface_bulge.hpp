// How far the surface that a mesh stands for bulges out of each of its triangles.
//
// A triangle with straight edges is flat, but the shell that it is part of is as curved as the folds between triangles say, and locks like one. With
//
//   φ_e   angle by which the triangles on both sides of edge e are folded [rad]
//   d_e   distance of their centres, over the edge [m]
//
// the curvature over the edge is φ_e/d_e, and b = A/4 · root mean square of it over the edges of a triangle of area A: what a spherical cap
// of that curvature bulges over the edges of a right-angled triangle. Edges of the boundary, of three triangles, and creases count as flat.
#pragma once

#include <vector>

#include "shells/shell_mesh.hpp"

namespace sinew::shells {

/// b of each triangle [m].
std::vector<double> surface_bulges(const ShellMesh& shell);

}  // namespace sinew::shells
