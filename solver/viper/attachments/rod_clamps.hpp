// Held frames: terms that bend and twist a rod towards the frame Q that a pin or an attachment holds at a point.
//
// Frames of the rod live on the segments, at their middles; a held frame belongs to its point. Between the two lies half a
// segment, which bends and twists like the rest of the rod:
//
//   ½ L (EI (W_x² + W_y²) + GJ W_z²),     W = s Ω − Ω̄,     Ω = 2/L g,     g = p_v/p₀,     p = Q̄ q,     L = l/2
//
// q, l  frame and length of the segment;  s  scale of the point;  Ω̄  Ω at rest;  EI, GJ  as in rod_constants.hpp;  g  axis times
// tan(φ/2) of the turn φ from Q to q. At an end there is one such half, at a point inside there are two, which take the
// place of the bend there. The rod is so clamped at the point itself, and the deflection of a cantilever converges with second
// order. If the frame of the segment were held, half a segment would not bend: an error of first order.
//
// Differs from the bends between segments, which have sin(φ/2) [viper eq. 40]: the tangent grows without bound up to half a turn, so
// that the rod goes with a frame that turns fast. Both are φ/2 up to third order.
//
// With θ a turn of q in material axes:     ∂g/∂θ = J = ½ (I + [g]× + g gᵀ)
//
// A section (section.hpp) holds the frames of the segments to its points, so in bundles the frame of the segment is held.
// Material damping acts on W as on the other strains, see rod_terms.hpp.
#pragma once

#include <Eigen/Geometry>
#include <span>

#include "viper/rods/rod_expansion.hpp"
#include "viper/rods/rod_set.hpp"

namespace sinew::viper {

/// Clamps a point that is in no section. The held frame is turned from rest by `turn_0` at the start of the step and by `turn_1`
/// at its end, world axes.
void clamp_frame(const RodSet& set, int point, const Eigen::Quaterniond& turn_0,
                 const Eigen::Quaterniond& turn_1, std::span<RodBatch> batches);

/// The frame at the point is turned so from rest at the start and at the end of the step: that of the segment in bundles, else it is
/// clamped.
void hold_frame(const RodSet& set, int point, const Eigen::Quaterniond& turn_0,
                const Eigen::Quaterniond& turn_1, std::span<RodBatch> batches);

/// Of the half of segment k.
struct ClampStrain {
    Vec3p Omega, g;
    Mat3p J;
};
ClampStrain clamp_strain(const RodBatch& batch, const RodState& x, const ClampedHalf& half, int k);

/// Calls visit(j, k, half) for the halves of segments k beside all points j
/// that are clamped.
template <class Visit>
void for_each_clamped_half(const RodBatch& batch, Visit&& visit) {
    for (std::size_t i = 0; i < batch.clamps.size(); ++i) {
        const int j = static_cast<int>(i);
        if (batch.clamps[i].before.any) visit(j, j - 1, batch.clamps[i].before);
        if (batch.clamps[i].after.any) visit(j, j, batch.clamps[i].after);
    }
}

/// Adds what the held frames do at an iterate.
void add_clamps(const RodBatch& batch, const RodState& x, Pack geometric, RodExpansion& out);

/// Their energy without damping [J].
Pack clamp_energy(const RodBatch& batch, const RodState& x);

}  // namespace sinew::viper
