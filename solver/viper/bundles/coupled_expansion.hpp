// The energy of rods that hold on to each other, expanded around an iterate: rods, sections and contacts.
//
// First the couplings, each of which looks at several rods: sections and contacts. Then the rods of a batch, with the
// forces of the couplings on them: all forces, the unbalanced part, and the factor of the preconditioner P, which is the
// rods' own Hessian with the diagonal blocks of the couplings. A batch is done in one go, while it is in the cache.
#pragma once

#include <span>
#include <vector>

#include "contact/half_plane.hpp"
#include "viper/bundles/active_rods.hpp"
#include "viper/bundles/section.hpp"
#include "viper/contact/pill_contacts.hpp"
#include "viper/rods/rod_batch.hpp"
#include "viper/rods/rod_unknowns.hpp"
#include "viper/step/rod_objective.hpp"

namespace sinew::viper {

/// A member of a section in a batch.
struct SectionSlot {
    int section = 0;
    int member = 0;
};

/// How much of a contact P has at a point of this weight: at least what the contact has there, coupled points included.
inline double contact_share(bool kinematic, double weight) {
    return (kinematic ? 1.0 : 2.0) * weight;
}

/// A rod, and how unbalanced it is.
struct WorstRod {
    double residual = 0.0;  ///< largest unbalanced force, relative to the largest in the rod [1]
    int batch = 0;
    int lane = 0;
};

class CoupledExpansion {
public:
    /// Sections and contacts name the batches by their index in the spans that the functions below get.
    void set_sections(std::vector<Section> sections);
    void resize(std::span<const RodBatch> batches);

    /// Brings what moves up to the iterate.
    void evaluate_couplings(std::span<const RodBatch> batches, const ActiveRods& active);
    /// Of one batch, after the couplings; `moved`: not only what it is coupled to. Makes its factor when its residual is above
    /// `balanced`, and returns whether there is one now.
    bool evaluate_rods(const RodBatch& batch, std::span<const HalfPlane> planes, std::size_t b,
                       bool moved, double balanced);
    /// Of all [J].
    double energy() const { return sum(m_energies); }

    WorstRod worst(std::span<const RodBatch> batches) const;
    /// The first rod whose energy is not finite.
    WorstRod first_not_finite(std::span<const RodBatch> batches) const;

    PillContacts& contacts() { return m_contacts; }
    const PillContacts& contacts() const { return m_contacts; }
    const std::vector<Section>& sections() const { return m_sections; }
    /// Of each section, the batches that it couples.
    std::span<const std::vector<int>> section_batches() const { return m_section_batches; }
    // Of a batch:
    std::span<const SectionSlot> slots(std::size_t b) const { return m_slots[b]; }
    std::span<const Pack> gradient(std::size_t b) const { return m_gradient.of(b); }
    const ChainMatrix& factor(std::size_t b) const { return m_rods[b].hessian; }
    bool has_factor(std::size_t b) const { return m_factorised[b] && m_positive[b]; }
    /// Of each batch, that of its worst rod [1].
    std::span<const double> residuals() const { return m_residuals; }

private:
    /// Adds up the energies and forces of rods, sections and contacts on a batch, and sets the unbalanced forces.
    void add_forces(const RodBatch& batch, std::size_t b);
    /// False: not positive.
    bool factorise(const RodBatch& batch, std::span<const HalfPlane> planes, std::size_t b);
    /// The diagonal blocks of sections and contacts.
    void add_stiffness(const RodBatch& batch, std::size_t b);
    double residual_of(std::size_t batch, int lane) const {
        return m_unbalanced[batch][lane] / m_largest_force[batch][lane];
    }

    std::vector<Section> m_sections;
    std::vector<std::vector<int>> m_section_batches;
    std::vector<std::size_t> m_section_start;       ///< of its members in m_member_forces
    std::vector<MemberForce> m_member_forces;       ///< section after section
    std::vector<double> m_section_energies;         ///< [J]
    std::vector<std::vector<SectionSlot>> m_slots;  ///< of each batch
    PillContacts m_contacts;

    // Of each batch:
    std::vector<RodExpansion> m_rods;   ///< alone; where it is factorised the Hessian is P's factor
    std::vector<char> m_factorised;     ///< whether it is
    std::vector<char> m_positive;       ///< whether that succeeded
    RodUnknowns m_gradient;             ///< with sections and contacts
    std::vector<Pack> m_unbalanced;     ///< largest unbalanced force [N]
    std::vector<Pack> m_largest_force;  ///< largest force anywhere in the rod [N]
    std::vector<double> m_energies;     ///< of rods, and of couplings whose first point is here [J]
    std::vector<double> m_residuals;    ///< [1]
};

}  // namespace sinew::viper
