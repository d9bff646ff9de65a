// All rods of a world, advanced together: prediction, solve, new velocities [viper sections 4 and 6].
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "body/half_plane.hpp"
#include "body/system.hpp"
#include "viper/chain_solver.hpp"
#include "viper/rod_batch.hpp"
#include "viper/rod_set.hpp"
#include "viper/rod_solver_settings.hpp"

namespace sinew::viper {

class RodSystem : public System {
public:
    /// `planes` must outlive the system; planes added later are seen.
    RodSystem(const RodSolverSettings& settings, const std::vector<HalfPlane>& planes)
        : m_settings(settings), m_planes(planes) {}

    /// The definition must be valid. Rods may be added between steps.
    RodSet& add(const RodsDef& def);

    std::string_view stage() const override { return "solve rods"; }
    void begin_step(const StepInfo& step) override;
    SolveReport solve(const StepInfo& step, const CancelToken& cancel) override;
    void accept_step(const StepInfo& step) override;
    /// Nothing to undo: the state is only replaced by accept_step.
    void reject_step() override {}

    RodSetState state(const RodSet& set) const { return set.gather(m_batches); }
    std::span<const RodBatch> batches() const { return m_batches; }
    void set_state(const RodSet& set, const RodSetState& state) { set.scatter(state, m_batches); }
    BodyMeasures measure(const RodSet& set, const StepInfo& last_step) const;

    /// Sees the iterates of the first batch; for the convergence study. Empty: none.
    void set_observer(RodObserver observer) { m_observer = std::move(observer); }

private:
    void rebuild_batches();
    SolveReport summarise(const std::vector<BatchReport>& reports) const;

    RodSolverSettings m_settings;
    const std::vector<HalfPlane>& m_planes;
    std::vector<std::unique_ptr<RodSet>> m_sets;
    std::vector<RodBatch> m_batches;
    RodObserver m_observer;
};

}  // namespace sinew::viper
