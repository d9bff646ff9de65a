// Reads the top level of a job. Bodies and colliders have their own readers.
#pragma once

#include <string_view>

#include "bake/job.hpp"

namespace sinew::bake {

inline constexpr int JOB_FORMAT = 1;

// The fields that a job may have, level by level: docs/job.md and docs/job.schema.json have the same.
inline constexpr std::string_view JOB_FIELDS[] = {"sinew_job", "name",      "units",  "frames",
                                                  "gravity",   "solver",    "binary", "movers",
                                                  "bodies",    "colliders", "outputs"};
inline constexpr std::string_view UNITS_FIELDS[] = {"length"};
inline constexpr std::string_view FRAMES_FIELDS[] = {"start", "end", "rate"};
inline constexpr std::string_view SOLVER_FIELDS[] = {"preroll", "substeps", "max_halvings", "rods",
                                                     "implicit"};
inline constexpr std::string_view SOLVER_RODS_FIELDS[] = {
    "method", "iterations", "tolerance", "relaxation", "coupled_iterations", "coupled_tolerance"};
inline constexpr std::string_view SOLVER_IMPLICIT_FIELDS[] = {"integrator", "linear_solver",
                                                              "iterations", "tolerance"};
inline constexpr std::string_view OUTPUTS_FIELDS[] = {"checkpoint_every", "spaces"};

/// In the order of viper::RodMethod.
inline constexpr std::string_view ROD_METHOD_NAMES[] = {"chain", "gauss_seidel"};
/// In the order of Integrator.
inline constexpr std::string_view INTEGRATOR_NAMES[] = {"backward_euler", "bdf2", "quasi_static"};
/// In the order of LinearSolverChoice.
inline constexpr std::string_view LINEAR_SOLVER_NAMES[] = {"automatic", "direct",
                                                           "conjugate_gradients"};

/// As read_job, with the text of the file. `path` names it in messages, its folder has the files
/// that the job names.
JobReading read_job_text(std::string_view text, const std::filesystem::path& path,
                         const LoadOptions& options = {});

}  // namespace sinew::bake
