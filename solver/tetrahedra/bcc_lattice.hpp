// The body-centred cubic lattice: corners and centres of cubes, with the tetrahedra between them.
//
// All its tetrahedra are congruent: two opposite long edges, of the length of a cube, and four short ones of √3/2
// of that; dihedral angles of 60° and 90°. A long edge joins two corners or two centres, a short one a corner and a
// centre.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>

namespace sinew::tetrahedra {

class BccLattice {
public:
    static constexpr int NEIGHBOURS = 14;  ///< six along long edges, then eight along short ones
    static constexpr int LONG_NEIGHBOURS = 6;
    static constexpr int TETS_PER_CUBE = 12;

    /// `cubes` along each axis, from the corner `low`, with edges of `size` [m].
    BccLattice(const Eigen::Vector3d& low, double size, const Eigen::Vector3i& cubes)
        : m_low(low), m_size(size), m_dims(cubes.array() + 1) {}

    double size() const { return m_size; }
    /// Corners first, then centres. Each corner has a centre of the same number behind it, of which those on the
    /// far sides belong to no cube.
    std::size_t nodes() const { return 2 * corners(); }
    bool is_centre(std::size_t node) const { return node >= corners(); }
    Eigen::Vector3d position(std::size_t node) const;
    /// Position in halves of a cube: even for corners, odd for centres.
    Eigen::Vector3i half_steps(std::size_t node) const;

    static constexpr std::size_t NONE = static_cast<std::size_t>(-1);
    /// NONE where the lattice ends.
    std::size_t neighbour(std::size_t node, int direction) const;

    /// body(const std::array<std::size_t, 4>&) for every tetrahedron: two corners, two centres, positive volume.
    template <class Body>
    void for_each_tet(const Body& body) const {
        for (std::size_t corner = 0; corner < corners(); ++corner)
            for (int axis = 0; axis < 3; ++axis)
                for (int turn = 0; turn < 4; ++turn) {
                    const std::array<std::size_t, 4> tet = tet_at(corner, axis, turn);
                    if (tet[0] != NONE) body(tet);
                }
    }

private:
    std::size_t corners() const {
        return static_cast<std::size_t>(m_dims.x()) * static_cast<std::size_t>(m_dims.y()) *
               static_cast<std::size_t>(m_dims.z());
    }
    Eigen::Vector3i coordinates(std::size_t node) const;
    std::size_t corner_at(const Eigen::Vector3i& at) const;
    std::size_t centre_at(const Eigen::Vector3i& at) const;
    /// Around the long edge from a corner along an axis, between two neighbouring centres.
    std::array<std::size_t, 4> tet_at(std::size_t corner, int axis, int turn) const;

    Eigen::Vector3d m_low;
    double m_size;
    Eigen::Vector3i m_dims;  ///< corners along each axis
};

}  // namespace sinew::tetrahedra
