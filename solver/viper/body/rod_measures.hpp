// Measures of rods at the state reached: gravity and bundling, volume, distance to planes, pins. Energies of single rods are not
// among them.
#pragma once

#include "body/step_info.hpp"
#include "contact/half_plane.hpp"
#include "viper/bundles/section.hpp"
#include "viper/rods/rod_set.hpp"

namespace sinew::viper {

/// `sections` are those of the set.
BodyMeasures measure_rods(const RodSet& set, std::span<const Section> sections,
                          const StepInfo& last_step, std::span<const RodBatch> batches,
                          std::span<const HalfPlane> planes);

}  // namespace sinew::viper
