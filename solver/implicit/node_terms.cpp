#include "implicit/node_terms.hpp"

#include <cmath>

#include <utility>

namespace sinew {

using Eigen::VectorXd;

NodeTerms::NodeTerms(NodeMasses masses) : m_masses(std::move(masses)) {}

void NodeTerms::add_mass_terms(TotalPotential& total) {
    const auto add = [&total]<class Term>(std::unique_ptr<Term>& term, std::string_view name,
                                          const MassMatrix& mass, const BlockRange& range) {
        term = std::make_unique<Term>(name, mass, range);
        total.add(*term);
    };
    const bool damped = m_masses.damping > 0.0;
    add(m_inertia, "inertia", m_masses.mass, m_unknowns.positions);
    if (damped) add(m_damping, "damping", m_masses.mass, m_unknowns.positions);
    if (m_unknowns.rotations.count == 0) return;
    add(m_rotary_drag, "rotary drag", m_masses.drag, m_unknowns.rotations);
    if (!m_masses.has_rotary_inertia) return;
    add(m_rotary_inertia, "rotary inertia", m_masses.rotary, m_unknowns.rotations);
    if (damped) add(m_rotary_damping, "rotary damping", m_masses.rotary, m_unknowns.rotations);
}

void NodeTerms::add_gravity_term(TotalPotential& total) {
    m_gravity = std::make_unique<GravityPotential>(m_unknowns.positions, m_masses.mass.row_sums());
    total.add(*m_gravity);
}

void NodeTerms::add_load_terms(TotalPotential& total, bool forces, bool torques) {
    if (forces) {
        m_forces = std::make_unique<LoadPotential>("forces", m_unknowns.positions);
        total.add(*m_forces);
    }
    if (torques) {
        m_torques = std::make_unique<TorquePotential>("torques", m_unknowns.rotations);
        total.add(*m_torques);
    }
}

void NodeTerms::begin_step(const StepInfo& step, const MotionHistory& motion, int first_block) {
    const auto part = [first_block](const VectorXd& of_body, const BlockRange& range) {
        return of_body.segment(3L * (range.first - first_block), 3L * range.count);
    };
    const auto begin = [&](const BlockRange& range, MassPotential* inertia, MassPotential* drag) {
        if (inertia) inertia->set_target(motion.inertia_weight(), part(motion.predicted(), range));
        if (drag) {
            drag->set_target(motion.damping_weight(m_masses.damping),
                             part(motion.resting(), range));
        }
    };
    begin(m_unknowns.positions, m_inertia.get(), m_damping.get());
    begin(m_unknowns.rotations, m_rotary_inertia.get(), m_rotary_damping.get());
    if (m_rotary_drag) {
        m_drag = step.halvings > 0 ? 1.0 / (step.dt * step.dt) : 0.0;
        m_rotary_drag->set_target(m_drag, VectorXd::Zero(3L * m_unknowns.rotations.count));
    }
}

void NodeTerms::loosen_drag(const VectorXd& x, double share) {
    if (!m_rotary_drag) return;
    const BlockRange& range = m_unknowns.rotations;
    m_rotary_drag->set_target(share * m_drag, x.segment(3L * range.first, 3L * range.count));
}

void NodeTerms::note_contact(const ContactMeasures& measures) {
    m_contact.energy += measures.energy;
    m_contact.min_distance = std::fmin(m_contact.min_distance, measures.smallest_gap);
}

void NodeTerms::measure(const MotionHistory& motion, const std::vector<Eigen::Vector3d>& positions,
                        const Eigen::Vector3d& gravity, BodyMeasures& measures) const {
    const VectorXd& rates = motion.rates();
    measures.energy.kinetic =
        m_masses.mass.kinetic_energy(rates.head(3L * m_unknowns.positions.count));
    if (m_unknowns.rotations.count > 0) {
        measures.energy.kinetic +=
            m_masses.rotary.kinetic_energy(rates.tail(3L * m_unknowns.rotations.count));
    }
    const std::vector<double> masses = m_masses.mass.row_sums();
    for (std::size_t i = 0; i < masses.size(); ++i)
        measures.energy.gravity -= masses[i] * gravity.dot(positions[i]);
    measures.energy.contact = m_contact.energy;
    measures.min_distance = m_contact.min_distance;
}

}  // namespace sinew
