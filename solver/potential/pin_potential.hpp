// PinPotential: stiff springs that hold blocks at given increments, axis by axis.
//
//   Ψ = ½ Σ_p Σ_a k_pa (x_pa − x̂_pa)²      k [N/m] on positions, [N m/rad] on rotations; a = x, y, z in world axes
//
// All four kinds of pins are of this form; what differs is the increment x̂ that they ask for:
//   position            where the node should be − where it was at the start of the step
//   rotation            rotation_increment(q₀, q) of math/rotation.hpp
//   velocity            MotionHistory::increment_for(rate) of implicit/motion_history.hpp
//   angular velocity    increment_of_turn of the same
// A spring leaves an error of force/k, which `error` reports.
#pragma once

#include <span>
#include <vector>

#include "potential/potential.hpp"

namespace sinew {

struct Pin {
    int block = 0;
    Eigen::Vector3d stiffness = Eigen::Vector3d::Zero();  ///< 0: the axis is free
    bool firm = true;  ///< false: it is meant to give, and does not count in `error`
};

class PinPotential : public Potential {
public:
    explicit PinPotential(std::vector<Pin> pins);

    /// Increments asked for, one per pin.
    void set_targets(std::vector<Eigen::Vector3d> targets);
    /// Per pin, as in Pin: to hold on or to let go.
    void set_stiffness(std::span<const Eigen::Vector3d> stiffness);
    const std::vector<Pin>& pins() const { return m_pins; }

    /// Largest distance of a firm pin to its target along the held axes [m or rad]; 0 without such pins.
    double error(const Eigen::VectorXd& x) const;

    std::string_view name() const override { return "pins"; }
    bool is_pin() const override { return true; }
    BlockRange range() const override { return m_range; }
    void list_pairs(BlockPairs& /*pairs*/) const override {}
    void find_slots(const BlockPattern& pattern) override;
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;

private:
    std::vector<Pin> m_pins;
    BlockRange m_range;
    std::vector<Eigen::Vector3d> m_targets;
    std::vector<std::size_t> m_slots;
};

}  // namespace sinew
