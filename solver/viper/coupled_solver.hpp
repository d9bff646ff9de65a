// Newton's method on all rods that hold on to each other: bundled in sections, or in contact.
//
// The Newton system is H = Σ rods + Σ sections + Σ contacts. The rods alone are chains, which are factorised
// directly; with the diagonal part of sections and contacts added they make the preconditioner P of a conjugate
// gradient iteration on H. What P has too much is known, so P p is carried along and only the couplings are
// multiplied: an iteration costs one back substitution per rod.
#pragma once

#include <span>
#include <vector>

#include "base/cancel.hpp"
#include "body/half_plane.hpp"
#include "body/step_info.hpp"
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
    /// A member of a section in a batch.
    struct Incidence {
        int section = 0;
        int member = 0;
    };
    /// One vector of unknowns per batch.
    using Unknowns = std::vector<std::vector<Pack>>;

    void resize(std::span<const RodBatch> batches);
    /// With contacts and friction held, until the residual is below the tolerance or `most` iterations are reached.
    void minimise(std::span<RodBatch> batches, std::span<const HalfPlane> planes, double tolerance,
                  int most, const CancelToken& cancel, CoupledReport& report);
    /// Energy at the iterate; fills expansions, section and contact forces, but does not add them up.
    double evaluate(std::span<RodBatch> batches, std::span<const HalfPlane> planes);
    double evaluate_sections(std::span<const RodBatch> batches);
    /// Adds sections and contacts of a batch to its gradient and, as block diagonal, to its Hessian.
    void add_couplings(const RodBatch& batch, std::size_t b);
    void add_contacts(const RodBatch& batch, std::size_t b);
    void judge_residual(std::span<const RodBatch> batches, CoupledReport& report) const;
    /// Names the first rod whose energy is not finite.
    void blame_rod_not_finite(std::span<const RodBatch> batches, CoupledReport& report) const;
    bool factorise(std::span<RodBatch> batches, std::span<const HalfPlane> planes);
    /// Direction into m_step. Returns the number of iterations.
    int find_direction(std::span<const RodBatch> batches, double tolerance);
    double apply(std::span<const RodBatch> batches);
    void apply_contacts(const RodBatch& batch, std::size_t b);

    std::vector<Section> m_sections;
    std::vector<std::size_t> m_section_start;  ///< of each section's members in m_member_forces
    std::vector<std::vector<Incidence>> m_members_of_batch;
    PillContacts m_contacts;

    std::vector<RodExpansion> m_expansions;
    std::vector<MemberForce> m_member_forces;
    std::vector<double> m_section_energies;
    std::vector<SectionMotion> m_motions;
    std::vector<ContactForce> m_contact_forces;
    std::vector<RodState> m_previous;
    Unknowns m_step, m_r, m_z, m_p, m_Pp, m_Ap;
    std::vector<double> m_partial;
};

}  // namespace sinew::viper
