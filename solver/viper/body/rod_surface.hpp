// The pills of rods as a surface that others touch.
#pragma once

#include "contact/contact_surface.hpp"
#include "viper/definition/rods_def.hpp"

namespace sinew::viper {

/// Of the longest rod, along it [m].
double longest_rod(const RodsDef& def);

/// Without points that ride on unknowns, and meets others. Its rest is not where the rods are at rest: they lie side by side, each straight,
/// with lengths times 2/π. A rod cannot fold back within π/2 times both radii along it, so its parts that are nearer there
/// than both radii never meet (ContactMesh::rest_positions).
ContactSurface rod_surface(const RodsDef& def);

}  // namespace sinew::viper
