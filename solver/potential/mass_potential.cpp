#include "potential/mass_potential.hpp"

#include <cassert>

namespace sinew {

MassPotential::MassPotential(std::string_view name, const MassMatrix& mass, BlockRange range)
    : m_name(name),
      m_mass(mass),
      m_range(range),
      m_target(Eigen::VectorXd::Zero(3L * range.count)) {
    assert(mass.nodes() == range.count);
}

void MassPotential::set_target(double weight, const Eigen::Ref<const Eigen::VectorXd>& target) {
    assert(target.size() == m_target.size());
    m_weight = weight;
    m_target = target;
}

void MassPotential::list_pairs(BlockPairs& pairs) const {
    for (const MassMatrix::Entry& entry : m_mass.entries()) {
        if (entry.i != entry.j) pairs.emplace_back(m_range.block(entry.i), m_range.block(entry.j));
    }
}

void MassPotential::find_slots(const BlockPattern& pattern) {
    m_slots.clear();
    m_slots.reserve(m_mass.entries().size());
    for (const MassMatrix::Entry& entry : m_mass.entries())
        m_slots.push_back(pattern.slot(m_range.block(entry.i), m_range.block(entry.j)));
}

double MassPotential::value(const Eigen::VectorXd& x) const {
    if (m_weight == 0.0) return 0.0;
    const Eigen::VectorXd offset = x.segment(3L * m_range.first, 3L * m_range.count) - m_target;
    return m_weight * m_mass.kinetic_energy(offset);
}

double MassPotential::add_gradient(const Eigen::VectorXd& x, double weight,
                                   Eigen::VectorXd& g) const {
    if (m_weight == 0.0) return 0.0;
    const Eigen::VectorXd offset = x.segment(3L * m_range.first, 3L * m_range.count) - m_target;
    Eigen::VectorXd product;
    m_mass.multiply(offset, product);
    g.segment(3L * m_range.first, 3L * m_range.count) += weight * m_weight * product;
    return 0.5 * m_weight * offset.dot(product);
}

double MassPotential::add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection /*psd*/,
                                  Eigen::VectorXd& g, BlockMatrix& H) const {
    if (m_weight == 0.0) return 0.0;
    const std::span<const MassMatrix::Entry> entries = m_mass.entries();
    for (std::size_t k = 0; k < entries.size(); ++k)
        H.blocks()[m_slots[k]].diagonal().array() += weight * m_weight * entries[k].mass;
    return add_gradient(x, weight, g);
}

}  // namespace sinew
