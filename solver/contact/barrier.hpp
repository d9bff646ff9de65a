// The barrier that keeps surfaces apart: nothing beyond a reach, without bound where they touch [ipc, eq. 6, in units of length].
//
//   Ψ(gap) = k d̂²/c β(gap/d̂),    β(g) = −(1 − g)² ln g  for 0 < g < 1, 0 beyond
//
// k  stiffness [N/m], d̂  reach [m]. c = β″(½) = 5 + 2 ln 2, so that k is the stiffness when half of the reach is left. Ψ, Ψ′ and Ψ″ are
// continuous at g = 1. The force is 0.19 k d̂ at g = ½ and k d̂/(6.4 g) for small g: more load than k was made for makes the
// gap smaller, never closes it.
#pragma once

#include <cmath>
#include <limits>

namespace sinew {

/// With its derivatives by the gap.
struct Barrier {
    double energy = 0.0;     ///< Ψ [J]
    double slope = 0.0;      ///< Ψ′ ≤ 0: minus the force [N]
    double curvature = 0.0;  ///< Ψ″ ≥ 0 [N/m]
};

/// k ≥ 0, d̂ > 0. Infinite energy where the gap is not positive.
inline Barrier barrier(double gap, double stiffness, double reach) {
    constexpr double C = 6.386294361119891;
    const double g = gap / reach;
    if (g >= 1.0) return {};
    if (g <= 0.0) return {.energy = std::numeric_limits<double>::infinity()};
    const double scale = stiffness / C;
    const double left = 1.0 - g;
    const double log = std::log(g);
    const double ratio = left / g;
    return {.energy = -scale * reach * reach * left * left * log,
            .slope = scale * reach * (2.0 * left * log - left * ratio),
            .curvature = scale * (-2.0 * log + 4.0 * ratio + ratio * ratio)};
}

/// Like `barrier`, but below the gap `soft` > 0 the parabola that has the value and both derivatives of the barrier there. Finite, and convex,
/// everywhere.
inline Barrier soft_barrier(double gap, double stiffness, double reach, double soft) {
    if (gap >= soft) return barrier(gap, stiffness, reach);
    const Barrier at = barrier(soft, stiffness, reach);
    const double below = gap - soft;
    return {.energy = at.energy + below * (at.slope + 0.5 * at.curvature * below),
            .slope = at.slope + at.curvature * below,
            .curvature = at.curvature};
}

}  // namespace sinew
