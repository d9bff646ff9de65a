#include "potential/pin_potential.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sinew {

PinPotential::PinPotential(std::vector<Pin> pins)
    : m_pins(std::move(pins)), m_targets(m_pins.size(), Eigen::Vector3d::Zero()) {
    for (const Pin& pin : m_pins)
        m_range.include(pin.block);
}

void PinPotential::set_targets(std::vector<Eigen::Vector3d> targets) {
    assert(targets.size() == m_pins.size());
    m_targets = std::move(targets);
}

void PinPotential::set_stiffness(std::span<const Eigen::Vector3d> stiffness) {
    assert(stiffness.size() == m_pins.size());
    for (std::size_t p = 0; p < m_pins.size(); ++p)
        m_pins[p].stiffness = stiffness[p];
}

double PinPotential::error(const Eigen::VectorXd& x) const {
    double largest = 0.0;
    for (std::size_t p = 0; p < m_pins.size(); ++p) {
        if (!m_pins[p].firm) continue;
        const Eigen::Vector3d held = (m_pins[p].stiffness.array() > 0.0).cast<double>();
        const Eigen::Vector3d offset = block_of(x, m_pins[p].block) - m_targets[p];
        largest = std::max(largest, held.cwiseProduct(offset).norm());
    }
    return largest;
}

void PinPotential::find_slots(const BlockPattern& pattern) {
    m_slots.clear();
    for (const Pin& pin : m_pins)
        m_slots.push_back(pattern.diagonal(pin.block));
}

double PinPotential::value(const Eigen::VectorXd& x) const {
    double sum = 0.0;
    for (std::size_t p = 0; p < m_pins.size(); ++p) {
        const Eigen::Vector3d offset = block_of(x, m_pins[p].block) - m_targets[p];
        sum += 0.5 * m_pins[p].stiffness.dot(offset.cwiseAbs2());
    }
    return sum;
}

double PinPotential::add_gradient(const Eigen::VectorXd& x, double weight,
                                  Eigen::VectorXd& g) const {
    for (std::size_t p = 0; p < m_pins.size(); ++p) {
        const Eigen::Vector3d offset = block_of(x, m_pins[p].block) - m_targets[p];
        block_of(g, m_pins[p].block) += weight * m_pins[p].stiffness.cwiseProduct(offset);
    }
    return value(x);
}

double PinPotential::add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection /*psd*/,
                                 Eigen::VectorXd& g, BlockMatrix& H) const {
    for (std::size_t p = 0; p < m_pins.size(); ++p)
        H.blocks()[m_slots[p]].diagonal() += weight * m_pins[p].stiffness;
    return add_gradient(x, weight, g);
}

}  // namespace sinew
