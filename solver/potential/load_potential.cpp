#include "potential/load_potential.hpp"

#include <cassert>
#include <utility>

namespace sinew {

LoadPotential::LoadPotential(std::string_view name, BlockRange range)
    : m_name(name), m_range(range), m_loads(range.count, Eigen::Vector3d::Zero()) {}

void LoadPotential::set_loads(std::vector<Eigen::Vector3d> loads) {
    assert(loads.size() == static_cast<std::size_t>(m_range.count));
    m_loads = std::move(loads);
}

double LoadPotential::value(const Eigen::VectorXd& x) const {
    double sum = 0.0;
    for (int i = 0; i < m_range.count; ++i)
        sum -= m_loads[i].dot(block_of(x, m_range.block(i)));
    return sum;
}

double LoadPotential::add_gradient(const Eigen::VectorXd& x, double weight,
                                   Eigen::VectorXd& g) const {
    for (int i = 0; i < m_range.count; ++i)
        block_of(g, m_range.block(i)) -= weight * m_loads[i];
    return value(x);
}

double LoadPotential::add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection /*psd*/,
                                  Eigen::VectorXd& g, BlockMatrix& /*H*/) const {
    return add_gradient(x, weight, g);
}

GravityPotential::GravityPotential(BlockRange range, std::vector<double> masses)
    : LoadPotential("gravity", range), m_masses(std::move(masses)) {
    assert(m_masses.size() == static_cast<std::size_t>(range.count));
}

void GravityPotential::begin_step(const StepInfo& step) {
    std::vector<Eigen::Vector3d> weights;
    weights.reserve(m_masses.size());
    for (const double mass : m_masses)
        weights.emplace_back(mass * step.gravity);
    set_loads(std::move(weights));
}

}  // namespace sinew
