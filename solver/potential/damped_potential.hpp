// DampedPotential: a potential with damping in proportion to its stiffness, as in Rayleigh's model.
//
// Forces of the elastic energy Ψ that change resist the change: f_damp = −β d(∂Ψ/∂x)/dt, which is −β K v where the
// stiffness K is constant. Over a step of length dt that is the gradient of
//
//   D(x) = β/dt [ Ψ(x) − Ψ(0) − ∂Ψ(0)·x ],
//
// Ψ itself again with another weight, so that damping costs one gradient a step and no second matrix.
//
// β [s]: the amplitude of a vibration of angular frequency ω falls as exp(−β ω² t/2).
// The rate of the force is a first-order difference, whatever the integrator. Like every damping by K, it also acts on
// a body that turns while it is under stress: the stress turns with it.
#pragma once

#include "potential/potential.hpp"

namespace sinew {

class DampedPotential : public Potential {
public:
    /// `elastic` must outlive this. The total takes this instead of `elastic`. β ≥ 0 [s].
    DampedPotential(Potential& elastic, double beta) : m_elastic(elastic), m_beta(beta) {}

    std::string_view name() const override { return m_elastic.name(); }
    BlockRange range() const override { return m_elastic.range(); }
    void list_pairs(BlockPairs& pairs) const override { m_elastic.list_pairs(pairs); }
    void find_slots(const BlockPattern& pattern) override;
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;
    void begin_step(const StepInfo& step) override;
    void update_active_set(const Eigen::VectorXd& x) override { m_elastic.update_active_set(x); }
    bool fits(const BlockPattern& pattern) override { return m_elastic.fits(pattern); }
    double max_step(const Eigen::VectorXd& x, const Eigen::VectorXd& dx) override {
        return m_elastic.max_step(x, dx);
    }
    void take_stress() override { m_elastic.take_stress(); }
    void promise_stress(const Eigen::VectorXd& x, const Eigen::VectorXd& dx) override {
        m_elastic.promise_stress(x, dx);
    }

private:
    /// Ψ + D from Ψ.
    double with_damping(double elastic, const Eigen::VectorXd& x) const;

    Potential& m_elastic;
    double m_beta;
    double m_ratio = 0.0;              ///< β/dt; 0 until the first step
    double m_start_value = 0.0;        ///< Ψ(0)
    Eigen::VectorXd m_start_gradient;  ///< ∂Ψ(0) of the range
    Eigen::Index m_size = 0;           ///< unknowns of the total
};

}  // namespace sinew
