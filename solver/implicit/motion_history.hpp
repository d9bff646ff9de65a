// MotionHistory: what the time integrator remembers of a body, and what it makes of it for the next step.
//
// With the increment x over a step of length h, the increment d₀ of the step before (of length h₀), the rates v₀ and
// v₋₁ at the ends of the last two steps, and r = h/h₀, the rate at the end of the step is
//
//   v₁ = (a x − b d₀)/h            a = (1 + 2r)/(1 + r),  b = r²/(1 + r)     BDF2 for steps that change
//                                  a = 1,  b = 0                              backward Euler
//
// and the same formula again gives the acceleration, (a (v₁ − v₀) − b (v₀ − v₋₁))/h. Newton's law M·acceleration = f is
// then the minimum over x of
//
//   ½ w (x − x̂)ᵀ M (x − x̂) + Ψ(x),   w = a²/h²,   x̂ = (b d₀ + h v₀)/a + (b h/a²)(v₀ − v₋₁),
//
// which is [micropolar eq. 18] for a = 1, b = 0. Rotations are treated alike. Their increments here are turns α, angle times axis: not the unknowns θ of a step,
// which are 2 tan(|α|/2) long (math/rotation.hpp), so that an even spin stays even however long the step is. Where the axis changes, turns of neighbouring
// steps differ from the angular velocity times h by O(h³), since each is about the rotation at the start of its own step.
//
// BDF2 needs a step to look back on, and is stable for r < 1 + √2. The first step, and one that is more than twice as long as
// the one before, are backward Euler; one such step does not spoil second order.
#pragma once

#include <Eigen/Core>

#include "base/byte_stream.hpp"
#include "implicit/implicit_settings.hpp"

namespace sinew {

class MotionHistory {
public:
    /// A body at rest with this many unknowns.
    void reset(Eigen::Index size);
    /// Rates at the start [m/s, rad/s]; forgets the steps before.
    void set_rates(const Eigen::VectorXd& rates);
    /// dx/dt at the end of the last accepted step; zero in quasi-static motion.
    const Eigen::VectorXd& rates() const { return m_rates; }

    /// Chooses the formula for a step of length dt [s]. What was accepted stays as it is: the step can be begun again.
    void begin_step(Integrator integrator, double dt);

    /// w: of the inertia [1/s²]. Zero in quasi-static motion.
    double inertia_weight() const { return m_inertia_weight; }
    /// a and b of the step, and its length [s].
    double a() const { return m_a; }
    double b() const { return m_b; }
    double dt() const { return m_dt; }
    /// x̂: where inertia alone leads; in quasi-static motion, the last increment again.
    const Eigen::VectorXd& predicted() const { return m_predicted; }
    /// The weight of damping in proportion to mass, α in 1/s, and the increment of zero rate, which it draws to.
    double damping_weight(double alpha) const { return alpha * m_a / m_dt; }
    const Eigen::VectorXd& resting() const { return m_resting; }
    /// The increment of the three unknowns from `first` on that ends the step with the given rate.
    Eigen::Vector3d increment_for(Eigen::Index first, const Eigen::Vector3d& rate) const;

    /// The step has ended with these increments.
    void accept(const Eigen::VectorXd& increments);

    void save(ByteWriter& out) const;
    /// Throws Error when the bytes do not fit or are not finite; the history is then unchanged.
    void load(ByteReader& in);

private:
    // What was accepted: all that is saved.
    Eigen::VectorXd m_rates;           ///< v₀
    Eigen::VectorXd m_rate_change;     ///< v₀ − v₋₁
    Eigen::VectorXd m_last_increment;  ///< d₀
    double m_last_dt = 0.0;            ///< h₀; 0 when there is no step to look back on

    // Of the step that was begun.
    Integrator m_integrator = Integrator::BackwardEuler;
    double m_dt = 0.0;
    double m_a = 1.0;
    double m_b = 0.0;
    double m_inertia_weight = 0.0;
    Eigen::VectorXd m_predicted;
    Eigen::VectorXd m_resting;
};

}  // namespace sinew
