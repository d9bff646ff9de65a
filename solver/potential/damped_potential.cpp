#include "potential/damped_potential.hpp"

namespace sinew {

void DampedPotential::find_slots(const BlockPattern& pattern) {
    m_elastic.find_slots(pattern);
    m_size = 3L * pattern.rows;
}

void DampedPotential::begin_step(const StepInfo& step) {
    m_elastic.begin_step(step);
    m_ratio = m_beta / step.dt;
    m_start_gradient.setZero(m_size);
    m_start_value = 0.0;
    if (m_ratio > 0.0)
        m_start_value =
            m_elastic.add_gradient(Eigen::VectorXd::Zero(m_size), 1.0, m_start_gradient);
}

double DampedPotential::with_damping(double elastic, const Eigen::VectorXd& x) const {
    if (m_ratio == 0.0) return elastic;
    return elastic + m_ratio * (elastic - m_start_value - m_start_gradient.dot(x));
}

double DampedPotential::value(const Eigen::VectorXd& x) const {
    return with_damping(m_elastic.value(x), x);
}

double DampedPotential::add_gradient(const Eigen::VectorXd& x, double weight,
                                     Eigen::VectorXd& g) const {
    const double elastic = m_elastic.add_gradient(x, weight * (1.0 + m_ratio), g);
    if (m_ratio > 0.0) g -= weight * m_ratio * m_start_gradient;
    return with_damping(elastic, x);
}

double DampedPotential::add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                                    Eigen::VectorXd& g, BlockMatrix& H) const {
    const double elastic = m_elastic.add_hessian(x, weight * (1.0 + m_ratio), psd, g, H);
    if (m_ratio > 0.0) g -= weight * m_ratio * m_start_gradient;
    return with_damping(elastic, x);
}

}  // namespace sinew
