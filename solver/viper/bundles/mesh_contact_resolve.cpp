#include "viper/bundles/mesh_contact_resolve.hpp"

#include <algorithm>

namespace sinew::viper {

void MeshContactResolve::begin_step(const RodBatch& batch) {
    m_solved = false;
    if (!batch.near_meshes.empty()) m_guess = batch.current;
}

bool MeshContactResolve::is_inside(const RodBatch& batch, MeshColliders meshes) {
    m_touches.begin_step({&batch, 1});
    const std::span<const MeshTouch> touches = m_touches.find({&batch, 1}, meshes);
    return std::any_of(touches.begin(), touches.end(), [](const MeshTouch& touch) {
        return touch.depth > 0.0 && touch.share > 0.0;
    });
}

void MeshContactResolve::solve_again(RodBatch& batch, MeshColliders meshes,
                                     std::span<const HalfPlane> planes,
                                     const RodSolverSettings& settings, const StepInfo& step,
                                     const CancelToken& cancel, BatchReport& report) {
    if (batch.near_meshes.empty()) return;
    if (!std::all_of(report.outcome.begin(), report.outcome.end(), is_accepted)) return;
    if (!is_inside(batch, meshes)) return;
    if (!m_solver) m_solver = std::make_unique<CoupledSolver>();
    m_solved = true;
    batch.current = m_guess;
    RodSolverSettings as_chains = settings;
    as_chains.coupled_iterations = settings.iterations;
    as_chains.coupled_tolerance = settings.tolerance;
    as_chains.iterations_per_update = settings.iterations;
    m_solver->contacts().set_meshes(meshes);
    m_solver->contacts().begin_step({&batch, 1}, {}, step.dt);
    const CoupledReport again = m_solver->solve({&batch, 1}, planes, as_chains, step, cancel);
    for (int lane = 0; lane < Pack::LANES; ++lane)
        report.iterations[lane] += again.iterations;
    report.outcome[again.worst.lane] = again.outcome;
    report.residual[again.worst.lane] = again.worst.residual;
}

}  // namespace sinew::viper
