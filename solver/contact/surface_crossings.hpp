// Surfaces that stand in each other: edges of one that go through triangles of the other, or of itself.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "contact/contact_mesh.hpp"

namespace sinew {

struct SurfaceCrossing {
    int first = 0;  ///< surfaces, first ≤ second
    int second = 0;
    std::size_t places = 0;                           ///< edges that go through triangles
    Eigen::Vector3d place = Eigen::Vector3d::Zero();  ///< of one of them [m]
};

/// Whether the edge and the triangle share a point, but none of their corners. In one plane: no.
bool goes_through(std::span<const Eigen::Vector3d> positions, const std::array<int, 2>& edge,
                  const std::array<int, 3>& triangle);

/// Of all pairs of surfaces that may meet, in the order of surfaces. Touching counts. Exact but for round-off.
std::vector<SurfaceCrossing> find_crossings(const ContactMesh& mesh,
                                            std::span<const Eigen::Vector3d> positions);

}  // namespace sinew
