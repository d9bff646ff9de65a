// ShellMesh: the nodes of a shell. Vertices of the artist's mesh first, then one node in the middle of each edge.
//
// Edges may have any number of triangles and triangles may face either side: nodes are shared by vertex pairs alone.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "body/point_between.hpp"
#include "mesh/triangle_mesh.hpp"

namespace sinew::shells {

/// Where the nodes in the middle of edges are at rest.
enum class EdgeShape {
    Straight,  ///< half way: flat triangles
    Smooth,  ///< on the smooth surface through the vertices: curved triangles, so that a coarse ball is round
};

/// The node between two vertices, where it is given [m].
using EdgePoint = PointBetween;

struct ShellMesh {
    std::vector<Eigen::Vector3d> nodes;         ///< at rest [m]
    std::size_t vertices = 0;                   ///< how many of them are vertices
    std::vector<std::array<int, 2>> edges;      ///< vertices a < b of node `vertices` + i, sorted
    std::vector<std::array<int, 6>> triangles;  ///< corners, then nodes of the edges 01, 12, 20

    /// Indices of the mesh must be valid. Edge points count more than the shape.
    ShellMesh(const TriangleMesh& mesh, EdgeShape shape, const std::vector<EdgePoint>& points);

    /// The node between two vertices; −1 where there is no edge.
    int node_between(int a, int b) const;
};

/// A third of the triangles around each vertex [m²].
std::vector<double> vertex_areas(const TriangleMesh& mesh);

/// Normals of the vertices, weighted by angles: [1], of either sign where triangles disagree, zero where there are none.
std::vector<Eigen::Vector3d> vertex_normals(const TriangleMesh& mesh);

}  // namespace sinew::shells
