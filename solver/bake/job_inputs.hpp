// Inputs that the bake of a job depends on: settings, movers, colliders and bodies.
#pragma once

#include "bake/inputs_hash.hpp"
#include "bake/job.hpp"

namespace sinew::bake {

/// Of a job as it is in the file, before the preroll is added.
InputsHash job_inputs(const Job& job);

}  // namespace sinew::bake
