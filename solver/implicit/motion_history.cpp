#include "implicit/motion_history.hpp"

#include <cassert>
#include <cmath>
#include <span>
#include <utility>

namespace sinew {

namespace {

constexpr double LARGEST_RATIO = 2.0;

std::span<const double> numbers(const Eigen::VectorXd& v) {
    return {v.data(), static_cast<std::size_t>(v.size())};
}

}  // namespace

void MotionHistory::reset(Eigen::Index size) {
    *this = {};
    for (Eigen::VectorXd* v :
         {&m_rates, &m_rate_change, &m_last_increment, &m_predicted, &m_resting})
        v->setZero(size);
}

void MotionHistory::set_rates(const Eigen::VectorXd& rates) {
    reset(rates.size());
    m_rates = rates;
}

void MotionHistory::begin_step(Integrator integrator, double dt) {
    m_integrator = integrator;
    m_dt = dt;
    const double r = m_last_dt > 0.0 ? dt / m_last_dt : 0.0;
    const bool look_back = integrator == Integrator::Bdf2 && r > 0.0 && r <= LARGEST_RATIO;
    m_a = look_back ? (1.0 + 2.0 * r) / (1.0 + r) : 1.0;
    m_b = look_back ? r * r / (1.0 + r) : 0.0;
    m_resting = (m_b / m_a) * m_last_increment;
    if (integrator == Integrator::QuasiStatic) {
        m_inertia_weight = 0.0;
        m_predicted = r * m_last_increment;
        return;
    }
    m_inertia_weight = m_a * m_a / (dt * dt);
    m_predicted = m_resting + (dt / m_a) * m_rates + (m_b * dt / (m_a * m_a)) * m_rate_change;
}

Eigen::Vector3d MotionHistory::increment_for(Eigen::Index first,
                                             const Eigen::Vector3d& rate) const {
    return (m_dt / m_a) * rate + m_resting.segment<3>(first);
}

void MotionHistory::accept(const Eigen::VectorXd& increments) {
    assert(increments.size() == m_rates.size());
    Eigen::VectorXd rates = Eigen::VectorXd::Zero(increments.size());
    if (m_integrator != Integrator::QuasiStatic)
        rates = (m_a * increments - m_b * m_last_increment) / m_dt;
    m_rate_change = rates - m_rates;
    m_rates = std::move(rates);
    m_last_increment = increments;
    m_last_dt = m_dt;
}

void MotionHistory::save(ByteWriter& out) const {
    for (const Eigen::VectorXd* v : {&m_rates, &m_rate_change, &m_last_increment})
        out.put_array(numbers(*v));
    out.put(m_last_dt);
}

void MotionHistory::load(ByteReader& in) {
    MotionHistory loaded = *this;
    bool valid = true;
    for (Eigen::VectorXd* v : {&loaded.m_rates, &loaded.m_rate_change, &loaded.m_last_increment}) {
        in.get_array(std::span(v->data(), static_cast<std::size_t>(v->size())));
        valid = valid && v->allFinite();
    }
    loaded.m_last_dt = in.get<double>();
    valid = valid && std::isfinite(loaded.m_last_dt) && loaded.m_last_dt >= 0.0;
    if (!valid) throw Error(ErrorCode::File, "the saved motion is not finite");
    *this = std::move(loaded);
}

}  // namespace sinew
