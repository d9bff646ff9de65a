// The motion of rods from step to step: where they go by themselves, and what their rates are after a step.
#pragma once

#include "body/step_info.hpp"
#include "viper/rods/rod_batch.hpp"

namespace sinew::viper {

/// Free motion [viper eq. 21-23], and the strains that material damping holds on to.
void predict(RodBatch& batch, const StepInfo& step);

/// Rates from the change over the step. For frames the inverse of the prediction, so that free
/// spinning goes on at the same rate.
void accept(RodBatch& batch, double dt);

}  // namespace sinew::viper
