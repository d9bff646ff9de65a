// The three quadrature points of a triangle in the first three lanes of a Pack.
//
// N_k(p), the barycentric coordinate of corner k at point p, is TRIANGLE_NEAR where k = p and TRIANGLE_FAR elsewhere
// (fem/quadrature.hpp). That 3×3 matrix is symmetric, so one function does both directions: values at the corners to the
// points, and what each point contributes to what each corner gets. The fourth lane must be zero on the way in, and is
// of no meaning on the way out: points have no weight there.
#pragma once

#include "fem/point_lanes.hpp"
#include "fem/quadrature.hpp"

namespace sinew {

inline constexpr int TRIANGLE_POINTS = 3;

/// Σ_k N_k(p) v_k in lane p; or Σ_p N_k(p) v_p in lane k.
[[gnu::always_inline]] inline Pack through_triangle(Pack v) {
    return Pack(TRIANGLE_NEAR - TRIANGLE_FAR) * v + Pack(TRIANGLE_FAR * sum(v));
}
[[gnu::always_inline]] inline Vec3p through_triangle(const Vec3p& v) {
    return {through_triangle(v.x), through_triangle(v.y), through_triangle(v.z)};
}

}  // namespace sinew
