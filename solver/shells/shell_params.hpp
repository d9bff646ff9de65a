// Material of a Cosserat shell, in the numbers that data sheets have.
//
//   µ = E/(2 (1 + ν)),  λ̂ = λµ/(λ + 2µ) = µ ν/(1 − ν)        of plane stress: finite at ν = ½ [Pa]
//   µ_c = couple_ratio µ                                       [shell eq. 12]
//   shear_factor µ, or µ + µ_c if that is 0                    transverse shear [shell eq. 12]; 5/6 µ is that of a solid strip
//   µ L_c²                                                     [shell eq. 14]
#pragma once

#include "base/param_table.hpp"
#include "body/material_looks.hpp"
#include "shells/curved_stiffness.hpp"

namespace sinew::shells {

/// Defaults are a sheet of soft rubber without extra resistance to curvature.
struct ShellParams {
    double density = 1000.0;          ///< [kg/m³]
    double thickness = 0.001;         ///< h [m]
    double young_modulus = 1e6;       ///< E [Pa]
    double poisson_ratio = 0.3;       ///< ν [1]
    double couple_ratio = 1.0;        ///< µ_c/µ [1]
    double length_scale = 0.0;        ///< L_c [m]; 0: no curvature energy
    double bending_scale = 1.0;       ///< s: bending stiffness against that of the thickness [1]
    double shear_factor = 5.0 / 6.0;  ///< k: transverse shear against µ h [1]; 0: µ + µ_c
    double rotary_inertia = 0.0;      ///< of the directors, per volume [kg/m]
    double damping = 0.0;             ///< rate at which all motion dies out [1/s]
    double material_damping = 0.0;    ///< relaxation time of the stresses [s]
};

inline constexpr ParamInfo<ShellParams> SHELL_PARAM_TABLE[] = {
    {"density", "kg/m³", &ShellParams::density, 0.0, NO_LIMIT, false, "Mass per volume",
     look::DENSITY},
    {"thickness",
     "m",
     &ShellParams::thickness,
     0.0,
     NO_LIMIT,
     false,
     "Distance from the front to the back",
     {.label = "Thickness",
      .advice = "Paper 0.1, a leaf 0.3, leather 2",
      .section = "thickness",
      .least = 1e-4,
      .soft_least = 0.01,
      .soft_most = 100.0,
      .unit = "mm",
      .scale = 1e3},
     "smaller than the mesh"},
    {"young_modulus", "Pa", &ShellParams::young_modulus, 0.0, NO_LIMIT, false,
     "Young's modulus: resistance to stretching",
     look::stiffness("Stiffness", "Rubber 2·10⁶, a leaf 5·10⁷, paper 3·10⁹, aluminium 7·10¹⁰",
                     1e-3)},
    {"poisson_ratio", "1", &ShellParams::poisson_ratio, -0.99, 0.5, true,
     "How much it gets narrower when stretched",
     look::poisson_ratio("0 cork, 0.3 most things, 0.5 rubber", 0.5, 0.5),
     "at most 0.4999 in the curved model"},
    {"couple_ratio", "1", &ShellParams::couple_ratio, 0.0, NO_LIMIT, false,
     "How strictly the directors follow the surface", look::COUPLE_RATIO,
     "the couple modulus over the shear modulus"},
    {"length_scale", "m", &ShellParams::length_scale, 0.0, NO_LIMIT, true,
     "Size of the structure that resists curvature by itself", look::LENGTH_SCALE, "0: none"},
    {"bending_scale",
     "1",
     &ShellParams::bending_scale,
     0.0,
     NO_LIMIT,
     false,
     "Resistance to bending, as a multiple of that of the thickness",
     {.label = "Bending",
      .advice = "Less than 1: softer, and still not stretchy",
      .least = 1e-6,
      .soft_least = 0.01,
      .soft_most = 100.0,
      .click = 0.1}},
    {"shear_factor",
     "1",
     &ShellParams::shear_factor,
     0.0,
     NO_LIMIT,
     true,
     "Resistance to shear across the thickness, as a multiple of the shear modulus",
     {.label = "Shear",
      .advice =
          "5/6 as solid strips have it, 0 takes the value of the paper. Only thick shells notice",
      .most = 1e3,
      .soft_most = 1.0},
     "the default 5/6 is that of a solid strip. 0 takes µ + µ_c as the shell paper does, with "
     "which thick strips are too stiff. "
     "Shells thinner than a fiftieth of their length hardly notice"},
    {"rotary_inertia", "kg/m", &ShellParams::rotary_inertia, 0.0, NO_LIMIT, true,
     "Inertia of the directors per volume", look::ROTARY_INERTIA},
    {"damping", "1/s", &ShellParams::damping, 0.0, NO_LIMIT, true, "How fast all motion dies out",
     look::AIR_DRAG},
    {"material_damping", "s", &ShellParams::material_damping, 0.0, NO_LIMIT, true,
     "How fast vibrations inside the shell die out", look::INNER_DAMPING},
};

/// At a point where it is this thick [m]. λ is infinite at ν = ½, which the plate does not use.
inline ShellMaterial shell_material(const ShellParams& params, double thickness) {
    const double nu = params.poisson_ratio;
    const double mu = params.young_modulus / (2.0 * (1.0 + nu));
    return {.plane = {.mu = mu,
                      .mu_c = params.couple_ratio * mu,
                      .lambda = mu * nu / (1.0 - nu),
                      .shear_factor = params.shear_factor},
            .lambda = 2.0 * mu * nu / (1.0 - 2.0 * nu),
            .curvature = mu * params.length_scale * params.length_scale,
            .thickness = thickness,
            .bending_scale = params.bending_scale};
}

}  // namespace sinew::shells
