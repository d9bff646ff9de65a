// What rods are measured by at the state reached: gravity and bundling, volume, distance to planes, pins. The energies that rods have
// alone are not in it.
#pragma once

#include "viper/rod_set.hpp"

namespace sinew::viper {

BodyMeasures measure_rods(const RodSet& set, const StepInfo& last_step,
                          std::span<const RodBatch> batches, std::span<const HalfPlane> planes);

}  // namespace sinew::viper
