// MassPotential: draws the nodes to given increments with the strength of their mass. Two terms of a step are of
// this form, with weights and targets from the time integrator (implicit/motion_history.hpp):
//
//   inertia         Ψ = ½ w (x − x̂)ᵀ M (x − x̂)    w = 1/dt², x̂ = dt v₀ for backward Euler [micropolar eq. 18]
//   mass damping    the same with w = α/dt and the increment of zero rate as x̂: force −α M v, for any integrator
//
// x  increments of the range [m];  M  mass [kg];  w  [1/s²];  α  [1/s]
//
// Differs from the paper: increments x = dt v as unknowns instead of velocities, which keeps dt out of all other terms.
// Of rotations: rotary_mass_potential.hpp.
#pragma once

#include "potential/dof_map.hpp"
#include "potential/mass_matrix.hpp"
#include "potential/potential.hpp"

namespace sinew {

class MassPotential : public Potential {
public:
    /// `mass` must outlive this and have as many nodes as `range` has blocks. `name` is a string literal.
    MassPotential(std::string_view name, const MassMatrix& mass, BlockRange range);

    /// For the next evaluations; `target` has 3 numbers per node. A weight of 0 switches the term off.
    virtual void set_target(double weight, const Eigen::Ref<const Eigen::VectorXd>& target);

    std::string_view name() const override { return m_name; }
    BlockRange range() const override { return m_range; }
    void list_pairs(BlockPairs& pairs) const override;
    void find_slots(const BlockPattern& pattern) override;
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;

protected:
    const MassMatrix& mass() const { return m_mass; }
    double own_weight() const { return m_weight; }
    const Eigen::VectorXd& target() const { return m_target; }
    const std::vector<std::size_t>& slots() const { return m_slots; }

private:
    std::string_view m_name;
    const MassMatrix& m_mass;
    BlockRange m_range;
    double m_weight = 0.0;
    Eigen::VectorXd m_target;
    std::vector<std::size_t> m_slots;  ///< per entry of the mass matrix
};

}  // namespace sinew
