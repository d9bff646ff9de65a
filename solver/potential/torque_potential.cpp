#include "potential/torque_potential.hpp"

#include "math/psd_projection.hpp"
#include "math/turn_of_increment.hpp"

namespace sinew {

using Eigen::Matrix3d;

void TorquePotential::find_slots(const BlockPattern& pattern) {
    m_slots.clear();
    for (int i = 0; i < range().count; ++i)
        m_slots.push_back(pattern.diagonal(range().block(i)));
}

double TorquePotential::value(const Eigen::VectorXd& x) const {
    double sum = 0.0;
    for (int i = 0; i < range().count; ++i) {
        const TurnOfIncrement turn(block_of(x, range().block(i)));
        sum -= loads()[i].dot(turn.turn());
    }
    return sum;
}

double TorquePotential::add_gradient(const Eigen::VectorXd& x, double weight,
                                     Eigen::VectorXd& g) const {
    for (int i = 0; i < range().count; ++i) {
        const int block = range().block(i);
        block_of(g, block) -= weight * TurnOfIncrement(block_of(x, block)).gradient(loads()[i]);
    }
    return value(x);
}

double TorquePotential::add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                                    Eigen::VectorXd& g, BlockMatrix& H) const {
    for (int i = 0; i < range().count; ++i) {
        if (loads()[i].isZero(0.0)) continue;
        Matrix3d block = -TurnOfIncrement(block_of(x, range().block(i))).hessian(loads()[i]);
        if (psd == PsdProjection::Clamp) clamp_to_psd(block);
        H.blocks()[m_slots[i]] += weight * block;
    }
    return add_gradient(x, weight, g);
}

}  // namespace sinew
