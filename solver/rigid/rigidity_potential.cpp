#include "rigid/rigidity_potential.hpp"

namespace sinew::rigid {

void RigidityPotential::bend(const Eigen::VectorXd& x, const Eigen::VectorXd& dx, double t,
                             Eigen::VectorXd& trial) const {
    const Eigen::Index at = 3L * m_first;
    if (dx.segment<9>(at).isZero(0.0)) return;
    trial.segment<9>(at) = m_element.front().bent(x.segment<9>(at), dx.segment<9>(at), t);
}

}  // namespace sinew::rigid
