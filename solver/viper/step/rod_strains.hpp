// Strains of rods, and the energies that belong to them.
#pragma once

#include <span>

#include "contact/half_plane.hpp"
#include "viper/rods/rod_batch.hpp"

namespace sinew::viper {

/// Coefficients of ∇²s at point j on s_{j−1}, s_j, s_{j+1} [viper eq. 39, divided by L].
struct Laplacian {
    Pack before, here, after;
};

inline Laplacian laplacian(const RodBatch& batch, int j) {
    const Pack inverse_dual = Pack(1.0) / batch.point[j].dual_length;
    const Pack before = inverse_dual * batch.segment[j - 1].inverse_length;
    const Pack after = inverse_dual * batch.segment[j].inverse_length;
    return {before, -(before + after), after};
}

inline Pack laplacian_of_scale(const Laplacian& l, const RodState& x, int j) {
    return l.before * x.s[j - 1] + l.here * x.s[j] + l.after * x.s[j + 1];
}

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
    Vec3p bend;  ///< s Ω
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
