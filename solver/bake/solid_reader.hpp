// Reads bodies of the kind "micropolar_solid".
#pragma once

#include <memory>
#include <string_view>

#include "bake/body_readers.hpp"
#include "bake/json_field.hpp"
#include "body/body.hpp"

namespace sinew::bake {

inline constexpr std::string_view SOLID_FIELDS[] = {"kind",
                                                    "name",
                                                    "tets",
                                                    "surface",
                                                    "resolution",
                                                    "law",
                                                    "material",
                                                    "curvature_stiffness",
                                                    "layers",
                                                    "fibers",
                                                    "normals",
                                                    "uvs",
                                                    "rest_rotation",
                                                    "rest_curvature",
                                                    "rest_curvature_map",
                                                    "tet_rest_curvature",
                                                    "pins",
                                                    "forces",
                                                    "torques",
                                                    "mass",
                                                    "reset_rotations_every",
                                                    "initial"};
inline constexpr std::string_view SOLID_TETS_FIELDS[] = {"vertices", "tetrahedra"};
inline constexpr std::string_view SOLID_RESOLUTION_FIELDS[] = {"size", "count", "wall_thickness"};
inline constexpr std::string_view SOLID_LAWS[] = {"linear", "linear_volume", "neo_hookean",
                                                  "classic_neo_hookean"};
inline constexpr std::string_view SOLID_MASSES[] = {"lumped", "consistent"};
inline constexpr std::string_view SOLID_LAYER_FIELDS[] = {"weights", "material"};
inline constexpr std::string_view SOLID_INITIAL_FIELDS[] = {"velocities", "angular_velocities"};

/// See BodyReader.
std::unique_ptr<BodyDef> read_solid(const JsonField& body);
std::vector<BodyFigure> solid_figures(const BodyDef& def);

}  // namespace sinew::bake
