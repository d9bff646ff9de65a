// TorquePotential: torques [N m] on rotations, constant in world axes over a step.
//
// The unknown θ of a step is twice the tangent of half of the turn (math/rotation.hpp), not the turn itself: the turn is
//
//   α(θ) = s θ,   s = 2 atan(|θ|/2)/|θ|,        Ψ = −Σ τ·α(θ)
//
// Turns about the axis of τ do the work τ·α, whatever the length of the step. About other axes a constant torque has no
// potential; there what acts at the end of a step is τ + ½ α × τ to first order in the step's turn, and the torque itself as steps get shorter.
//
//   ∂α/∂θ = s I + r θθᵀ,        r = (1/D − s)/|θ|²,   D = 1 + |θ|²/4
//   ∂²(τ·α)/∂θ² = r (τθᵀ + θτᵀ + (τ·θ) I) + (τ·θ) r₂ θθᵀ,   r₂ = (dr/d|θ|)/|θ| = −(1/(2D²) + 3r)/|θ|²
#pragma once

#include "potential/load_potential.hpp"

namespace sinew {

class TorquePotential : public LoadPotential {
public:
    using LoadPotential::LoadPotential;

    void find_slots(const BlockPattern& pattern) override;
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;

private:
    std::vector<std::size_t> m_slots;
};

}  // namespace sinew
