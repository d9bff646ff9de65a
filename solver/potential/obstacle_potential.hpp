// ObstaclePotential: planes and pills that push nodes out by springs.
//
// A stand-in until there is contact between surfaces: nodes meet what has a smooth distance, faces and edges meet nothing, and
// there is no friction.
//
//   d(x)    signed distance of a node to an obstacle [m], n = ∇d
//             plane                 normal·x − offset,                                ∇²d = 0
//             pill, at its side     along axis a, radially e at distance ρ, normal
//                                   n = cos θ e + sin θ a, sin θ = (r₀ − r₁)/l:       ∇²d = cos θ/ρ (I − a aᵀ − e eᵀ)
//             pill, at an end       |x − c| − r:                                      ∇²d = (I − n nᵀ)/|x − c|
//   p       −d where that is positive: how deep [m]
//   Ψ       Σ k ψ(p) over nodes and obstacles,   k stiffness of the node [N/m], w width over which it sets in [m]
//   ψ(p)    p³/(6w) for p < w,  p²/2 − w p/2 + w²/6 beyond: twice continuously differentiable, a spring in the end
//
//   ∂Ψ = −k ψ' n,   ∂²Ψ = k (ψ'' n nᵀ − ψ' ∇²d)
#pragma once

#include <vector>

#include "body/half_plane.hpp"
#include "body/pill_collider.hpp"
#include "math/pill.hpp"
#include "potential/dof_map.hpp"
#include "potential/potential.hpp"

namespace sinew {

/// What nodes meet in a step.
struct Obstacles {
    std::vector<HalfPlane> planes;  ///< with normals of unit length
    std::vector<Pill<double>> pills;
};

/// What the nodes of a body meet; null: nothing. It belongs to the world and may change between steps.
struct NodeColliders {
    const std::vector<HalfPlane>* planes = nullptr;
    const std::vector<PillCollider>* pills = nullptr;
};

/// Where colliders are at `frame`.
Obstacles obstacles_at(const std::vector<HalfPlane>& planes, const std::vector<PillCollider>& pills,
                       double frame);

/// Distance of a point with its derivatives.
struct ObstacleDistance {
    double d = 0.0;          ///< [m]
    Eigen::Vector3d n;       ///< ∇d
    Eigen::Matrix3d second;  ///< ∇²d [1/m]
};
ObstacleDistance distance_to(const HalfPlane& plane, const Eigen::Vector3d& x);
/// On the axis, where no direction is nearest, along any.
ObstacleDistance distance_to(const Pill<double>& pill, const Eigen::Vector3d& x);

class ObstaclePotential : public Potential {
public:
    /// One node of the range each.
    struct Node {
        double stiffness = 0.0;  ///< k [N/m]
        double width = 0.0;      ///< w [m], positive
    };
    ObstaclePotential(BlockRange range, std::vector<Node> nodes);

    /// `positions` at the start of the step, obstacles at its end.
    void set_step(std::vector<Eigen::Vector3d> positions, Obstacles obstacles);
    /// Of the node nearest to an obstacle when the unknowns are x [m]; NaN without obstacles.
    double smallest_distance(const Eigen::VectorXd& x) const;

    std::string_view name() const override { return "obstacles"; }
    void list_pairs(BlockPairs& /*pairs*/) const override {}
    void find_slots(const BlockPattern& pattern) override;
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;

private:
    /// visit(node, ObstacleDistance) for every node and obstacle, in a fixed order.
    template <class Visit>
    void for_each_distance(const Eigen::VectorXd& x, const Visit& visit) const;

    BlockRange m_range;
    std::vector<Node> m_nodes;
    std::vector<Eigen::Vector3d> m_positions;
    Obstacles m_obstacles;
    std::vector<std::size_t> m_slots;
};

}  // namespace sinew
