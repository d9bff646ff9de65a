// Material of a micropolar solid, in the numbers that data sheets have.
//
//   µ = E/(2 (1 + ν)),  λ = E ν/((1 + ν)(1 − 2ν))                 Lamé's moduli [Pa]
//   µ_c = couple_ratio µ                                           [micropolar eq. 11]
//   a, b, c = µ L_c²/2 (α, β, γ);  K = µ L_c² C                     [micropolar eq. 12, 14]
#pragma once

#include <Eigen/Core>

#include "base/param_table.hpp"
#include "body/material_looks.hpp"
#include "solids/micropolar_tet.hpp"

namespace sinew::solids {

/// Defaults are soft rubber without extra resistance to curvature.
struct SolidParams {
    double density = 1000.0;        ///< [kg/m³]
    double young_modulus = 1e5;     ///< E [Pa]
    double poisson_ratio = 0.3;     ///< ν [1]
    double couple_ratio = 1.0;      ///< µ_c/µ [1]
    double length_scale = 0.0;      ///< L_c [m]; 0: no curvature energy
    double alpha = 1.0;             ///< of [micropolar eq. 12] [1]
    double beta = 1.0;              ///< [1]
    double gamma = 1.0;             ///< [1]
    double rotary_inertia = 0.0;    ///< j₀ of [micropolar eq. 17] per volume [kg/m]
    double damping = 0.0;           ///< rate at which all motion dies out [1/s]
    double material_damping = 0.0;  ///< relaxation time of the stresses [s]
};

/// Of the resistance to one part of the curvature.
constexpr ParamLook curvature_part(std::string_view label) {
    return {.label = label, .section = "curvature parts", .click = 0.1};
}

inline constexpr ParamInfo<SolidParams> SOLID_PARAM_TABLE[] = {
    {"density", "kg/m³", &SolidParams::density, 0.0, NO_LIMIT, false, "Mass per volume",
     look::DENSITY},
    {"young_modulus", "Pa", &SolidParams::young_modulus, 0.0, NO_LIMIT, false,
     "Young's modulus: resistance to stretching",
     look::stiffness("Stiffness", "Gel 3·10³, flesh 2·10⁴, rubber 10⁶, wood across the grain 10⁹",
                     1e-3)},
    {"poisson_ratio", "1", &SolidParams::poisson_ratio, -1.0, 0.4999, false,
     "How much it gets thinner when stretched",
     look::poisson_ratio(
         "0 cork, 0.3 most things, towards 0.5 flesh and rubber. Above 0.45 solids get too stiff",
         0.4999, 0.45)},
    {"couple_ratio", "1", &SolidParams::couple_ratio, 0.0, NO_LIMIT, false,
     "How strictly the microrotations follow the material", look::COUPLE_RATIO,
     "the couple modulus over the shear modulus. Only as far as the tetrahedra can follow it "
     "(`solids/coupling_modulus.hpp`): without `length_scale` it does not stiffen a Neo-Hookean "
     "solid"},
    {"length_scale", "m", &SolidParams::length_scale, 0.0, NO_LIMIT, true,
     "Size of the structure that resists bending and twisting by itself", look::LENGTH_SCALE,
     "0: none"},
    {"alpha", "1", &SolidParams::alpha, 0.0, NO_LIMIT, true,
     "Resistance of the structure to bending and twisting", curvature_part("Symmetric Part"),
     "symmetric part of the curvature"},
    {"beta", "1", &SolidParams::beta, 0.0, NO_LIMIT, true,
     "Resistance of the structure to bending alone", curvature_part("Skew Part"),
     "skew part of the curvature"},
    {"gamma", "1", &SolidParams::gamma, 0.0, NO_LIMIT, true,
     "Resistance of the structure to twisting", curvature_part("Twist Part"),
     "trace of the curvature"},
    {"rotary_inertia", "kg/m", &SolidParams::rotary_inertia, 0.0, NO_LIMIT, true,
     "Inertia of the microrotations per volume", look::ROTARY_INERTIA},
    {"damping", "1/s", &SolidParams::damping, 0.0, NO_LIMIT, true, "How fast all motion dies out",
     look::AIR_DRAG},
    {"material_damping", "s", &SolidParams::material_damping, 0.0, NO_LIMIT, true,
     "How fast vibrations inside the solid die out", look::INNER_DAMPING},
};

/// (1 − weight)·a + weight·b, each number by itself.
SolidParams blended(const SolidParams& a, const SolidParams& b, double weight);

StretchModuli stretch_moduli(const SolidParams& params);

/// `stiffness` is C of [micropolar eq. 14]; zero: isotropic [eq. 12]. No law where L_c = 0.
CurvatureModuli curvature_moduli(const SolidParams& params, const Eigen::Matrix3d& stiffness);

}  // namespace sinew::solids
