// The nearest points of a point and a triangle, of two edges, of a point and an edge, and of two points.
//
// A pair has four points p₀ … p₃ on two sides: a point and the corners of a triangle (1 + 3), or the ends of two edges (2 + 2). Points
// that a smaller pair does not have count with the weight 0. The vector between the nearest points, from the second side to the first, is
//
//   v = Σᵢ wᵢ pᵢ,      Σ w = 1 on the first side and −1 on the second.
//
// A weight is exactly 0 where the nearest point does not lean on that corner: the weights also say which corner, edge or interior
// is nearest.
#pragma once

#include <Eigen/Core>
#include <array>

namespace sinew {

struct ClosestPoints {
    std::array<double, 4> weights{};                    ///< of p₀ … p₃ [1]
    Eigen::Vector3d between = Eigen::Vector3d::Zero();  ///< v [m]

    double squared_distance() const { return between.squaredNorm(); }
};

/// p₀ is the point, p₁ p₂ p₃ the corners. A triangle without area is the longest of its edges.
ClosestPoints closest_point_triangle(const Eigen::Vector3d& p0, const Eigen::Vector3d& p1,
                                     const Eigen::Vector3d& p2, const Eigen::Vector3d& p3);

/// Edges p₀p₁ and p₂p₃. Of parallel edges, which have many nearest points, those at an end of one of them. Edges may have no length.
ClosestPoints closest_edge_edge(const Eigen::Vector3d& p0, const Eigen::Vector3d& p1,
                                const Eigen::Vector3d& p2, const Eigen::Vector3d& p3);

/// Point p₀ and edge p₁p₂, which may have no length.
ClosestPoints closest_point_edge(const Eigen::Vector3d& p0, const Eigen::Vector3d& p1,
                                 const Eigen::Vector3d& p2);

/// Points p₀ and p₁.
ClosestPoints closest_point_point(const Eigen::Vector3d& p0, const Eigen::Vector3d& p1);

}  // namespace sinew
