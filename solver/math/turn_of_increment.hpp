// TurnOfIncrement: the turn α that an increment θ of a step stands for (math/rotation.hpp), and its derivatives.
//
//   α(θ) = s θ,   s = 2 atan(|θ|/2)/|θ|                exp(α/2) = normalize(1, θ/2)
//   ∂α/∂θ = s I + r θθᵀ,        r = (1/D − s)/|θ|²,   D = 1 + |θ|²/4
//   ∂²(τ·α)/∂θ² = r (τθᵀ + θτᵀ + (τ·θ) I) + (τ·θ) r₂ θθᵀ,   r₂ = (dr/d|θ|)/|θ| = −(1/(2D²) + 3r)/|θ|²
#pragma once

#include <Eigen/Core>

namespace sinew {

class TurnOfIncrement {
public:
    explicit TurnOfIncrement(const Eigen::Vector3d& theta);

    /// α [rad].
    Eigen::Vector3d turn() const { return m_s * m_theta; }
    /// ∂α/∂θ, symmetric.
    Eigen::Matrix3d derivative() const;
    /// ∂(τ·α)/∂θ.
    Eigen::Vector3d gradient(const Eigen::Vector3d& torque) const;
    /// ∂²(τ·α)/∂θ².
    Eigen::Matrix3d hessian(const Eigen::Vector3d& torque) const;

private:
    Eigen::Vector3d m_theta;
    double m_s = 1.0;
    double m_r = 0.0;
    double m_r_2 = 0.0;
};

}  // namespace sinew
