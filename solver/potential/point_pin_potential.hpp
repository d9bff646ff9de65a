// PointPinPotential: springs that hold points which ride on nodes (node_points.hpp), axis by axis.
//
//   Ψ = ½ Σ_p Σ_a k_pa (u_pa − û_pa)²      k [N/m];  u  motion of the point over the step, û  the motion asked for [m]
#pragma once

#include <string_view>
#include <vector>

#include "potential/node_points.hpp"

namespace sinew {

class PointPinPotential : public Potential {
public:
    PointPinPotential(BlockRange range, std::vector<NodePoint> points);

    /// Stiffness and motion asked for, one per point each. Stiffness 0: the axis is free.
    void set_step(std::vector<Eigen::Vector3d> stiffness, std::vector<Eigen::Vector3d> targets);
    /// û − u, along all axes.
    Eigen::Vector3d missing(const Eigen::VectorXd& x, std::size_t point) const;
    const std::vector<Eigen::Vector3d>& stiffness() const { return m_stiffness; }

    std::string_view name() const override { return "surface pins"; }
    bool is_pin() const override { return true; }
    BlockRange range() const override { return m_points.range(); }
    void list_pairs(BlockPairs& pairs) const override { m_points.list_pairs(pairs); }
    void find_slots(const BlockPattern& pattern) override { m_points.find_slots(pattern); }
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;

private:
    NodePoints m_points;
    std::vector<Eigen::Vector3d> m_stiffness;
    std::vector<Eigen::Vector3d> m_targets;
};

}  // namespace sinew
