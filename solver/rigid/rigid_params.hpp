// What a rigid body is made of.
#pragma once

#include "base/param_table.hpp"
#include "body/material_looks.hpp"

namespace sinew::rigid {

struct RigidParams {
    double density = 1000.0;      ///< [kg/m³]
    double mass = 0.0;            ///< instead of the density [kg]; 0: that of the density
    double wall_thickness = 0.0;  ///< of a hollow body [m]; 0: solid
    double damping = 0.0;         ///< rate at which all motion dies out [1/s]
};

inline constexpr ParamInfo<RigidParams> RIGID_PARAM_TABLE[] = {
    {"density", "kg/m³", &RigidParams::density, 0.0, NO_LIMIT, false, "Mass per volume",
     look::DENSITY},
    {"mass",
     "kg",
     &RigidParams::mass,
     0.0,
     NO_LIMIT,
     true,
     "Mass of the whole body, instead of the density",
     {.label = "Mass", .advice = "0: volume times density", .soft_most = 100.0, .digits = 3},
     "0: the volume times `density`"},
    {"wall_thickness",
     "m",
     &RigidParams::wall_thickness,
     0.0,
     NO_LIMIT,
     true,
     "Thickness of the wall of a hollow body",
     {.label = "Wall",
      .advice = "0: solid. Open meshes need a wall",
      .soft_most = 100.0,
      .unit = "mm",
      .scale = 1e3},
     "0: solid, which needs a closed mesh. The mesh is in the middle of the wall"},
    {"damping", "1/s", &RigidParams::damping, 0.0, NO_LIMIT, true, "How fast all motion dies out",
     look::AIR_DRAG},
};

}  // namespace sinew::rigid
