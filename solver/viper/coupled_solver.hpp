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
                        const RodSolverSettings& settings, double dt, const CancelToken& cancel);

private:
    void resize(std::span<const RodBatch> batches);
    /// Which pills touch at the iterate, and how far they slid.
    void fit_contacts(std::span<RodBatch> batches, std::span<const HalfPlane> planes, double dt,
                      bool first);
    /// With contacts and friction held, until the residual is below the tolerance or `most` iterations are reached.
    /// `fitted_after`: the contacts are fitted again after it, so that small last steps need no search.
    void minimise(std::span<RodBatch> batches, std::span<const HalfPlane> planes, double tolerance,
                  int most, bool fitted_after, const CancelToken& cancel, CoupledReport& report);
    /// Whether the direction is small everywhere.
    bool moves_little(std::span<const RodBatch> batches) const;
    /// Energy at the iterate; brings expansions, section and contact forces of what moves up to it, but does not add
    /// them up.
    double evaluate(std::span<RodBatch> batches, std::span<const HalfPlane> planes);
    double evaluate_sections(std::span<const RodBatch> batches);
    /// Adds sections and contacts of a batch to its gradient and, as block diagonal, to its Hessian.
    void add_couplings(const RodBatch& batch, std::size_t b);
    void add_contacts(const RodBatch& batch, std::size_t b);
    void judge_residual(std::span<const RodBatch> batches, CoupledReport& report);
    /// Names the first rod whose energy is not finite.
    void blame_rod_not_finite(std::span<const RodBatch> batches, CoupledReport& report) const;
    bool factorise(std::span<RodBatch> batches, std::span<const HalfPlane> planes);

    std::vector<Section> m_sections;
    std::vector<std::size_t> m_section_start;  ///< of each section's members in m_member_forces
    std::vector<std::vector<SectionSeat>> m_seats;  ///< of each batch
    PillContacts m_contacts;
    MovingPart m_moving;
    CoupledDirection m_direction;

    std::vector<RodExpansion> m_expansions;
    std::vector<MemberForce> m_member_forces;
    std::vector<double> m_section_energies;
    std::vector<double> m_energies;   ///< of each batch [J]
    std::vector<double> m_residuals;  ///< of each batch, as in CoupledReport [1]
    std::vector<RodState> m_previous;
};

}  // namespace sinew::viper
