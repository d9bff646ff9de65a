// Points of a solid's surface that meet half-planes.
//
// The surface is the artist's mesh if there is one with triangles, else the border of the tetrahedra. Its vertices are points, and
// where triangles are larger than tetrahedra, points between them too, so that a large flat face does not sink in
// between its corners. Each point stands for a share of the area.
#pragma once

#include <array>
#include <vector>

#include "mesh/tet_embedding.hpp"
#include "potential/node_points.hpp"
#include "solids/solid_def.hpp"

namespace sinew::solids {

struct ContactPoints {
    std::vector<NodePoint> points;
    std::vector<double> areas;  ///< [m²], one per point
};

/// `surface` has the places of def.surface.
ContactPoints contact_points(const SolidDef& def, const TetEmbedding& surface);

/// Triangles of the border, seen from outside.
std::vector<Eigen::Vector3i> border_triangles(const TetMesh& tets);

/// The triangles of the border and the vertices that they use.
struct BorderMesh {
    std::vector<int> vertices;                  ///< of the tetrahedra, ascending
    std::vector<std::array<int, 3>> triangles;  ///< of indices into `vertices`

    explicit BorderMesh(const TetMesh& tets);
};

/// Edge of a regular tetrahedron of the mean volume [m].
double mean_tet_size(const TetMesh& tets);

}  // namespace sinew::solids
