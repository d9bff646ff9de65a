// FrictionPotential: Coulomb friction between the surfaces of a ContactPotential, with contacts that stick.
//
//   Ψ(x) = Σ Ψ_c(s_c)                   over contacts, Ψ_c of friction_law.hpp
//   s = s₀ + P Σ_a w_a (p_a(x) − p_a(0))  P = I − n nᵀ;  w, n  nearest points and normal;  p  the four points of a pair
//
// Normal forces, normals and nearest points are lagged, or Ψ would be no potential: a solve holds them fixed, lag() takes them from its
// result, and the next solve begins there. The first solve of a step has those of the last step.
//
// A spring yields at a third of the reach: far enough for Newton's method, too little to see. It remembers the force that it carries. Where a contact slid in the last step, sliding friction counts, elsewhere that of rest. The coefficient of a pair is the geometric
// mean of those of both sides.
#pragma once

#include <Eigen/Core>
#include <string_view>
#include <vector>

#include "contact/contact_anchors.hpp"
#include "contact/contact_potential.hpp"
#include "contact/friction_law.hpp"

namespace sinew {

class FrictionPotential : public Potential {
public:
    /// Both must outlive it. `anchors` fit the surfaces of `contact`.
    FrictionPotential(ContactPotential& contact, ContactAnchors& anchors);

    /// Whether any two surfaces rub against each other.
    static bool is_needed(std::span<const ContactSurface> surfaces);

    /// Contacts of the last step. After ContactPotential::set_motion.
    void begin_contacts();
    /// Contacts as they are at x. Returns the largest change of a limit, relative to the largest limit.
    double lag(const Eigen::VectorXd& x);
    /// The step has ended at x: keeps what contacts carry there.
    void accept(const Eigen::VectorXd& x);

    void set_aside(bool is_aside) override { m_is_aside = is_aside; }

    /// Stretch at which a contact slides, as a share of the reach. With 0.1, a sheet that drapes over a ball takes a third more iterations.
    static constexpr double SLACK = 0.3;

    std::size_t contact_count() const { return m_contacts.size(); }

    std::string_view name() const override { return "friction"; }
    BlockRange range() const override { return m_contact.range(); }
    void list_pairs(BlockPairs& pairs) const override;
    void find_slots(const BlockPattern& /*pattern*/) override { m_needs_pattern = false; }
    bool fits(const BlockPattern& pattern) override;
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;
    void add_travel(const Eigen::VectorXd& x, Eigen::VectorXd& g) const override;

private:
    /// A contact, frozen for a solve.
    struct Contact {
        PairForce pair;
        FrictionSpring spring;
        Eigen::Vector3d stretch = Eigen::Vector3d::Zero();  ///< s₀ [m]
    };

    /// With its spring, from the anchor of the pair or from those around it.
    Contact contact_of(const PairForce& pair) const;
    Eigen::Vector3d stretch_at(const Contact& contact, const Eigen::VectorXd& x) const;
    void set_contacts(const std::vector<PairForce>& pairs);

    ContactPotential& m_contact;
    ContactAnchors& m_anchors;
    std::vector<Contact> m_contacts;
    /// Pairs that the pattern has room for. It is made for each step anew, or its bits would depend on the steps before.
    std::vector<std::array<int, 4>> m_patterned;
    bool m_needs_pattern = false;
    bool m_is_aside = false;
    std::vector<PairForce> m_pairs;  ///< scratch
};

}  // namespace sinew
