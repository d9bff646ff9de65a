// Rods on their own, four of a batch, that touch a mesh collider between their points.
//
// Such a contact holds on to two points, which the factorised chain has no room for. The chains are solved as if it were not there;
// where that leaves a pill in a mesh, the batch is solved again from its first guess by the solver of rods that hold on to each other,
// with these contacts and to the tolerance of chains. All other rods are what they are without this.
#pragma once

#include <memory>
#include <span>

#include "viper/bundles/coupled_solver.hpp"
#include "viper/contact/mesh_touches.hpp"
#include "viper/step/chain_solver.hpp"

namespace sinew::viper {

class MeshContactResolve {
public:
    /// Remembers the first guess, batch.current, where it may be needed.
    void begin_step(const RodBatch& batch);
    /// After the chains were solved; the report is changed where the batch is solved again.
    void solve_again(RodBatch& batch, MeshColliders meshes, std::span<const HalfPlane> planes,
                     const RodSolverSettings& settings, const StepInfo& step,
                     const CancelToken& cancel, BatchReport& report);
    /// Of the last step; the batch has number 0 in them. Null: none.
    const PillContacts* contacts() const { return m_solved ? &m_solver->contacts() : nullptr; }

private:
    /// Whether a pill is in a mesh at the iterate.
    bool is_inside(const RodBatch& batch, MeshColliders meshes);

    RodState m_guess;
    MeshTouches m_touches;
    std::unique_ptr<CoupledSolver> m_solver;  ///< made when first needed
    bool m_solved = false;                    ///< again, in this step
};

}  // namespace sinew::viper
