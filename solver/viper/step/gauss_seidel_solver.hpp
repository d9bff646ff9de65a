// The paper's solver: XPBD sweeps over the constraints of a rod, one after the other [viper eq. 26-28].
//
// Kept to compare with: it converges linearly, slower the longer the rod, and, because it moves along the
// gradients it met on the way [viper eq. 82], to a point near the minimum of [viper eq. 77] only.
#pragma once

#include <span>

#include "viper/step/chain_solver.hpp"

namespace sinew::viper {

/// Runs settings.iterations sweeps from batch.current, in place. The residual is reported, not waited for.
BatchReport solve_gauss_seidel(RodBatch& batch, std::span<const HalfPlane> planes,
                               const RodSolverSettings& settings, const CancelToken& cancel,
                               ChainWorkspace& workspace, const RodObserver& observer = {});

}  // namespace sinew::viper
