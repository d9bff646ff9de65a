// The couple modulus that a mesh can carry.
//
// The matter of a tetrahedron follows the microrotations of its nodes (curved_tet.hpp), but not at every point. So µ_c also
// holds a difference between the two that no mesh can avoid: without resistance to curvature µ_c should not matter, but a
// bar 4 tetrahedra across is 8 % too stiff in torsion at µ_c = µ/100, 13 % at µ_c = µ and 174 % at µ_c = 100 µ.
//
// Remedy for the Neo-Hookean law, after the residual bending flexibility of beams and plates [MacNeal 1978, Computers &
// Structures 8, 175]: what the mesh does not resolve is put in series with µ_c,
//
//   1/µ_h = 1/µ_c + min(h²/(12 K), 1/(LEAST µ)),     h  size of the tetrahedron [m],  K  largest modulus of curvature [N]
//
// The couple stress of the exact solution, µ_c (ω − φ) ~ K ∇²φ, is then carried with a difference ω − φ that is too large by
// h²/12 ∇²φ: an error of second order, as that of the elements themselves. It vanishes where h is small against √(K/µ).
//
// In the linear laws R is part of the strain. Below µ_c = µ their energy has minima beside the polar factor, so that µ_h = min(µ_c,
// max(µ, 12 K/h²)): a ratio of 1 or less is left as it is.
#pragma once

#include "fem/tet_geometry.hpp"
#include "solids/micropolar_tet.hpp"

namespace sinew::solids {

/// µ_h [Pa] for one element.
double coupling_modulus(const MicropolarMaterial& material, const TetGeometry& rest);

}  // namespace sinew::solids
