// TorquePotential: torques [N m] on rotations, constant in world axes over a step.
//
//   Ψ = −Σ τ·α(θ)                  α  the turn that the unknown θ of a step stands for (math/turn_of_increment.hpp)
//
// Turns about the axis of τ do the work τ·α, whatever the length of the step. About other axes a constant torque has no
// potential; there what acts at the end of a step is τ + ½ α × τ to first order in the step's turn, and the torque itself as steps get shorter.
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
