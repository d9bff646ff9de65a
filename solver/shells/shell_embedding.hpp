// Points that ride on a shell: a finer mesh on a coarser one that is simulated.
//
//   x = X + Σ_a N_a(ξ) (x_a − X_a) + (R − I) (X − S)
//
//   X        point at rest;  ξ  where the quadratic surface at rest is nearest to it;  S = Σ_a N_a(ξ) X_a that place
//   X_a x_a  nodes of the triangle at rest and now;  N_a  shape functions (fem/triangle_geometry.hpp)
//   R        mean of the rotations of its corners at ξ: what is beside the surface turns with the directors
//
// Written with displacements, a shell at rest leaves every point where it was, to the last bit. The map is continuous across
// triangles where points are on the surface, and as good as that for points near it.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "shells/shell_elements.hpp"

namespace sinew::shells {

class ShellEmbedding {
public:
    ShellEmbedding() = default;
    /// Points at rest [m]; the mesh must be that of the definition. Without points there is nothing to do.
    ShellEmbedding(const ShellDef& def, const ShellMesh& mesh,
                   const std::vector<Eigen::Vector3d>& points);

    std::size_t size() const { return m_places.size(); }
    /// Where the points are [m], 3 × size() numbers.
    void deform(const ShellState& state, std::span<double> out) const;

private:
    struct Place {
        Eigen::Vector3d point;          ///< X
        Eigen::Vector3d beside;         ///< X − S
        std::array<int, 6> nodes{};     ///< corners twice where they are all the nodes
        Eigen::Vector3d corners;        ///< barycentric coordinates
        Eigen::Matrix<double, 6, 1> N;  ///< of the nodes
    };
    template <int NODES>
    static Place find_place(const ShellMesh& mesh, const Eigen::Vector3d& point,
                            const std::array<int, 6>& nodes, const Eigen::Vector3d& start);

    std::vector<Eigen::Vector3d> m_rest;  ///< of the nodes
    std::vector<Place> m_places;
};

}  // namespace sinew::shells
