// RotaryMassPotential: inertia and mass damping of rotations, as MassPotential is that of positions.
//
//   Ψ = ½ w (α(θ) − α̂)ᵀ M (α(θ) − α̂)          θ  increments of the range;  α  the turns that they stand for (math/turn_of_increment.hpp) [rad]
//   ∂Ψ/∂θ_i = A_i t_i,   t = w M (α − α̂),   A_i = ∂α_i/∂θ_i
//   ∂²Ψ/∂θ_i∂θ_j = w m_ij A_i A_j  +  on the diagonal ∂²(t_i·α_i)/∂θ_i²
//
// The time integrator remembers turns too (implicit/motion_history.hpp), so a free rotation turns by angular velocity times time, however long
// the step is, as long as it is less than half a turn.
#pragma once

#include "potential/mass_potential.hpp"

namespace sinew {

class RotaryMassPotential : public MassPotential {
public:
    using MassPotential::MassPotential;

    /// `target` in turns. Those that no increment reaches, of half a turn and more, are shortened.
    void set_target(double weight, const Eigen::Ref<const Eigen::VectorXd>& target) override;

    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;

private:
    /// α − α̂.
    Eigen::VectorXd offset(const Eigen::VectorXd& x) const;
};

}  // namespace sinew
