// Points that ride in a mesh of tetrahedra: each has the barycentric coordinates of one tetrahedron.
//
//   x(t) = X + Σ_a N_a(X) (x_a(t) − X_a)
//
// X  point at rest;  X_a, x_a  corners of its tetrahedron at rest and now;  N_a  its barycentric coordinates there.
// Written with displacements, a mesh at rest leaves every point where it was, to the last bit.
//
// A point outside all tetrahedra belongs to the nearest one, whose map is continued beyond its faces: the map of the
// surface has no jumps that the map of the tetrahedra has not.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "mesh/tet_mesh.hpp"

namespace sinew {

class TetEmbedding {
public:
    TetEmbedding() = default;
    /// The tetrahedra must have positive volume; there must be at least one.
    TetEmbedding(const TetMesh& mesh, std::span<const Eigen::Vector3d> points);

    std::size_t size() const { return m_points.size(); }
    /// Where the points are [m], 3 × size() numbers, when the vertices of the mesh are at `positions`.
    void deform(std::span<const Eigen::Vector3d> positions, std::span<double> out) const;

    /// Where one of the points is [m].
    Eigen::Vector3d deformed(std::size_t point, std::span<const Eigen::Vector3d> positions) const;

    struct Place {
        Eigen::Vector4i vertices;
        Eigen::Vector4d coordinates;  ///< barycentric; sum to 1
        double distance = 0.0;        ///< to the tetrahedron [m]; 0 inside
    };
    const std::vector<Place>& places() const { return m_places; }

private:
    std::vector<Eigen::Vector3d> m_points;  ///< at rest
    std::vector<Eigen::Vector3d> m_rest;    ///< vertices of the mesh
    std::vector<Place> m_places;
};

}  // namespace sinew
