#include "math/turn_of_increment.hpp"

#include <cmath>

namespace sinew {

using Eigen::Matrix3d;
using Eigen::Vector3d;

TurnOfIncrement::TurnOfIncrement(const Vector3d& theta) : m_theta(theta) {
    const double n_2 = theta.squaredNorm();
    if (n_2 < 2.5e-3) {  // series of the arc tangent, where differences would cancel
        m_s = 1.0 - n_2 * (1.0 / 12.0 - n_2 * (1.0 / 80.0 - n_2 * (1.0 / 448.0 - n_2 / 2304.0)));
        m_r = -1.0 / 6.0 + n_2 * (1.0 / 20.0 - n_2 * (3.0 / 224.0 - n_2 / 288.0));
        m_r_2 = 0.1 - n_2 * (3.0 / 56.0 - n_2 / 48.0);
        return;
    }
    const double n = std::sqrt(n_2);
    const double inverse_D = 1.0 / (1.0 + 0.25 * n_2);
    m_s = 2.0 * std::atan(0.5 * n) / n;
    m_r = (inverse_D - m_s) / n_2;
    m_r_2 = -(0.5 * inverse_D * inverse_D + 3.0 * m_r) / n_2;
}

Matrix3d TurnOfIncrement::derivative() const {
    return m_s * Matrix3d::Identity() + m_r * m_theta * m_theta.transpose();
}

Vector3d TurnOfIncrement::gradient(const Vector3d& torque) const {
    return m_s * torque + (m_r * torque.dot(m_theta)) * m_theta;
}

Matrix3d TurnOfIncrement::hessian(const Vector3d& torque) const {
    const double along = torque.dot(m_theta);
    return m_r * (torque * m_theta.transpose() + m_theta * torque.transpose() +
                  along * Matrix3d::Identity()) +
           (along * m_r_2) * m_theta * m_theta.transpose();
}

}  // namespace sinew
