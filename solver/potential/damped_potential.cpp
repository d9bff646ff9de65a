#include "potential/damped_potential.hpp"

namespace sinew {

namespace {

/// As long as all unknowns, zero in `range` and anything elsewhere. Kept between calls: clearing it whole for each of many
/// bodies would cost the square of their number.
Eigen::VectorXd& zero_in(BlockRange range, Eigen::Index size, Eigen::VectorXd& scratch) {
    if (scratch.size() != size) scratch.setZero(size);
    blocks_of(scratch, range).setZero();
    return scratch;
}

}  // namespace

void DampedPotential::find_slots(const BlockPattern& pattern) {
    m_elastic.find_slots(pattern);
    m_size = 3L * pattern.rows;
}

void DampedPotential::begin_step(const StepInfo& step) {
    m_elastic.begin_step(step);
    m_ratio = m_beta / step.dt;
    m_start_gradient.setZero(3L * range().count);
    m_start_value = 0.0;
    if (m_ratio == 0.0) return;
    thread_local Eigen::VectorXd x;
    thread_local Eigen::VectorXd g;
    m_start_value =
        m_elastic.add_gradient(zero_in(range(), m_size, x), 1.0, zero_in(range(), m_size, g));
    m_start_gradient = blocks_of(g, range());
}

double DampedPotential::with_damping(double elastic, const Eigen::VectorXd& x) const {
    if (m_ratio == 0.0) return elastic;
    return elastic +
           m_ratio * (elastic - m_start_value - m_start_gradient.dot(blocks_of(x, range())));
}

double DampedPotential::value(const Eigen::VectorXd& x) const {
    return with_damping(m_elastic.value(x), x);
}

double DampedPotential::add_gradient(const Eigen::VectorXd& x, double weight,
                                     Eigen::VectorXd& g) const {
    const double elastic = m_elastic.add_gradient(x, weight * (1.0 + m_ratio), g);
    if (m_ratio > 0.0) blocks_of(g, range()) -= weight * m_ratio * m_start_gradient;
    return with_damping(elastic, x);
}

double DampedPotential::add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                                    Eigen::VectorXd& g, BlockMatrix& H) const {
    const double elastic = m_elastic.add_hessian(x, weight * (1.0 + m_ratio), psd, g, H);
    if (m_ratio > 0.0) blocks_of(g, range()) -= weight * m_ratio * m_start_gradient;
    return with_damping(elastic, x);
}

}  // namespace sinew
