// Reads bodies of the kind "cosserat_shell".
#pragma once

#include <memory>
#include <string_view>

#include "bake/body_readers.hpp"
#include "bake/json_field.hpp"
#include "body/body.hpp"

namespace sinew::bake {

inline constexpr std::string_view SHELL_FIELDS[] = {"kind",
                                                    "name",
                                                    "mesh",
                                                    "surface",
                                                    "edges",
                                                    "edge_points",
                                                    "element",
                                                    "model",
                                                    "area_law",
                                                    "material",
                                                    "thickness",
                                                    "rest_curvature",
                                                    "rest_curvature_map",
                                                    "triangle_rest_curvature",
                                                    "rest_stretch",
                                                    "rest_stretch_map",
                                                    "triangle_rest_stretch",
                                                    "pins",
                                                    "loads",
                                                    "forces",
                                                    "torques",
                                                    "mass",
                                                    "initial"};
inline constexpr std::string_view SHELL_EDGES[] = {"straight", "smooth"};
inline constexpr std::string_view SHELL_ELEMENTS[] = {"quadratic", "linear"};
inline constexpr std::string_view SHELL_MODELS[] = {"plate", "curved"};
inline constexpr std::string_view SHELL_AREA_LAWS[] = {"linear", "nonlinear"};
inline constexpr std::string_view SHELL_MASSES[] = {"diagonal", "consistent"};
inline constexpr std::string_view SHELL_EDGE_POINTS_FIELDS[] = {"vertices", "positions"};
inline constexpr std::string_view SHELL_LOAD_FIELDS[] = {"vertices", "force", "torque"};
inline constexpr std::string_view SHELL_INITIAL_FIELDS[] = {"positions", "velocities",
                                                            "angular_velocities"};

/// See BodyReader.
std::unique_ptr<BodyDef> read_shell(const JsonField& body);
std::vector<BodyFigure> shell_figures(const BodyDef& def);

}  // namespace sinew::bake
