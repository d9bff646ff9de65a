// Objective of one step of a rod: inertia + elastic terms + loads + contact, with derivatives.
//
//   ½/dt² |X − X̂|²_A + Σ ½ k |W(X)|² − γ s + contact                           [viper eq. 77]
//
// The frame's inertia is ½/dt² φᵀ I φ with φ = 2 Im(q̂⁻¹ q), the turn from the prediction in material axes.
#pragma once

#include <span>

#include "contact/half_plane.hpp"
#include "viper/rods/rod_batch.hpp"
#include "viper/rods/rod_expansion.hpp"

namespace sinew::viper {

/// `geometric`: 1 Newton, 0 Gauss-Newton, per lane (see rod_terms.hpp).
void expand(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes,
            Pack geometric, RodExpansion& out);

/// Largest unbalanced force of a gradient, lane by lane, with forces on the scale and torques brought to newtons.
Pack residual_force(const RodBatch& batch, std::span<const Pack> gradient);

/// Largest fraction of a step that stays where the energy makes sense, lane by lane.
Pack largest_alpha(const RodState& x, std::span<const Pack> step);

/// x = from ⊕ α·step, lane by lane.
void advance(const RodState& from, std::span<const Pack> step, Pack alpha, RodState& x);

}  // namespace sinew::viper
