// What one step of a rod minimises: inertia + elastic terms + loads + contact, with derivatives.
//
//   ½/dt² |X − X̂|²_A + Σ ½ k |W(X)|² − γ s + contact                           [viper eq. 77]
//
// The frame's inertia is ½/dt² φᵀ I φ with φ = 2 Im(q̂⁻¹ q), the turn from the prediction in material axes.
#pragma once

#include <span>
#include <vector>

#include "body/half_plane.hpp"
#include "viper/chain_matrix.hpp"
#include "viper/rod_batch.hpp"

namespace sinew::viper {

/// Second-order expansion around an iterate, in increments Δc, Δs and θ (material axes).
struct RodExpansion {
    Pack value{0.0};             ///< [J]
    Pack residual{0.0};          ///< largest unbalanced force [N]; on s divided by r, on θ by l
    Pack force{0.0};             ///< largest force acting anywhere in the rod [N]
    std::vector<Pack> gradient;  ///< ROD_UNKNOWNS per point
    ChainMatrix hessian;

    void resize(int points);
};

/// Coulomb friction as springs, stiff enough to hold with μ λ₀ at the slip, and no stiffer than at `sticking` [m].
/// λ₀ is the contact force at the start of the step. The slip is that of the iterate; in the `first` pass that of the
/// free motion, less what friction takes off it when nothing else acts. In between the energy is smooth.
void update_friction(RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes,
                     double sticking, bool first);

/// `geometric`: 1 Newton, 0 Gauss-Newton, per lane (see rod_terms.hpp).
void expand(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes,
            Pack geometric, RodExpansion& out);

/// Largest unbalanced force of a gradient, lane by lane, with forces on the scale and torques brought to newtons.
Pack residual_force(const RodBatch& batch, std::span<const Pack> gradient);

/// Largest fraction of a step that stays where the energy makes sense, lane by lane.
Pack largest_alpha(const RodState& x, std::span<const Pack> step);

/// x = from ⊕ α·step, lane by lane.
void advance(const RodState& from, std::span<const Pack> step, Pack alpha, RodState& x);

/// Energies by term at a state, for statistics and for the convergence study [J].
struct RodEnergies {
    Pack stretch{0.0}, section{0.0}, gradient{0.0}, bend{0.0}, surface{0.0}, volume{0.0};
    Pack kinetic{0.0}, contact{0.0};

    Pack elastic() const { return stretch + section + gradient + bend + surface + volume; }
};

/// Elastic terms without damping, kinetic energy from batch.rates, contact as in the step.
RodEnergies energies(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes);

/// Strains W of the terms at a state, undamped (targets at rest). Also what damping holds on to.
struct PointStrains {
    Pack section;
    Vec3p bend;         ///< s Ω
    Vec3p volume_bend;  ///< s³ Ω
    Pack surface;
};
struct SegmentStrains {
    Vec3p stretch;  ///< Rᵀ D
    Vec3p volume;   ///< s² Rᵀ D
    Pack gradient;
};
PointStrains point_strains(const RodBatch& batch, const RodState& x, int j);
SegmentStrains segment_strains(const RodBatch& batch, const RodState& x, int j);

}  // namespace sinew::viper
