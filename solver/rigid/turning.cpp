#include "rigid/turning.hpp"

#include <cmath>

#include "base/saved_numbers.hpp"
#include "math/rotation.hpp"
#include "rigid/free_flight.hpp"

namespace sinew::rigid {

using Eigen::Quaterniond;
using Eigen::Vector3d;

void Turning::set_angular_velocity(const Quaterniond& R, const Vector3d& omega) {
    m_momentum = R * (m_inertia * (R.conjugate() * omega));
    m_change.setZero();
    m_lag.setZero();
}

Vector3d Turning::angular_velocity(const Quaterniond& R) const {
    return turned_inverse(R, m_inertia) * m_momentum;
}

void Turning::begin_step(const Quaterniond& R, const MotionHistory& motion) {
    m_flight = m_target = R;
    if (motion.inertia_weight() == 0.0) return;  // quasi-static
    const double h = motion.dt();
    m_flight = free_flight(R, m_inertia, m_momentum, m_damping, h);
    m_target = m_flight;
    if (motion.b() == 0.0) return;
    const double a = motion.a();
    const double b = motion.b();
    const Vector3d ahead =
        (b / a) * m_lag + (b * h / (a * a)) * (turned_inverse(R, m_inertia) * m_change);
    m_target = exp_quaternion(ahead) * m_flight;
}

void Turning::accept(const Quaterniond& R, const Vector3d& torque, const MotionHistory& motion) {
    if (motion.inertia_weight() == 0.0) {
        m_momentum = m_change = m_lag = Vector3d::Zero();
        return;
    }
    const double h = motion.dt();
    m_change = (h * torque + motion.b() * m_change) / motion.a();
    m_momentum = std::exp(-m_damping * h) * m_momentum + m_change;
    const Quaterniond beyond = on_branch_of(R * m_flight.conjugate(), Quaterniond::Identity());
    m_lag = log_quaternion(beyond) - h * (turned_inverse(R, m_inertia) * m_change);
}

void Turning::save(ByteWriter& out) const {
    for (const Vector3d* const v : {&m_momentum, &m_change, &m_lag})
        out.put_array(std::span<const double>(v->data(), 3));
}

void Turning::load(ByteReader& in, const std::string& owner) {
    Turning loaded = *this;
    for (Vector3d* const v : {&loaded.m_momentum, &loaded.m_change, &loaded.m_lag})
        get_finite_array(in, owner, std::span<double>(v->data(), 3));
    *this = loaded;
}

}  // namespace sinew::rigid
