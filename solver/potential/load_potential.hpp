// Loads that do not depend on where the nodes are: external forces and gravity. Torques: torque_potential.hpp.
//
//   LoadPotential      Ψ = −Σ fᵢ·xᵢ      fᵢ a force [N] on a position
//   GravityPotential   Ψ = −Σ mᵢ g·xᵢ    mᵢ [kg], g [m/s²] of the step
//
// Both are zero at the start of the step.
#pragma once

#include <vector>

#include "potential/dof_map.hpp"
#include "potential/potential.hpp"

namespace sinew {

/// Ψ is linear in x: no Hessian.
class LoadPotential : public Potential {
public:
    /// `name` is a string literal.
    LoadPotential(std::string_view name, BlockRange range);

    /// One force per block of the range.
    void set_loads(std::vector<Eigen::Vector3d> loads);

    std::string_view name() const override { return m_name; }
    bool is_load() const override { return true; }
    BlockRange range() const override { return m_range; }
    void list_pairs(BlockPairs& /*pairs*/) const override {}
    void find_slots(const BlockPattern& /*pattern*/) override {}
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;

protected:
    const std::vector<Eigen::Vector3d>& loads() const { return m_loads; }

private:
    std::string_view m_name;
    BlockRange m_range;
    std::vector<Eigen::Vector3d> m_loads;
};

class GravityPotential : public LoadPotential {
public:
    /// One mass per block of the range.
    GravityPotential(BlockRange range, std::vector<double> masses);
    void begin_step(const StepInfo& step) override;

private:
    std::vector<double> m_masses;
};

}  // namespace sinew
