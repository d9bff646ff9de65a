// ObstaclePotential: pills that push points of a body out by springs.
//
// A stand-in until there is contact between surfaces: points meet what has a smooth distance, faces and edges meet nothing, and
// there is no friction.
//
//   d(x)    signed distance of a point to an obstacle [m], n = ∇d
//             pill, at its side     along axis a, radially e at distance ρ, normal
//                                   n = cos θ e + sin θ a, sin θ = (r₀ − r₁)/l:       ∇²d = cos θ/ρ (I − a aᵀ − e eᵀ)
//             pill, at an end       |x − c| − r:                                      ∇²d = (I − n nᵀ)/|x − c|
//   r       how far the body reaches beyond the point, such as half the thickness of a shell [m]
//   Ψ       Σ φ(d − r) over points and obstacles, φ of contact_law.hpp with the stiffness k of the point [N/m] and its width δ [m]
//
//   ∂Ψ = φ′ n,   ∂²Ψ = φ″ n nᵀ + φ′ ∇²d   by the motion of the point (potential/node_points.hpp)
#pragma once

#include <vector>

#include "contact/pill_collider.hpp"
#include "math/pill.hpp"
#include "potential/dof_map.hpp"
#include "potential/node_points.hpp"
#include "potential/potential.hpp"

namespace sinew {

/// What a body meets in a step.
struct Obstacles {
    std::vector<Pill<double>> pills;
};

/// What a body meets; null: nothing. It belongs to the world and may change between steps.
struct NodeColliders {
    const std::vector<PillCollider>* pills = nullptr;
};

/// Where colliders are at `frame`.
Obstacles obstacles_at(const std::vector<PillCollider>& pills, double frame);

/// Distance of a point with its derivatives.
struct ObstacleDistance {
    double d = 0.0;          ///< [m]
    Eigen::Vector3d n;       ///< ∇d
    Eigen::Matrix3d second;  ///< ∇²d [1/m]
};
/// On the axis, where no direction is nearest, along any.
ObstacleDistance distance_to(const Pill<double>& pill, const Eigen::Vector3d& x);

class ObstaclePotential : public Potential {
public:
    struct Contact {
        NodePoint point;
        double stiffness = 0.0;  ///< k [N/m]
        double width = 0.0;      ///< δ [m], positive
        double radius = 0.0;     ///< r [m]
    };
    ObstaclePotential(BlockRange range, const std::vector<Contact>& contacts);

    /// `positions` of the nodes at the start of the step, obstacles at its end.
    void set_step(const std::vector<Eigen::Vector3d>& positions, Obstacles obstacles);
    /// d − r of the point nearest to an obstacle when the unknowns are x [m]; NaN without obstacles.
    double smallest_distance(const Eigen::VectorXd& x) const;

    std::string_view name() const override { return "obstacles"; }
    BlockRange range() const override { return m_points.range(); }
    void list_pairs(BlockPairs& pairs) const override { m_points.list_pairs(pairs); }
    void find_slots(const BlockPattern& pattern) override { m_points.find_slots(pattern); }
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;

private:
    /// visit(point, ObstacleDistance) for every point and obstacle, in a fixed order; d − r in place of d.
    template <class Visit>
    void for_each_distance(const Eigen::VectorXd& x, const Visit& visit) const;

    NodePoints m_points;
    std::vector<Contact> m_contacts;
    std::vector<Eigen::Vector3d> m_positions;  ///< of the points at the start of the step
    Obstacles m_obstacles;
};

}  // namespace sinew
