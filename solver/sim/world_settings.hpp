// How a world runs: frame rate, steps, gravity, threads.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "base/error.hpp"
#include "implicit/implicit_settings.hpp"
#include "viper/rods/rod_solver_settings.hpp"

namespace sinew {

struct WorldSettings {
    double frame_rate = 24.0;  ///< [1/s]
    int substeps = 2;          ///< steps per frame when all goes well
    int max_halvings = 5;      ///< a failed step is retried with dt/2, dt/4, … this many times
    Eigen::Vector3d gravity{0.0, 0.0, -9.81};  ///< [m/s²]
    double start_frame = 1.0;
    int threads = 0;  ///< 0: all cores
    viper::RodSolverSettings rods;
    ImplicitSettings implicit;

    /// Appends every problem, not just the first.
    void collect_problems(std::vector<Problem>& problems) const;
};

}  // namespace sinew
