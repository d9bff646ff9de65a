// TotalPotential: the sum of all terms of a step, and how large their forces are.
//
// "The forces of the scene", which a residual is compared with, are counted per object and kind of unknown (a range of
// the DofMap): the largest force that any one term has on any of its nodes. At equilibrium the terms cancel, so this is
// the size of what has to cancel. A feather beside an anvil is held to its own weight.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "potential/dof_map.hpp"
#include "potential/potential.hpp"

namespace sinew {

/// Value and gradient of the total at one x.
struct EnergyAndGradient {
    double value = 0.0;              ///< ΣΨ [J]
    double magnitude = 0.0;          ///< Σ|Ψ|: what round-off of the value is relative to [J]
    Eigen::VectorXd gradient;        ///< minus the force that is not balanced [N, N m]
    std::vector<double> force_size;  ///< largest force of a term, per range of the DofMap [N, N m]
    std::vector<double> load_size;   ///< the same of given loads alone

    bool is_finite() const;
};

/// The blocks on the diagonal.
std::vector<Eigen::Matrix3d> diagonal_of(const BlockMatrix& matrix);

class TotalPotential {
public:
    /// Forgets all terms and unknowns.
    void clear();
    DofMap& dofs() { return m_dofs; }
    const DofMap& dofs() const { return m_dofs; }
    /// `term` must outlive this, or be there until clear().
    void add(Potential& term) { m_terms.push_back(&term); }

    /// The pattern of the Hessian, and the slots of all terms in it. Needed after terms were added.
    void make_pattern();
    const std::shared_ptr<const BlockPattern>& pattern() const { return m_pattern; }
    /// The first since terms were added: of what is always coupled. Those that contact makes contain it.
    const std::shared_ptr<const BlockPattern>& common_pattern() const { return m_common_pattern; }

    void begin_step(const StepInfo& step);
    /// Whether any term has; see Potential.
    bool has_barriers() const;
    void update_active_set(const Eigen::VectorXd& x);
    /// Makes the pattern again if a term does not fit into it any more.
    void refresh_pattern();
    double max_step(const Eigen::VectorXd& x, const Eigen::VectorXd& dx);
    /// Whether any term has curved ways; see Potential.
    bool bends() const;
    /// The point t of the way that leaves x along dx: x + t·dx, but for terms that bend it.
    void go(const Eigen::VectorXd& x, const Eigen::VectorXd& dx, double t,
            Eigen::VectorXd& trial) const;
    /// The share of the way that terms which travel have gone in this step; 1 if there are none.
    double travelled() const { return m_travelled; }
    bool has_arrived() const { return m_travelled >= 1.0; }
    void set_travelled(double share);
    /// Back to the start of the step.
    void restart();
    /// See Potential.
    void add_travel(const Eigen::VectorXd& x, Eigen::VectorXd& g) const;
    /// The blocks of the Hessian's diagonal at x = 0, of all terms but those that can be set aside (Potential::set_aside).
    std::vector<Eigen::Matrix3d> resistance_at_start();
    /// Tells all terms that Newton's method goes from x to x + dx.
    void promise_stress(const Eigen::VectorXd& x, const Eigen::VectorXd& dx);

    double value(const Eigen::VectorXd& x) const;
    void expand(const Eigen::VectorXd& x, EnergyAndGradient& energy) const;
    /// `H` is made for pattern() and is overwritten.
    void hessian(const Eigen::VectorXd& x, PsdProjection psd, BlockMatrix& H) const;

    /// That of the pins alone; false if there are none.
    bool pin_hessian(const Eigen::VectorXd& x, BlockMatrix& H) const;

    Eigen::Index size() const { return 3L * m_dofs.blocks(); }

private:
    /// Raises `sizes`, per entry of the DofMap, to the forces of a term that are in m_term_gradient.
    void note_forces(BlockRange range, std::vector<double>& sizes) const;

    DofMap m_dofs;
    std::vector<Potential*> m_terms;
    double m_travelled = 1.0;
    std::shared_ptr<const BlockPattern> m_pattern = std::make_shared<BlockPattern>();
    std::shared_ptr<const BlockPattern> m_common_pattern;  ///< null before the first
    /// Scratch: one thread at a time evaluates a total. Only the range of a term is ever cleared and read, so that the cost of many
    /// bodies grows with their number, not with its square.
    mutable Eigen::VectorXd m_term_gradient;
};

}  // namespace sinew
