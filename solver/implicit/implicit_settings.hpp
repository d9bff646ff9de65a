// How the implicit bodies of a world are advanced.
#pragma once

#include <optional>

#include "optimize/linear_solver.hpp"
#include "optimize/newton_settings.hpp"

namespace sinew {

enum class Integrator {
    BackwardEuler,  ///< first order, as in the paper [micropolar eq. 18]; motion dies down
    Bdf2,           ///< second order: keeps the energy of slow motion much better
    QuasiStatic,    ///< no inertia: every step ends in equilibrium (settle)
};

struct ImplicitSettings {
    Integrator integrator = Integrator::BackwardEuler;
    LinearSolverChoice linear_solver = LinearSolverChoice::Automatic;
    int iterations = 50;  ///< most Newton iterations in a step
    /// Force residual relative to the forces on the body [1]; none: chosen by the integrator.
    std::optional<double> tolerance = std::nullopt;

    /// Without inertia, what is left in one step is left in the next, so that static steps are balanced better.
    double chosen_tolerance() const {
        return tolerance.value_or(integrator == Integrator::QuasiStatic ? 1e-6 : 2e-4);
    }
};

}  // namespace sinew
