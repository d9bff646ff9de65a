// How parameters that several materials have in common are shown (base/param_table.hpp).
#pragma once

#include "base/param_table.hpp"

namespace sinew::look {

inline constexpr ParamLook DENSITY{
    .label = "Density",
    .advice = "Water and flesh have 1000, rubber about 1100, foam 50, wood 600, aluminium 2700",
    .least = 1e-3,
    .soft_most = 1e4,
    .click = 10.0,
    .digits = 1};

/// Of anything in pascals.
constexpr ParamLook stiffness(std::string_view label, std::string_view advice, double least = 0.0) {
    return {.label = label,
            .advice = advice,
            .least = least,
            .most = 1e12,
            .soft_most = 1e7,
            .click = 100.0,
            .digits = 1};
}

constexpr ParamLook poisson_ratio(std::string_view advice, double most, double soft_most) {
    return {.label = "Poisson Ratio",
            .advice = advice,
            .least = -0.99,
            .most = most,
            .soft_most = soft_most};
}

inline constexpr ParamLook COUPLE_RATIO{
    .label = "Coupling", .section = "advanced", .least = 1e-6, .click = 0.1};

inline constexpr ParamLook LENGTH_SCALE{.label = "Length Scale",
                                        .advice = "0: none, an ordinary material",
                                        .section = "advanced",
                                        .most = 1e3,
                                        .soft_most = 0.1,
                                        .click = 1e-3,
                                        .digits = 4};

inline constexpr ParamLook ROTARY_INERTIA{.label = "Rotary Inertia",
                                          .advice = "0 lets the points follow at once",
                                          .section = "advanced",
                                          .digits = 4};

inline constexpr ParamLook AIR_DRAG{
    .label = "Air Drag",
    .advice = "1 takes away about two thirds of the speed in a second",
    .section = "damping",
    .most = 1e3};

inline constexpr ParamLook INNER_DAMPING{.label = "Inner Damping",
                                         .advice = "Rigid motion is left alone",
                                         .section = "damping",
                                         .most = 100.0,
                                         .soft_most = 0.1,
                                         .click = 1e-3,
                                         .digits = 4};

}  // namespace sinew::look
