// Newton's method on one batch of rods, each rod's linear system solved directly in linear time.
//
// Differs from the paper: it relaxes constraints one by one and converges linearly (its Fig. 14). A rod is a
// chain, so its whole Newton system is a narrow band and is factorised at once.
#pragma once

#include <array>
#include <functional>
#include <span>

#include "base/cancel.hpp"
#include "body/step_info.hpp"
#include "contact/half_plane.hpp"
#include "viper/rods/rod_batch.hpp"
#include "viper/rods/rod_solver_settings.hpp"
#include "viper/step/rod_objective.hpp"

namespace sinew::viper {

/// How the four rods of a batch came out.
struct BatchReport {
    std::array<StepOutcome, Pack::LANES> outcome{};
    std::array<int, Pack::LANES> iterations{};
    std::array<double, Pack::LANES> residual{};  ///< relative [1]
};

/// Called with each iterate that a solver accepts, the first one included; for the convergence study.
using RodObserver = std::function<void(int iteration, const RodBatch& batch)>;

/// Memory that is kept between calls; one per thread.
struct ChainWorkspace {
    RodExpansion expansion;
    RodState previous;
    std::vector<Pack> direction;
    std::vector<Pack> step;
};

/// Minimises from batch.current, in place.
BatchReport solve_chain(RodBatch& batch, std::span<const HalfPlane> planes,
                        const RodSolverSettings& settings, const CancelToken& cancel,
                        ChainWorkspace& workspace, const RodObserver& observer = {});

}  // namespace sinew::viper
