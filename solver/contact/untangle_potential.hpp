// UntanglePotential: draws tangled surfaces apart, a bounded way in each step.
//
//   Ψ(x) = Σ ½ k (n·u(x) − h)²      over the ways out of way_out.hpp;  u  how far both sides come apart [m],  h  goal
//   1/k  = Σ_a c_a² / |H_aa n|      as the barriers' stiffness (contact_potential.hpp)
//
// A spring pulls with at most k h: what is held elsewhere, or squeezed, stays where it is. Springs that would have to move pins alone are left out.
#pragma once

#include <Eigen/Core>
#include <string_view>
#include <vector>

#include "contact/contact_potential.hpp"
#include "contact/way_out.hpp"

namespace sinew {

class UntanglePotential : public Potential {
public:
    /// `contact` must outlive it.
    explicit UntanglePotential(ContactPotential& contact) : m_contact(contact) {}

    /// No energy until the next set_ways.
    void clear();
    /// For this step, after ContactPotential::set_motion.
    void set_ways(const std::vector<WayOut>& ways);

    std::size_t spring_count() const { return m_springs.size(); }

    std::string_view name() const override { return "untangle"; }
    void set_aside(bool is_aside) override { m_is_aside = is_aside; }
    BlockRange range() const override { return m_contact.range(); }
    void list_pairs(BlockPairs& pairs) const override;
    void find_slots(const BlockPattern& /*pattern*/) override { m_needs_pattern = false; }
    bool fits(const BlockPattern& /*pattern*/) override { return !m_needs_pattern; }
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;
    void add_travel(const Eigen::VectorXd& x, Eigen::VectorXd& g) const override;

private:
    struct Carrier {
        int block;
        double weight;  ///< c: how far the sides come apart when the block moves by 1
    };
    struct Spring {
        std::size_t first_carrier;  ///< of m_carriers
        std::size_t carriers;
        Eigen::Vector3d n;
        Eigen::Vector3d way;  ///< that colliders make in the whole step [m]
        double goal;          ///< h [m]
        double stiffness;     ///< k [N/m]
    };

    std::span<const Carrier> carriers_of(const Spring& spring) const {
        return std::span(m_carriers).subspan(spring.first_carrier, spring.carriers);
    }
    /// Appends the carriers of a way.
    Spring spring_of(const WayOut& way);
    double compliance(const Spring& spring, const std::vector<Eigen::Matrix3d>& diagonal,
                      const std::vector<Eigen::Matrix3d>& without) const;
    /// n·u − h.
    double stretch(const Spring& spring, const Eigen::VectorXd& x) const;

    ContactPotential& m_contact;
    std::vector<Spring> m_springs;
    std::vector<Carrier> m_carriers;
    bool m_needs_pattern = false;
    bool m_is_aside = false;
};

}  // namespace sinew
