// Meshes made by code: balls, boxes, muscles of the usual forms.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "mesh/triangle_mesh.hpp"

namespace sinew::test {

/// A box with its low corner and its sides [m].
TriangleMesh box_mesh(const Eigen::Vector3d& low, const Eigen::Vector3d& sides);

/// A closed tube around a curve: `rings` rings of `segments` vertices and a vertex at each end. The ellipse
/// at t in [0, 1] is spanned by the two vectors that `ellipse` gives; where it has no size the tube ends in
/// a tip.
struct TubeSection {
    Eigen::Vector3d centre, u, v;  // u × v points along the tube
};
TriangleMesh tube_mesh(int rings, int segments,
                       const std::function<TubeSection(double t)>& section);

TriangleMesh ball_mesh(double radius, int rings, int segments);

/// A spindle along z, 0.3 m long and 0.06 m thick, with ends of a fifth of that.
TriangleMesh spindle_mesh(int rings = 48, int segments = 32);
/// The same along a quarter of a circle.
TriangleMesh bent_spindle_mesh(int rings = 48, int segments = 32);
/// A sheet like a pectoral: 0.24 m long, 12 mm thick, fanning out from 0.05 m to 0.2 m, curved round the chest.
TriangleMesh sheet_mesh(int rings = 64, int segments = 64);
/// A trunk that divides into two branches; three shells that overlap.
TriangleMesh fork_mesh();

/// Vertices of `b` after those of `a`.
TriangleMesh joined(const TriangleMesh& a, const TriangleMesh& b);
/// Without the triangles whose index satisfies the condition.
TriangleMesh without_triangles(const TriangleMesh& mesh, const std::function<bool(int)>& unwanted);

}  // namespace sinew::test
