// How the rods of a world are solved.
#pragma once

namespace sinew::viper {

enum class RodMethod {
    Chain,        ///< Newton with a direct banded solve per rod: converges quadratically
    GaussSeidel,  ///< the paper's XPBD sweeps, kept for comparison
};

/// Slower sliding counts as sticking [m/s].
inline constexpr double STICKING_SPEED = 2e-3;
/// How often the friction's springs are fitted to the slip in a step.
inline constexpr int FRICTION_PASSES = 3;

struct RodSolverSettings {
    RodMethod method = RodMethod::Chain;
    int iterations = 50;      ///< most Newton iterations, or the number of Gauss-Seidel sweeps
    double tolerance = 1e-6;  ///< force residual relative to the forces in the rod [1]
    double relaxation = 1.0;  ///< β of [viper eq. 28], Gauss-Seidel only [1]

    // Rods that are bundled or collide are solved together, by Newton and conjugate gradients:
    int coupled_iterations = 20;      ///< most Newton iterations
    double coupled_tolerance = 1e-3;  ///< force residual relative to the forces in the rod [1]
    int iterations_per_update = 1;    ///< most Newton iterations between updates of contacts
};

}  // namespace sinew::viper
