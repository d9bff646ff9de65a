// Animated inputs of rods that act along their whole length: activation, and forces on the radius.
#pragma once

#include "body/step_info.hpp"
#include "viper/rods/rod_set.hpp"

namespace sinew::viper {

/// Rest length and rest scale at the end of the step; before the free motion is predicted.
void apply_activation(const RodSet& set, const StepInfo& step, std::span<RodBatch> batches);

/// The load on each point's scale at the end of the step.
void apply_radial_force(const RodSet& set, const StepInfo& step, std::span<RodBatch> batches);

}  // namespace sinew::viper
