// How firmly obstacles push the surface of an implicit body.
//
//   κ = max(ρ g / STATIC_DEPTH, E / (PRESSED_DEPTH L))     pressure per depth [Pa/m]
//
// ρ  density, E  Young's modulus, L  size of the body, g  Earth's gravity, also in scenes without.
//
// A body of height H at rest sinks in by STATIC_DEPTH H, however soft it is. Dropped with the speed v it sinks in by at most
// v √(ρ H/κ), the amplitude of a rigid body on a spring: 0.45 % of 1 m at 4.5 m/s. Pressed against an obstacle until it is strained
// by 100 % it sinks in by PRESSED_DEPTH L.
//
// The springs set in over the width ONSET L; where the body is a sheet, not over more than ONSET_OF_SHEET of its thickness.
#pragma once

#include <algorithm>

namespace sinew {

inline constexpr double STATIC_DEPTH = 1e-5;
inline constexpr double PRESSED_DEPTH = 1e-3;
inline constexpr double ONSET = 1e-4;
inline constexpr double ONSET_OF_SHEET = 0.1;
inline constexpr double EARTH_GRAVITY = 9.81;  ///< [m/s²]

/// κ [Pa/m].
inline double contact_stiffness(double density, double young_modulus, double size) {
    return std::max(density * EARTH_GRAVITY / STATIC_DEPTH, young_modulus / (PRESSED_DEPTH * size));
}

}  // namespace sinew
