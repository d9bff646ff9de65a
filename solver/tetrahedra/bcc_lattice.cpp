#include "tetrahedra/bcc_lattice.hpp"

namespace sinew::tetrahedra {

Eigen::Vector3i BccLattice::coordinates(std::size_t node) const {
    const std::size_t corner = is_centre(node) ? node - corners() : node;
    const auto x = static_cast<std::size_t>(m_dims.x());
    const auto y = static_cast<std::size_t>(m_dims.y());
    return {static_cast<int>(corner % x), static_cast<int>(corner / x % y),
            static_cast<int>(corner / x / y)};
}

Eigen::Vector3d BccLattice::position(std::size_t node) const {
    const double offset = is_centre(node) ? 0.5 : 0.0;
    return m_low + m_size * (coordinates(node).cast<double>().array() + offset).matrix();
}

Eigen::Vector3i BccLattice::half_steps(std::size_t node) const {
    return 2 * coordinates(node).array() + (is_centre(node) ? 1 : 0);
}

std::size_t BccLattice::corner_at(const Eigen::Vector3i& at) const {
    if ((at.array() < 0).any() || (at.array() >= m_dims.array()).any()) return NONE;
    return static_cast<std::size_t>(at.x()) +
           static_cast<std::size_t>(m_dims.x()) *
               (static_cast<std::size_t>(at.y()) +
                static_cast<std::size_t>(m_dims.y()) * static_cast<std::size_t>(at.z()));
}

std::size_t BccLattice::centre_at(const Eigen::Vector3i& at) const {
    if ((at.array() < 0).any() || (at.array() + 1 >= m_dims.array()).any()) return NONE;
    return corners() + corner_at(at);
}

std::size_t BccLattice::neighbour(std::size_t node, int direction) const {
    Eigen::Vector3i at = coordinates(node);
    const bool centre = is_centre(node);
    if (direction < LONG_NEIGHBOURS) {
        at[direction / 2] += direction % 2 == 0 ? 1 : -1;
        return centre ? centre_at(at) : corner_at(at);
    }
    // A centre's corners are at +0 and +1 of its cube, a corner's centres at −1 and +0.
    const int bits = direction - LONG_NEIGHBOURS;
    at += Eigen::Vector3i(bits & 1, bits >> 1 & 1, bits >> 2);
    return centre ? corner_at(at) : centre_at(at.array() - 1);
}

std::array<std::size_t, 4> BccLattice::tet_at(std::size_t corner, int axis, int turn) const {
    const Eigen::Vector3i a = coordinates(corner);
    Eigen::Vector3i b = a;
    ++b[axis];
    // The four cubes around the edge, counter-clockwise as seen from its end.
    constexpr int RING[4][2] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    const auto centre = [&](int step) {
        Eigen::Vector3i at = a;
        at[(axis + 1) % 3] += RING[step % 4][0];
        at[(axis + 2) % 3] += RING[step % 4][1];
        return centre_at(at);
    };
    const std::array<std::size_t, 4> tet{corner, corner_at(b), centre(turn), centre(turn + 1)};
    for (const std::size_t node : tet)
        if (node == NONE) return {NONE, NONE, NONE, NONE};
    return tet;
}

}  // namespace sinew::tetrahedra
