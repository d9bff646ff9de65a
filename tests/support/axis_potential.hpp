// A potential that is any function of one unknown, for tests of what minimises potentials.
#pragma once

#include <functional>
#include <utility>

#include "potential/potential.hpp"

namespace sinew::test {

/// Ψ = f(x₀) with the first derivative d and the second dd, x₀ the first unknown of all.
class AxisPotential : public Potential {
public:
    using Function = std::function<double(double)>;
    AxisPotential(Function f, Function d, Function dd)
        : m_f(std::move(f)), m_d(std::move(d)), m_dd(std::move(dd)) {}

    std::string_view name() const override { return "axis"; }
    BlockRange range() const override { return {.first = 0, .count = 1}; }
    void list_pairs(BlockPairs& /*pairs*/) const override {}
    void find_slots(const BlockPattern& pattern) override { m_slot = pattern.diagonal(0); }
    double value(const Eigen::VectorXd& x) const override { return m_f(x[0]); }
    double add_gradient(const Eigen::VectorXd& x, double weight,
                        Eigen::VectorXd& g) const override {
        g[0] += weight * m_d(x[0]);
        return m_f(x[0]);
    }
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override {
        const double second = m_dd(x[0]);
        const double used = psd == PsdProjection::Clamp && second < 0.0 ? 0.0 : second;
        H.blocks()[m_slot](0, 0) += weight * used;
        return add_gradient(x, weight, g);
    }

private:
    Function m_f, m_d, m_dd;
    std::size_t m_slot = 0;
};

}  // namespace sinew::test
