// All rods of a world, advanced together: prediction, solve, new velocities [viper sections 4 and 6].
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "body/system.hpp"
#include "contact/colliders.hpp"
#include "viper/attachments/rod_attachments.hpp"
#include "viper/bundles/coupled_solver.hpp"
#include "viper/bundles/mesh_contact_resolve.hpp"
#include "viper/bundles/section.hpp"
#include "viper/rods/rod_batch.hpp"
#include "viper/rods/rod_set.hpp"
#include "viper/rods/rod_solver_settings.hpp"
#include "viper/step/chain_solver.hpp"

namespace sinew::viper {

class RodSystem : public System {
public:
    /// For BodyContext::system.
    static constexpr std::string_view FAMILY = "rods";

    /// `colliders` must outlive the system; those added later are seen.
    RodSystem(const RodSolverSettings& settings, const Colliders& colliders)
        : m_settings(settings), m_colliders(colliders) {}

    /// The definition must be valid; `movers` are those of its attachments, in order, and must outlive the system.
    /// Rods may be added between steps.
    RodSet& add(const RodsDef& def, std::vector<const Mover*> movers = {});

    std::string_view stage() const override { return "solve rods"; }
    bool meets_meshes() const override { return true; }
    void check_start(double frame, const Log& log) override;
    void begin_step(const StepInfo& step) override;
    SolveReport solve(const StepInfo& step, const CancelToken& cancel) override;
    void accept_step(const StepInfo& step) override;
    /// Nothing to undo: the state is only replaced by accept_step.
    void reject_step() override {}

    RodSetState state(const RodSet& set) const { return set.gather(m_batches); }
    std::span<const RodBatch> batches() const { return m_batches; }
    /// For another that solves a step in place of `solve`: `current` is the state that accept_step takes.
    std::span<RodBatch> solved() { return m_batches; }
    void set_state(const RodSet& set, const RodSetState& state) {
        set.scatter(state, m_batches);
        m_contacts_are_of_state = false;
    }
    BodyMeasures measure(const RodSet& set, const StepInfo& last_step) const;

    /// Sees the iterates of the first batch; for the convergence study. Empty: none.
    void set_observer(RodObserver observer) { m_observer = std::move(observer); }

private:
    /// The rods of a body, what holds them, and their sections.
    struct Member {
        Member(const RodsDef& def, std::vector<const Mover*> movers)
            : set(def), attachments(set.def(), std::move(movers)) {}

        RodSet set;
        RodAttachments attachments;
        std::vector<Section> sections;
    };

    void rebuild_batches();
    /// Sections and pills of all bodies, after the batches were laid out.
    void couple();
    const Member& member_of(const RodSet& set) const;
    void move_pill_colliders(const StepInfo& step);
    /// Which mesh colliders the predicted points are near.
    void find_mesh_planes();
    void solve_coupled(const StepInfo& step, const CancelToken& cancel,
                       std::vector<BatchReport>& reports);
    /// Of the rods' contacts with pills and meshes in the last step [J]; two rods share what is between them.
    Pack contact_energies(std::size_t batch) const;
    SolveReport summarise(const std::vector<BatchReport>& reports) const;

    RodSolverSettings m_settings;
    const Colliders& m_colliders;
    std::vector<std::unique_ptr<Member>> m_members;
    std::vector<RodBatch> m_batches;
    std::size_t m_coupled = 0;  ///< the first batches: rods that are bundled or collide
    CoupledSolver m_solver;     ///< of these
    std::vector<MeshContactResolve> m_resolves;  ///< of the batches of rods on their own
    bool m_contacts_are_of_state = false;  ///< the solver's contacts belong to the state reached
    std::vector<KinematicPill> m_kinematic;
    RodObserver m_observer;
};

}  // namespace sinew::viper
