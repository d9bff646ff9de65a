// Carries values painted on the vertices of a surface onto the nodes of tetrahedra.
//
// A node takes what stands at the nearest place of the surface:
//
//   value of node n = Σ_i b_i value of vertex v_i,     b  barycentric coordinates of the place, v  corners of its triangle.
//
// Loads go the other way: a force on a vertex is divided among the corners of the tetrahedron around it (or nearest to it), so
// that the sum of all forces and their moment stay what they were.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "body/animated_array.hpp"
#include "mesh/nearest_triangle.hpp"
#include "mesh/tet_embedding.hpp"
#include "mesh/tet_mesh.hpp"
#include "mesh/triangle_mesh.hpp"

namespace sinew::solidify {

class NodeTransfer {
public:
    /// The surface must have a triangle, the mesh a tetrahedron.
    NodeTransfer(const TriangleMesh& surface, const TetMesh& tets);

    std::size_t nodes() const { return m_places.size(); }
    /// Of each node, the nearest place of the surface.
    const std::vector<SurfacePlace>& places() const { return m_places; }
    /// Of each vertex of the surface, its place in the tetrahedra.
    const TetEmbedding& embedding() const { return m_embedding; }

    /// One number per vertex to one per node.
    std::vector<double> carried(const std::vector<double>& values) const;
    /// Unit vectors; where directions cancel, that of the nearest corner.
    std::vector<Eigen::Vector3d> carried_directions(
        const std::vector<Eigen::Vector3d>& directions) const;
    std::vector<Eigen::Vector3d> carried(const std::vector<Eigen::Vector3d>& vectors) const;
    /// `per_vertex` numbers a vertex at each key.
    AnimatedArray carried(const AnimatedArray& values, std::size_t per_vertex) const;

    /// 3 numbers a vertex at each key: forces or torques.
    AnimatedArray divided(const AnimatedArray& loads) const;

private:
    std::vector<SurfacePlace> m_places;
    TetEmbedding m_embedding;
};

/// Whether each vertex of the mesh is on its border: a corner of a face that belongs to one tetrahedron only.
std::vector<bool> border_vertices(const TetMesh& mesh);

}  // namespace sinew::solidify
