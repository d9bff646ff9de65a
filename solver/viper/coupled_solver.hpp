// Newton's method on all rods that hold on to each other: bundled in sections, or in contact.
//
// Each iteration expands the rods, sections and contacts around the iterate, takes the direction of
// coupled_direction.hpp, and halves it until the energy falls. Rods that are balanced already wait.
#pragma once

#include <span>
#include <vector>

#include "base/cancel.hpp"
#include "body/half_plane.hpp"
#include "body/step_info.hpp"
#include "viper/coupled_direction.hpp"
#include "viper/moving_part.hpp"
#include "viper/pill_contacts.hpp"
#include "viper/rod_batch.hpp"
#include "viper/rod_objective.hpp"
#include "viper/rod_solver_settings.hpp"
#include "viper/section.hpp"

namespace sinew::viper {

struct CoupledReport {
    StepOutcome outcome = StepOutcome::Converged;
    int iterations = 0;         ///< Newton
    int linear_iterations = 0;  ///< conjugate gradients, in all
    double residual = 0.0;      ///< largest of all rods, relative to the forces in the rod [1]
    int worst_batch = 0;        ///< where it is
    int worst_lane = 0;
};

class CoupledSolver {
public:
    /// Sections and contacts name the batches by their index in the span that `solve` gets.
    void set_sections(std::vector<Section> sections);
    PillContacts& contacts() { return m_contacts; }
    const PillContacts& contacts() const { return m_contacts; }

    /// Minimises from batch.current, in place. contacts().begin_step must have been called.
    CoupledReport solve(std::span<RodBatch> batches, std::span<const HalfPlane> planes,
                        const RodSolverSettings& settings, const StepInfo& step,
                        const CancelToken& cancel);

private:
    void resize(std::span<const RodBatch> batches);
    /// Which pills touch at the iterate, and how far they slid.
    void fit_contacts(std::span<RodBatch> batches, std::span<const HalfPlane> planes, double dt,
                      bool first);
    /// What to reach with contacts and friction held; residuals as in CoupledReport.
    struct Goal {
        double tolerance = 0.0;   ///< done
        double acceptable = 0.0;  ///< good enough where no more can be done
        int most = 0;             ///< iterations of the step, in all
        bool fitted_after =
            false;  ///< contacts are fitted again, so that small last steps need no search
    };
    void minimise(std::span<RodBatch> batches, std::span<const HalfPlane> planes, const Goal& goal,
                  const CancelToken& cancel, CoupledReport& report);
    /// Rods that move go from the last iterate to α times the direction.
    void advance_moving(std::span<RodBatch> batches, double alpha);
    /// Whether the last direction is small everywhere.
    bool moves_little() const;
    /// Energy at the iterate; brings expansions, section and contact forces of what moved up to it, but does not add
    /// them up.
    double evaluate(std::span<RodBatch> batches, std::span<const HalfPlane> planes);
    double evaluate_sections(std::span<const RodBatch> batches);
    /// Adds up the forces of rods, sections and contacts on a batch, and tells what is left.
    void add_forces(const RodBatch& batch, std::size_t b);
    /// Adds the block diagonal of sections and contacts to the chains of a batch and factorises them; false: not positive.
    bool factorise(const RodBatch& batch, std::span<const HalfPlane> planes, std::size_t b);
    void add_stiffness(const RodBatch& batch, std::size_t b);
    double residual_of(std::size_t batch, int lane) const {
        return m_unbalanced[batch][lane] / m_largest_force[batch][lane];
    }
    void report_residual(std::span<const RodBatch> batches, CoupledReport& report) const;
    /// Names the first rod whose energy is not finite.
    void blame_rod_not_finite(std::span<const RodBatch> batches, CoupledReport& report) const;

    std::vector<Section> m_sections;
    std::vector<std::size_t> m_section_start;  ///< of each section's members in m_member_forces
    std::vector<std::vector<SectionSeat>> m_seats;  ///< of each batch
    PillContacts m_contacts;
    MovingPart m_moving;
    CoupledDirection m_direction;

    std::vector<RodExpansion> m_expansions;  ///< of the rods alone
    RodUnknowns m_gradient;                  ///< with sections and contacts
    std::vector<Pack> m_unbalanced;          ///< of each batch: largest unbalanced force [N]
    std::vector<Pack> m_largest_force;  ///< of each batch: largest force anywhere in the rod [N]
    std::vector<MemberForce> m_member_forces;
    std::vector<double> m_section_energies;
    std::vector<double> m_energies;   ///< of each batch [J]
    std::vector<double> m_residuals;  ///< of each batch, as in CoupledReport [1]
    std::vector<char> m_small;        ///< of each batch: its direction is
    std::vector<RodState> m_previous;
};

}  // namespace sinew::viper
