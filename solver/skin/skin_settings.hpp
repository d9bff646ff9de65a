// How a mesh is bound to pills.
#pragma once

#include <limits>

namespace sinew::skin {

struct SkinSettings {
    int smoothing = 10;  ///< rounds of diffusion of the weights over the mesh
    /// Vertices farther from all pills than this many radii of the nearest one follow that one alone.
    double reach = std::numeric_limits<double>::infinity();
};

}  // namespace sinew::skin
