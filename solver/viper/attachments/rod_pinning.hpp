// Pins of rods: which unknowns they and the attachments take out of the solve, where these go in a step, and how far they are from there.
#pragma once

#include "body/step_info.hpp"
#include "viper/attachments/rod_attachments.hpp"
#include "viper/rods/rod_set.hpp"

namespace sinew::viper {

/// Takes all that pins and attachments hold out of the solve.
void hold_all_pins(const RodSet& set, std::span<RodBatch> batches);

/// Held points move to their targets at the end of the step; released pins let go.
void apply_pins(const RodSet& set, const RodAttachments& attachments, const StepInfo& step,
                std::span<RodBatch> batches);

/// Distance of the worst pinned point from where it was asked to be [m]; BodyMeasures::NONE where no position is held.
double worst_pin_distance(const RodSet& set, const StepInfo& last_step, const RodSetState& state);

}  // namespace sinew::viper
