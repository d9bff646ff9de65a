// The pills of rods, for what follows them: a sphere at each point, a chain for each rod.
#pragma once

#include <span>

#include "body/pill_source.hpp"
#include "viper/rods/rod_batch.hpp"
#include "viper/rods/rod_set.hpp"

namespace sinew::viper {

PillChains rod_pills(const RodsDef& def);

/// Poses of the points, in their order. A point turns by the mean of what the segments at it turn. Does
/// not allocate.
void rod_pill_poses(const RodSet& set, std::span<const RodBatch> batches,
                    std::span<SpherePose> out);

}  // namespace sinew::viper
