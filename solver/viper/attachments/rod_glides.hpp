// Points of rods that glide along a surface: held on its tangent plane from both sides, and bent back as it bends.
//
//   ½ k gap²  +  ½ Σ_i κ_i (t_i · (c − foot))²,      gap = n · c − offset,      κ_i = max(λ C_i, 0)
//
// The plane is that of the step (GlideSurface::tangent), t_i and C_i are the directions and sizes of the surface's curvature at its foot,
// and λ = k gap is how hard the point pulls away from the surface. The second term is what the plane leaves out: along a surface that
// curves away, the force of the surface turns with its normal, by λ C for each metre. A point that hangs on a small tip is a
// pendulum of its size; without this its restoring force would be that of the step before, which is not stable when
// λ C > mass/dt², and the point would swing ever wider. λ is that of the iterate when friction is fitted. A force that pushes the point
// off, where it is pressed on what curves away, is left out: it only lets the point slide a little later.
#pragma once

#include "viper/rods/rod_expansion.hpp"

namespace sinew::viper {

/// Turns the forces at an iterate into κ_i; `first`: they are not known yet.
void update_glides(RodBatch& batch, const RodState& x, bool first);

/// Adds what the surfaces do at an iterate.
void add_glides(const RodBatch& batch, const RodState& x, RodExpansion& out);

}  // namespace sinew::viper
