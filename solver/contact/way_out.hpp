// The way on which tangled parts come apart.
//
// The first part of a tangle goes along a direction d, as seen from the second:
//
//   points inside a closed part   all along the one d on which the farthest of them has the shortest way to the surface, if that is about as
//                                 short as the way of the deepest point to the nearest place; otherwise each to its nearest place
//   edges through triangles       d = −dL/da of piercings.hpp, if the descents of one contour agree
//   layers that cross             the normals of the first part
//   everything else               the shortest shift of the whole first part that leaves no piercing
//   pairs that touch              the line between them; coincident layers: the normals of the first part
//
// Goals are bounded: no part is drawn faster than half of its mean edge or a twentieth of its size in 1/24 s.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "contact/tangles.hpp"

namespace sinew {

/// Up to five points, and how far they are to come apart in a step: n·Σ wᵢ uᵢ → goal, where uᵢ are their motions.
struct WayOut {
    std::array<int, 5> points{};  ///< those without weight do not count
    std::array<double, 5> weights{};
    Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();  ///< n
    double goal = 0.0;                                     ///< [m]
};

/// Of everything tangled, in a fixed order. `reach` of each point [m], `dt` of the step [s].
std::vector<WayOut> find_ways_out(const Tangles& tangles,
                                  std::span<const Eigen::Vector3d> positions,
                                  std::span<const double> reach, double dt);

}  // namespace sinew
