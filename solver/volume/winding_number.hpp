// Is a point inside? The generalised winding number of a triangle surface.
//
// It is 1 inside and 0 outside of a closed surface, 2 where two shells overlap, and changes smoothly across
// a hole, so that "greater than one half" is a solid without leaks whatever the surface. Far triangles are
// summed up as dipoles and quadrupoles in a tree, which makes one question cost about the logarithm of the number of triangles.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <vector>

#include "mesh/triangle_mesh.hpp"

namespace sinew::volume {

/// Questions do not change it, so any number of threads may ask.
class WindingNumber {
public:
    /// The mesh must have passed require_surface. Triangles without area are left out.
    explicit WindingNumber(const TriangleMesh& mesh);

    /// To about 0.01.
    double at(const Eigen::Vector3d& point) const;
    /// Triangles and branches that at() looks at, on average over the box of the mesh: a few dozen, unless large triangles lie in
    /// each other.
    double cost() const;
    /// Also where the normals point inwards.
    bool inside(const Eigen::Vector3d& point) const { return std::abs(at(point)) > 0.5; }

private:
    struct Triangle {
        Eigen::Vector3d a, b, c;
    };
    /// Depth first: the first child follows its parent, `skip` is what comes after the whole branch.
    struct Node {
        Eigen::Vector3d centre;  ///< of the area [m]
        Eigen::Vector3d dipole;  ///< sum of area vectors, over 4π [m²]
        Eigen::Matrix3d moment;  ///< sum of (place − centre) ⊗ area vector, over 4π [m³]
        double far_squared;      ///< beyond this distance the sums are good enough [m²]
        std::uint32_t skip;
        std::uint32_t first;  ///< triangles of a leaf
        std::uint32_t count;  ///< 0 for a branch
    };

    /// `near` gets the nodes that are looked at closely, `far` those that are summed up.
    template <class Near, class Far>
    void walk(const Eigen::Vector3d& point, Near&& near, Far&& far) const;
    void build(std::uint32_t first, std::uint32_t count);

    std::vector<Triangle> m_triangles;
    std::vector<Node> m_nodes;
};

/// The same from all triangles, one by one: what the tree is tested against.
double exact_winding_number(const TriangleMesh& mesh, const Eigen::Vector3d& point);

}  // namespace sinew::volume
