// The parts of a solid of voxels in which a way leads from source to sink: only these can be filled with rods.
#pragma once

#include "viperize/muscle_ends.hpp"
#include "viperize/voxel_domain.hpp"

namespace sinew::viperize {

struct JoinedParts {
    VoxelDomain domain;  ///< these parts alone
    MuscleEnds ends;     ///< what is in them, by the numbers of their cells
    double fraction =
        0.0;  ///< of the cells that they have [1]; 0: there are none, and the rest is empty
};

JoinedParts join_ends(VoxelDomain domain, MuscleEnds ends);

}  // namespace sinew::viperize
