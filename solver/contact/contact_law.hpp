// How hard two surfaces push each other apart, of the gap between them; for numbers and for lanes of them.
//
//   φ(gap) = 0                                 apart,   gap ≥ 0
//          = k d³/(6 δ)                        near,    d = −gap ≤ δ: the stiffness rises evenly from 0 to k
//          = k (½ (d − ½ δ)² + δ²/24)          deep,    d ≥ δ
//
// Twice continuously differentiable, so that contacts do not chatter in Newton's method; things that only touch do not
// push each other.
#pragma once

#include <algorithm>

namespace sinew {

/// δ of two surfaces of these radii (a plane has none), relative to their sum [1].
inline constexpr double CONTACT_SOFTNESS = 0.02;
/// k is not above this times mass/dt²: beyond δ, a point at rest sinks in by g·dt²/CONTACT_FACTOR.
inline constexpr double CONTACT_FACTOR = 100.0;

/// How planes answer the points of rods.
struct PlaneLaw {
    double factor;    ///< k relative to mass/dt² [1]
    double softness;  ///< δ relative to the radius [1]
};
/// Rods on their own: at rest they sink in by g·dt²/factor.
inline constexpr PlaneLaw HARD_PLANES{1e4, 1e-4};
/// Rods among others: what hundreds of contacts at once can be solved with. Ten times as stiff as between pills, as a
/// plane gives way to nobody.
inline constexpr PlaneLaw SOFT_PLANES{10.0 * CONTACT_FACTOR, CONTACT_SOFTNESS};

template <class Real>
struct ContactResponse {
    Real energy;     ///< φ [J]
    Real force;      ///< −φ′ ≥ 0 [N]
    Real stiffness;  ///< φ″ [N/m]
};

/// k > 0 [N/m], δ > 0 [m]; an empty lane may have k = 0.
template <class Real>
ContactResponse<Real> contact_response(Real gap, Real k, Real delta) {
    using std::max;
    using std::min;
    const Real depth = max(-gap, Real(0.0));
    const Real soft = min(depth, delta);
    const Real deep = depth - soft;
    const Real stiffness = k / delta * soft;
    const Real force = Real(0.5) * stiffness * soft;
    return {force * soft * Real(1.0 / 3.0) + deep * (force + Real(0.5) * k * deep),
            force + k * deep, stiffness};
}

}  // namespace sinew
