// The connected parts of all surfaces: what stands in what is decided for each of them. The eyes and the head of one mesh are three parts.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "contact/contact_mesh.hpp"
#include "mesh/triangle_mesh.hpp"

namespace sinew {

struct SurfacePart {
    int surface = 0;             ///< an index of ContactMesh::rules
    std::vector<int> points;     ///< ascending, of the contact mesh; so are
    std::vector<int> edges;      ///< its edges
    std::vector<int> triangles;  ///< and its triangles
    bool is_closed = false;      ///< has an inside: each edge is walked once in either direction
    double mean_edge = 0.0;      ///< at rest [m]
    double size = 0.0;           ///< diagonal of its box at rest [m]
};

class SurfaceParts {
public:
    /// The mesh must outlive it and have rest positions. Points in no triangle belong to no part.
    explicit SurfaceParts(const ContactMesh& mesh);

    int count() const { return static_cast<int>(m_parts.size()); }
    const SurfacePart& operator[](int part) const { return m_parts[part]; }
    /// −1 for points in no part.
    int of_point(int point) const { return m_of_point[point]; }
    std::span<const int> triangles_of_edge(int edge) const {
        return std::span(m_edge_triangles)
            .subspan(m_edge_start[edge], m_edge_start[edge + 1] - m_edge_start[edge]);
    }
    const ContactMesh& mesh() const { return *m_mesh; }
    /// A part where its points are, with vertices in the order of SurfacePart::points.
    TriangleMesh mesh_of(int part, std::span<const Eigen::Vector3d> positions) const;

private:
    void find_parts();
    void find_edge_triangles();
    void measure(SurfacePart& part) const;

    const ContactMesh* m_mesh;
    std::vector<int> m_of_point;
    std::vector<SurfacePart> m_parts;
    std::vector<int> m_edge_start, m_edge_triangles;
};

}  // namespace sinew
