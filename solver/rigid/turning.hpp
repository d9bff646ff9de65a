// Turning: what a rigid body remembers of how it turns, and where that leads in a step.
//
// The twelve unknowns of a body (rigid_body.hpp) have inertia as any others. If the integrator extrapolated them along straight lines,
// backward Euler would take the share (ω h)² of a spin away in every step: ω = 10 rad/s would be gone within a second. Here the body
// goes where it would fly without forces (free_flight.hpp), and forces turn it away from there:
//
//   inertia   ½ w Σ P_kl (a_k − r̂_k)·(a_l − r̂_l)      a_k  columns of A;  r̂_k  those of R̂;  P  second moments;  w = a²/h²
//   R̂ = exp(ŷ) flight(R₀, L₀, h)                         ŷ = (b/a) e₀ + (b h/a²) I⁻¹ ΔL₀
//   τ = Σ_k a_k × ∂inertia/∂a_k                            at the end of the step: the torque of everything else
//   ΔL₁ = (h τ + b ΔL₀)/a,   L₁ = L₀ + ΔL₁                 Newton's law in the formula of the integrator (motion_history.hpp)
//   e₁ = y − h I⁻¹ ΔL₁                                     exp(y) = R₁ flight⁻¹: what the turn of the step is beyond h times the last rate
//
// a, b  of the integrator: b = 0 in backward Euler, where ŷ = 0. L, τ and y are in axes of the world. The angular momentum of a free
// body is exact, and bodies that touch exchange it without loss, since τ is the torque of the very forces between them.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "base/byte_stream.hpp"
#include "implicit/motion_history.hpp"

namespace sinew::rigid {

class Turning {
public:
    /// `inertia` at rest [kg m²]; damping [1/s].
    Turning(const Eigen::Matrix3d& inertia, double damping)
        : m_inertia(inertia), m_damping(damping) {}

    /// Before the first step, in axes of the world [rad/s].
    void set_angular_velocity(const Eigen::Quaterniond& R, const Eigen::Vector3d& omega);
    Eigen::Vector3d angular_velocity(const Eigen::Quaterniond& R) const;
    /// L [kg m²/s].
    const Eigen::Vector3d& momentum() const { return m_momentum; }

    /// Chooses R̂ for a step from R; the motion has its formula. What was accepted stays as it is.
    void begin_step(const Eigen::Quaterniond& R, const MotionHistory& motion);
    const Eigen::Quaterniond& target() const { return m_target; }
    /// The step has ended at R with the torque τ.
    void accept(const Eigen::Quaterniond& R, const Eigen::Vector3d& torque,
                const MotionHistory& motion);

    void save(ByteWriter& out) const;
    /// Throws Error(File) when a number of `owner` is not finite.
    void load(ByteReader& in, const std::string& owner);

private:
    Eigen::Matrix3d m_inertia;
    double m_damping;

    // What was accepted: all that is saved.
    Eigen::Vector3d m_momentum = Eigen::Vector3d::Zero();  ///< L₀
    Eigen::Vector3d m_change = Eigen::Vector3d::Zero();    ///< ΔL₀
    Eigen::Vector3d m_lag = Eigen::Vector3d::Zero();       ///< e₀ [rad]

    // Of the step that was begun.
    Eigen::Quaterniond m_flight = Eigen::Quaterniond::Identity();
    Eigen::Quaterniond m_target = Eigen::Quaterniond::Identity();  ///< R̂
};

}  // namespace sinew::rigid
