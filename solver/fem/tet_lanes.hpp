// The four quadrature points of a linear tetrahedron in the four lanes of a Pack.
//
// N_a(p) is TET_NEAR where a = p and TET_FAR elsewhere (fem/quadrature.hpp). That 4×4 matrix is symmetric, so one
// function does both directions: values at the nodes (lane = node) to the points (lane = point), and
// what each point contributes to what each node gets.
#pragma once

#include "fem/point_lanes.hpp"
#include "fem/quadrature.hpp"

namespace sinew {

/// Σ_a N_a(p) v_a in lane p; or Σ_p N_a(p) v_p in lane a.
[[gnu::always_inline]] inline Pack through_shape_functions(Pack v) {
    return Pack(TET_NEAR - TET_FAR) * v + Pack(TET_FAR * sum(v));
}
[[gnu::always_inline]] inline Vec3p through_shape_functions(const Vec3p& v) {
    return {through_shape_functions(v.x), through_shape_functions(v.y),
            through_shape_functions(v.z)};
}

}  // namespace sinew
