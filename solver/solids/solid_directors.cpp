#include "solids/solid_directors.hpp"

#include <array>
#include <cmath>

namespace sinew::solids {

using Eigen::Matrix3d;
using Eigen::Quaterniond;

Matrix3d SolidDirectors::directors(std::size_t node) const {
    if (!turns()) return Matrix3d::Identity();
    return m_solid.state().rotations[node].toRotationMatrix();
}

std::vector<double> SolidDirectors::curvatures() const {
    if (!turns()) return std::vector<double>(node_count(), 0.0);
    const std::vector<Eigen::Vector4i>& tets = m_solid.def().tets.tetrahedra;
    return means_at_nodes(node_count(), tets, [&](std::size_t tet) {
        std::array<Quaterniond, 4> rotations;
        for (int a = 0; a < 4; ++a)
            rotations[a] = m_solid.state().rotations[tets[tet][a]];
        return element_curvature(rotations, m_solid.elements().rest(tet).gradients);
    });
}

double SolidDirectors::half_distance(std::size_t count) const {
    double volume = 0.0;
    for (std::size_t i = 0; i < m_solid.elements().size(); ++i)
        volume += m_solid.elements().rest(i).volume;
    return 0.5 * std::cbrt(volume / static_cast<double>(count));
}

}  // namespace sinew::solids
