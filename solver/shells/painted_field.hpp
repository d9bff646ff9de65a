// PaintedField: numbers that are given at vertices, at the quadrature points of triangles.
//
// Linear interpolation puts every value between those of the corners, so a field that is curved loses ⅛ f'' l² in the middle of an edge of length l, always
// to the same side: a sheet that rolls up by it rolls too far or not far enough. Here the middles of edges get values too,
// and the six values are interpolated as the positions of a triangle are:
//
//   f_m = ½ (f_a + f_b) − ¼ minmod(s − g_a, g_b − s)      s = f_b − f_a,  g derivative at a vertex along the edge, by least squares of its neighbours
//   minmod(p, q)                                           the smaller of the two where they have one sign, else zero
//
// A field that is smooth is so met to third order. Where it has a kink or a jump, which is where paint begins, one of the two differences is
// large or they have different signs, and f_m is the mean again: nothing shoots over.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "shells/shell_mesh.hpp"

namespace sinew::shells {

class PaintedField {
public:
    explicit PaintedField(const ShellMesh& mesh);

    /// Values of the middles of edges, `numbers` each, from those of the vertices.
    std::vector<double> edge_values(std::span<const double> of_vertices, std::size_t numbers) const;

private:
    struct Neighbour {
        int vertex = 0;
        Eigen::Vector3d weight;  ///< the gradient is Σ weight (f_neighbour − f) [1/m]
    };

    std::vector<std::array<int, 2>> m_edges;
    std::vector<Eigen::Vector3d> m_chords;             ///< of the edges [m]
    std::vector<std::vector<Neighbour>> m_neighbours;  ///< of each vertex
};

}  // namespace sinew::shells
