// Material of a micropolar solid, in the numbers that data sheets have.
//
//   µ = E/(2 (1 + ν)),  λ = E ν/((1 + ν)(1 − 2ν))                 Lamé's moduli [Pa]
//   µ_c = couple_ratio µ                                           [micropolar eq. 11]
//   a, b, c = µ L_c²/2 (α, β, γ);  K = µ L_c² C                     [micropolar eq. 12, 14]
#pragma once

#include <Eigen/Core>

#include "base/param_table.hpp"
#include "solids/micropolar_tet.hpp"

namespace sinew::solids {

/// Defaults are soft rubber without resistance of its own to curvature.
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

inline constexpr ParamInfo<SolidParams> SOLID_PARAM_TABLE[] = {
    {"density", "kg/m³", &SolidParams::density, 0.0, NO_LIMIT, false, "Mass per volume"},
    {"young_modulus", "Pa", &SolidParams::young_modulus, 0.0, NO_LIMIT, false,
     "Resistance to stretching"},
    {"poisson_ratio", "1", &SolidParams::poisson_ratio, -1.0, 0.4999, false,
     "How much it gets thinner when stretched"},
    {"couple_ratio", "1", &SolidParams::couple_ratio, 0.0, NO_LIMIT, false,
     "How strictly the microrotations follow the material"},
    {"length_scale", "m", &SolidParams::length_scale, 0.0, NO_LIMIT, true,
     "Size of the structure that resists bending and twisting; 0 for none"},
    {"alpha", "1", &SolidParams::alpha, 0.0, NO_LIMIT, true,
     "Resistance to bending and twisting, symmetric part"},
    {"beta", "1", &SolidParams::beta, 0.0, NO_LIMIT, true, "Resistance to bending, skew part"},
    {"gamma", "1", &SolidParams::gamma, 0.0, NO_LIMIT, true, "Resistance to twisting"},
    {"rotary_inertia", "kg/m", &SolidParams::rotary_inertia, 0.0, NO_LIMIT, true,
     "Inertia of the microrotations per volume"},
    {"damping", "1/s", &SolidParams::damping, 0.0, NO_LIMIT, true, "How fast all motion dies out"},
    {"material_damping", "s", &SolidParams::material_damping, 0.0, NO_LIMIT, true,
     "How fast vibrations inside the solid die out"},
};

/// (1 − weight)·a + weight·b, each number by itself.
SolidParams blended(const SolidParams& a, const SolidParams& b, double weight);

StretchModuli stretch_moduli(const SolidParams& params);

/// `stiffness` is C of [micropolar eq. 14]; zero: isotropic [eq. 12]. No law where L_c = 0.
CurvatureModuli curvature_moduli(const SolidParams& params, const Eigen::Matrix3d& stiffness);

}  // namespace sinew::solids
