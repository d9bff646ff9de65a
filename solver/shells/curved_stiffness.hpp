// Stiffness of the full model of curved shells at one point.
//
// Source: the curved Cosserat shell that [shell section 3.2] takes from Birsan et al. 2019 and Nebel et al. 2023, up to h⁵:
//
//   W = (h − K h³/12) Wm(E) + s (h³/12 − K h⁵/80) Wm(E b + c Γ) + s h³/6 Wmix(E, c Γ b − 2H c Γ) + s h⁵/80 Wmp((E b + c Γ) b)
//     + (h − K h³/12) Wc(Γ) + (h³/12 − K h⁵/80) Wc(Γ b) + h⁵/80 Wc(Γ b²)                                      [J/m²]
//
//   b, K, H   second fundamental tensor of the surface at rest, Gauss and mean curvature (fem/triangle_geometry.hpp)
//   Wmix(X,Y) µ⟨sym X, sym Y⟩ + µ_c⟨skew X, skew Y⟩ + λ̂ tr X tr Y;   Wm(X) = Wmix(X, X) [shell eq. 12];   Wc(X) = µL_c²|X|² [eq. 14]
//   Wmp(X)    Wm(X) with λ/2 in place of λ̂
//   s         scale of the bending stiffness, 1 unless it is wanted otherwise
//
// The sum follows from ∫ Wm([E + z c Γ](1 − z b)⁻¹) (1 − 2H z + K z²) dz over the thickness. b = 0 leaves the plate [shell eq. 10].
// It is quadratic in the twelve numbers (E, Γ), so that its second derivative, which is all that an element needs, is constant.
#pragma once

#include <Eigen/Core>

#include "shells/surface_moduli.hpp"

namespace sinew::shells {

/// Of the material at a point.
struct ShellMaterial {
    PlaneModuli plane;
    double lambda = 0.0;         ///< λ, used by the curved model only [Pa]
    double curvature = 0.0;      ///< µ L_c² [N]
    double thickness = 0.0;      ///< h [m]
    double bending_scale = 1.0;  ///< s [1]
};

/// E_11 E_12 E_21 E_22 E_31 E_32, then Γ in the same order.
using ShellStrains = Eigen::Matrix<double, 12, 1>;
using ShellStiffness = Eigen::Matrix<double, 12, 12>;

/// ∂²W/∂(E, Γ)²; b in the frame of the point [1/m].
ShellStiffness curved_stiffness(const ShellMaterial& material, const Eigen::Matrix2d& b);

}  // namespace sinew::shells
