// Couplings between the rods of a body, and with rods of other bodies: sections and pills.
#pragma once

#include <span>
#include <vector>

#include "viper/bundles/section.hpp"
#include "viper/contact/pill_touches.hpp"
#include "viper/rods/rod_set.hpp"

namespace sinew::viper {

/// The sections that keep their shape [viper section 7.3]; after the constants are in the batches.
std::vector<Section> make_rod_sections(const RodSet& set, std::span<const RodBatch> batches);

/// The segments, if they collide. `body` is the number of this set among all.
void append_rod_pills(const RodSet& set, int body, std::vector<DynamicPill>& pills);

}  // namespace sinew::viper
