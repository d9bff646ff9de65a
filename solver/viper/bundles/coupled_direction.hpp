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
#include <optional>
#include <span>
#include <vector>

#include "viper/bundles/active_rods.hpp"
#include "viper/bundles/coupled_expansion.hpp"
#include "viper/bundles/section.hpp"
#include "viper/contact/pill_contacts.hpp"
#include "viper/rods/rod_unknowns.hpp"

namespace sinew::viper {

/// Change of a contact by a motion of the unknowns: forces on sphere a (and opposite on b) and on the radii.
struct ContactForce {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double radius = 0.0;
};

class CoupledDirection {
public:
    void resize(std::span<const RodBatch> batches);
    /// Of some batches, whose P was just factorised: the first residual, and its product with P⁻¹. Leaves the last direction
    /// as it is. At most BATCHES_AT_ONCE.
    void begin(const CoupledExpansion& expansion, std::span<const int> group);
    /// Until the residual has fallen to this part of the first, in the norm of P⁻¹; all that moves was begun. Returns the
    /// number of iterations; −1: some P is not positive.
    int find(std::span<const RodBatch> batches, const CoupledExpansion& expansion,
             const ActiveRods& active, double tolerance);
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

    /// Inputs of `find`.
    struct System {
        std::span<const RodBatch> batches;
        const CoupledExpansion& expansion;
        const ActiveRods& active;
    };
    /// The contacts that press or rub, and those of each batch.
    void gather_contacts(const System& system);
    ContactRow make_row(const PillContact& contact) const;
    void gather_sides(const System& system, int b);
    /// u = P⁻¹ r of some batches, and their parts of rᵀ u.
    void precondition(const CoupledExpansion& expansion, std::span<const int> group);
    /// w = A u; returns uᵀ A u.
    double multiply(const System& system);
    /// The next direction, u + β p, a step α along it, and u of the new residual. Without β it is the first.
    void advance(const System& system, double alpha, std::optional<double> beta);
    void multiply_sections(const System& system, int b);
    void multiply_contacts(const System& system, int b);
    ContactForce times(const ContactRow& row) const;
    double total(const ActiveRods& active) const;

    RodUnknowns m_step, m_r, m_u, m_w, m_p, m_Ap;
    std::vector<double> m_partial;
    std::vector<SectionMotion> m_motions;
    std::vector<int> m_row_contacts;     ///< of each row
    std::vector<std::int32_t> m_row_of;  ///< of each contact that moves; −1: it does nothing
    std::vector<ContactRow> m_rows;
    std::vector<ContactForce> m_row_forces;
    std::vector<std::vector<RowSide>> m_sides;  ///< of each batch
};

}  // namespace sinew::viper
