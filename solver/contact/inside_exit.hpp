// How deep points are inside a closed part, and how they get out.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "contact/surface_parts.hpp"

namespace sinew {

/// To the nearest place of the surface.
struct NearestExit {
    std::array<int, 3> corners{};     ///< of the triangle there, points of the contact mesh
    std::array<double, 3> weights{};  ///< of the corners
    Eigen::Vector3d way{0, 0, 0};     ///< from the point to the place [m]
};

class InsideExit {
public:
    /// `parts` must outlive it. `part` has triangles.
    InsideExit(const SurfaceParts& parts, int part, std::span<const Eigen::Vector3d> positions);

    NearestExit nearest(const Eigen::Vector3d& point) const;
    /// Length of the way out along d, of unit length; 0 if nothing is there [m].
    double along(const Eigen::Vector3d& point, const Eigen::Vector3d& d) const;

private:
    const SurfaceParts& m_parts;
    int m_part;
    std::span<const Eigen::Vector3d> m_positions;
};

/// 13 axes of a cube and their opposites.
const std::vector<Eigen::Vector3d>& directions_to_try();

}  // namespace sinew
