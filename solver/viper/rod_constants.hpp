// Masses, lengths and stiffnesses of a rod, as the solver has them: RodsDef and its RodParams in the lanes of a RodBatch.
#pragma once

#include "viper/rod_set.hpp"

namespace sinew::viper {

/// Fills the lane of `rod`; all its unknowns are free.
void fill_rod_constants(const RodSet& set, const RodSet::Rod& rod, RodBatch& batch);

}  // namespace sinew::viper
