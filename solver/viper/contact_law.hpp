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

namespace sinew::viper {

/// δ of two surfaces of these radii (a plane has none), relative to their sum [1].
inline constexpr double CONTACT_SOFTNESS = 0.02;
/// k is not above this times mass/dt²: beyond δ, a point at rest sinks in by g·dt²/CONTACT_FACTOR.
inline constexpr double CONTACT_FACTOR = 100.0;

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

}  // namespace sinew::viper
