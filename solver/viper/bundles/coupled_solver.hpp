// Newton's method on all rods that hold on to each other: bundled in sections, or in contact.
//
// Each iteration expands the rods, sections and contacts around the iterate, takes the direction of
// coupled_direction.hpp, and halves it until the energy falls. Rods that are balanced already wait.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/cancel.hpp"
#include "body/step_info.hpp"
#include "contact/half_plane.hpp"
#include "viper/bundles/active_rods.hpp"
#include "viper/bundles/coupled_direction.hpp"
#include "viper/bundles/coupled_expansion.hpp"
#include "viper/rods/rod_batch.hpp"
#include "viper/rods/rod_solver_settings.hpp"

namespace sinew::viper {

struct CoupledReport {
    StepOutcome outcome = StepOutcome::Converged;
    int iterations = 0;         ///< Newton
    int linear_iterations = 0;  ///< conjugate gradients, in all
    WorstRod worst;
};

class CoupledSolver {
public:
    /// Sections and contacts name the batches by their index in the span that `solve` gets.
    void set_sections(std::vector<Section> sections) {
        m_expansion.set_sections(std::move(sections));
    }
    PillContacts& contacts() { return m_expansion.contacts(); }
    const PillContacts& contacts() const { return m_expansion.contacts(); }

    /// Minimises from batch.current, in place. contacts().begin_step must have been called.
    CoupledReport solve(std::span<RodBatch> batches, std::span<const HalfPlane> planes,
                        const RodSolverSettings& settings, const StepInfo& step,
                        const CancelToken& cancel);

private:
    void resize(std::span<const RodBatch> batches);
    /// Which pills touch at the iterate, and how far they slid.
    void update_contacts(std::span<RodBatch> batches, std::span<const HalfPlane> planes, double dt,
                         bool first);
    /// Tolerances of a solve with contacts and friction held; residuals as in CoupledReport.
    struct Goal {
        double tolerance = 0.0;  ///< done
        int most = 0;            ///< iterations of the step, in all
        bool fitted_after =
            false;  ///< contacts are updated again, so that small last steps need no search
    };
    void minimise(std::span<RodBatch> batches, std::span<const HalfPlane> planes, const Goal& goal,
                  const CancelToken& cancel, CoupledReport& report);
    /// The rods of a batch go from the last iterate to α times the direction.
    void advance_batch(RodBatch& batch, std::size_t b, double alpha) const;
    /// Whether the last direction is small everywhere.
    bool moves_little() const;
    /// Energy at the iterate [J]. Brings what moved up to it, and begins the next direction of the rods whose residual is
    /// above `balanced`.
    double evaluate(std::span<const RodBatch> batches, std::span<const HalfPlane> planes,
                    double balanced);

    CoupledExpansion m_expansion;
    ActiveRods m_active;
    CoupledDirection m_direction;
    std::vector<char> m_small;         ///< of each batch: its direction is
    std::vector<RodState> m_previous;  ///< of each batch: the last iterate
};

}  // namespace sinew::viper
