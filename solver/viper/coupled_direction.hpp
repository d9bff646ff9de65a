// The Newton direction of rods that hold on to each other, by conjugate gradients.
//
// The Newton system is H = Σ rods + Σ sections + Σ contacts. The rods alone are chains, which are factorised
// directly; with the diagonal part of sections and contacts added they make the preconditioner P. What P has too much is
// known, and P u = r for the preconditioned residual u: only the couplings are multiplied with it, and an iteration costs
// one back substitution per rod. The direction's product A p follows from A u [Chronopoulos and Gear 1989, s-step
// iterative methods for symmetric linear systems], so that an iteration has three parallel loops.
//
// Only some batches move; for the others the direction is zero.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "viper/moving_part.hpp"
#include "viper/pill_contacts.hpp"
#include "viper/rod_objective.hpp"
#include "viper/rod_unknowns.hpp"
#include "viper/section.hpp"

namespace sinew::viper {

/// A member of a section in a batch.
struct SectionSeat {
    int section = 0;
    int member = 0;
};

/// The Newton system, evaluated.
struct CoupledTerms {
    std::span<const RodBatch> batches;
    std::span<const RodExpansion> expansions;
    const RodUnknowns& gradient;
    std::span<const Section> sections;
    std::span<const std::vector<SectionSeat>> seats;  ///< of each batch
    const PillContacts& contacts;
    const MovingPart& moving;
};

/// What a contact feels from a motion of the unknowns: forces on sphere a (and opposite on b) and on the radii.
struct ContactForce {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double radius = 0.0;
};

/// How much of a contact P has at a point of this weight: at least what the contact has there, coupled points included.
inline double contact_share(bool kinematic, double weight) {
    return (kinematic ? 1.0 : 2.0) * weight;
}

class CoupledDirection {
public:
    void resize(std::span<const RodBatch> batches);
    /// Until the residual has fallen to this part of the first, in the norm of P⁻¹. Returns the number of iterations;
    /// −1 when `factorise`, which makes P of a batch, says that it is not positive.
    int find(const CoupledTerms& terms, const std::function<bool(int)>& factorise,
             double tolerance);
    std::span<const Pack> of(std::size_t batch) const { return m_step.of(batch); }

private:
    /// A contact that presses or rubs, with what a product needs side by side.
    struct ContactRow {
        Eigen::Vector3d normal, slip_normal;
        double press = 0.0;             ///< [N/m]
        double slip = 0.0;              ///< [N/m]
        double weight[4] = {};          ///< of the points, negative for those of pill b
        double radius[4] = {};          ///< rest radii [m]
        std::int32_t at[4] = {};        ///< first unknown of each point
        std::int32_t lane[2] = {0, 0};  ///< of pill a and b
        std::int32_t points = 0;        ///< 2 when b is kinematic, else 4
    };
    /// One pill of a contact in a batch.
    struct RowSide {
        std::int32_t row = 0;
        std::int32_t first = 0;  ///< of its two points: 0 or 2
    };

    void gather_rows(const CoupledTerms& terms);
    ContactRow make_row(const PillContact& contact) const;
    void gather_sides(const CoupledTerms& terms, int b);
    bool begin(const CoupledTerms& terms, const std::function<bool(int)>& factorise);
    /// u = P⁻¹ r of some batches, and their parts of rᵀ u.
    void precondition(const CoupledTerms& terms, std::span<const int> group);
    /// w = A u; returns uᵀ A u.
    double multiply(const CoupledTerms& terms);
    /// The next direction, u + β p, a step α along it, and u of the new residual.
    void advance(const CoupledTerms& terms, double alpha, double beta);
    void multiply_sections(const CoupledTerms& terms, int b);
    void multiply_contacts(const CoupledTerms& terms, int b);
    ContactForce times(const ContactRow& row) const;
    double total(const MovingPart& moving) const;

    RodUnknowns m_step, m_r, m_u, m_w, m_p, m_Ap;
    std::vector<double> m_partial;
    std::vector<char> m_positive;  ///< of each batch
    std::vector<SectionMotion> m_motions;
    std::vector<int> m_row_contacts;     ///< of each row
    std::vector<std::int32_t> m_row_of;  ///< of each contact that moves; −1: it does nothing
    std::vector<ContactRow> m_rows;
    std::vector<ContactForce> m_row_forces;
    std::vector<std::vector<RowSide>> m_sides;  ///< of each batch
};

}  // namespace sinew::viper
