// Points of rods against planes: half-planes of the scene, and the plane that each point has to itself.
//
//   φ(gap)  +  ½ k_slip |slip|²,      φ as in contact_law.hpp
#pragma once

#include <span>

#include "contact/half_plane.hpp"
#include "viper/rods/rod_expansion.hpp"

namespace sinew::viper {

/// Coulomb friction as springs, stiff enough to hold with μ λ₀ at the slip, and no stiffer than at `sticking` [m].
/// λ₀ is the contact force at the start of the step. The slip is that of the iterate; in the `first` pass that of the
/// free motion, less what friction takes off it when nothing else acts. In between the energy is smooth.
void update_friction(RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes,
                     double sticking, bool first);

/// Adds what planes do to a point at an iterate.
void add_planes(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes, int j,
                RodExpansion& out);

/// Of a point that presses on half-planes [J].
Pack half_plane_energy(const RodBatch& batch, const RodState& x, std::span<const HalfPlane> planes,
                       int j);
/// Of a point that presses on its own plane at the start of the step [J].
Pack own_plane_energy(const RodBatch& batch, int j);

}  // namespace sinew::viper
