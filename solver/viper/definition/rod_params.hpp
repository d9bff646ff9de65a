// Material of a VIPER rod.
#pragma once

#include "base/param_table.hpp"
#include "body/material_looks.hpp"

namespace sinew::viper {

/// Stiffness of each energy term alone, so that each can be tuned without touching the others. What they make of a rod, EA, GA, EI
/// and GJ, is in rod_terms.hpp.
/// Defaults are soft rubber; it bends like one that is ten times as firm, so that a rod of 5 cm radius holds its shape.
struct RodParams {
    double density = 1000.0;                ///< [kg/m³]
    double stretch_stiffness = 1e5;         ///< k_s^z of [viper eq. 11] [Pa]
    double cross_section_stiffness = 1e4;   ///< k_s^x + k_s^y of [viper eq. 12] [Pa]
    double scale_gradient_stiffness = 1e5;  ///< k_s^x + k_s^y of [viper eq. 13] [Pa]
    double bend_stiffness = 1e6;   ///< Young's modulus in bending [Pa], EI = it × π r⁴/4
    double twist_stiffness = 5e4;  ///< shear modulus in twist [Pa], GJ = it × π r⁴/2
    double surface_bending_stiffness = 1.0;  ///< k_b^x + k_b^y of [viper eq. 15] [N]
    double volume_stiffness = 1e6;           ///< k_v of [viper eq. 17] [Pa]
    double damping = 0.1;             ///< rate at which all motion dies out, like air drag [1/s]
    double material_damping = 0.002;  ///< relaxation time of the strains, Kelvin-Voigt [s]
};

/// A muscle with its fascia: about 1 MPa along the fibres, as in an active one. Relaxed fibres alone have a tenth of it or less,
/// but in a body a muscle lies between others, and these rods hang on their ends alone: a level biceps of 35 cm
/// would sag by 10 mm instead of 3. The volume is held ten times as strictly as the length, or the belly would not bulge.
inline constexpr RodParams MUSCLE_PARAMS = {.density = 1060.0,
                                            .stretch_stiffness = 1e6,
                                            .cross_section_stiffness = 3e4,
                                            .scale_gradient_stiffness = 3e5,
                                            .bend_stiffness = 1e7,
                                            .twist_stiffness = 1.5e5,
                                            .surface_bending_stiffness = 1.0,
                                            .volume_stiffness = 1e7,
                                            .damping = 0.5,
                                            .material_damping = 0.01};

/// Of a stiffness of the rod's line, and of its radius.
constexpr ParamLook line_stiffness(std::string_view label, std::string_view advice,
                                   double least = 0.0) {
    ParamLook shown = look::stiffness(label, advice, least);
    shown.section = "line";
    return shown;
}
constexpr ParamLook radius_stiffness(std::string_view label, std::string_view advice = {}) {
    ParamLook shown = look::stiffness(label, advice);
    shown.section = "radius";
    return shown;
}

inline constexpr ParamInfo<RodParams> ROD_PARAM_TABLE[] = {
    {"density", "kg/m³", &RodParams::density, 0.0, NO_LIMIT, false, "Mass per volume",
     look::DENSITY},
    {"stretch_stiffness", "Pa", &RodParams::stretch_stiffness, 0.0, NO_LIMIT, false,
     "Resistance to getting longer or shorter",
     line_stiffness("Stretch", "Jelly 10⁴, rubber 10⁶, rope 10⁸", 1e-3)},
    {"bend_stiffness", "Pa", &RodParams::bend_stiffness, 0.0, NO_LIMIT, true,
     "Resistance to bending: Young's modulus",
     line_stiffness("Bend", "Jelly 10⁴, rubber 10⁶, wood 10¹⁰, 0 is a limp thread"),
     "EI = it × π r⁴/4"},
    {"twist_stiffness", "Pa", &RodParams::twist_stiffness, 0.0, NO_LIMIT, true,
     "Resistance to twisting: shear modulus",
     line_stiffness("Twist", "A third of the bend stiffness for most materials"),
     "GJ = it × π r⁴/2"},
    {"volume_stiffness", "Pa", &RodParams::volume_stiffness, 0.0, NO_LIMIT, true,
     "How strictly the volume is kept",
     radius_stiffness("Volume", "High: a rod of double length has 0.707 of its radius")},
    {"cross_section_stiffness", "Pa", &RodParams::cross_section_stiffness, 0.0, NO_LIMIT, true,
     "Resistance to getting thicker or thinner",
     radius_stiffness("Cross Section", "Low lets the volume decide")},
    {"scale_gradient_stiffness", "Pa", &RodParams::scale_gradient_stiffness, 0.0, NO_LIMIT, true,
     "Resistance to a radius that differs between neighbours", radius_stiffness("Evenness")},
    {"surface_bending_stiffness",
     "N",
     &RodParams::surface_bending_stiffness,
     0.0,
     NO_LIMIT,
     true,
     "Resistance to bumps in the radius",
     {.label = "Smoothness",
      .advice = "Smooths waves that run along the rod",
      .section = "radius",
      .most = 1e12,
      .soft_most = 1e3,
      .click = 0.1}},
    {"damping", "1/s", &RodParams::damping, 0.0, NO_LIMIT, true, "How fast all motion dies out",
     look::AIR_DRAG},
    {"material_damping", "s", &RodParams::material_damping, 0.0, NO_LIMIT, true,
     "How fast vibrations inside the rod die out", look::INNER_DAMPING},
};

}  // namespace sinew::viper
