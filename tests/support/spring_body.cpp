#include "support/spring_body.hpp"

#include <utility>

namespace sinew::test {

namespace {

constexpr double PIN_STIFFNESS = 1e7;  // [N/m]

}  // namespace

struct SpringBody::Terms {
    using Elastic = ElementPotential<std::vector<SpringElement>>;

    Terms(const SpringBody& body, const std::vector<std::array<std::int32_t, 2>>& blocks,
          std::vector<Pin> pin_list)
        : inertia("inertia", body.m_mass, body.m_nodes),
          drag("mass damping", body.m_mass, body.m_nodes),
          spin("rotary inertia", body.m_rotary, body.m_spins),
          gravity(body.m_nodes, body.m_mass.row_sums()),
          torque("torque", body.m_spins),
          pins(std::move(pin_list)),
          elastic("springs", body.m_springs, blocks),
          damped(elastic, body.m_def.damping) {}

    MassPotential inertia;
    MassPotential drag;
    RotaryMassPotential spin;
    GravityPotential gravity;
    TorquePotential torque;
    PinPotential pins;
    Elastic elastic;
    DampedPotential damped;
};

SpringBody::SpringBody(SpringBodyDef def)
    : ImplicitBody(def.name),
      m_def(std::move(def)),
      m_mass(MassMatrix::lumped(m_def.masses)),
      m_rotary(MassMatrix::lumped(m_def.rotary_inertia)),
      m_positions(m_def.positions),
      m_rotations(m_def.rotary_inertia.size(), Quaterniond::Identity()) {
    for (const auto& [a, b] : m_def.springs)
        m_lengths.push_back((m_positions[b] - m_positions[a]).norm());
    m_springs.resize(m_lengths.size());
}

SpringBody::~SpringBody() = default;

void SpringBody::output_positions(std::span<double> out) const {
    for (std::size_t i = 0; i < m_positions.size(); ++i)
        Eigen::Map<Eigen::Vector3d>(out.data() + 3 * i) = m_positions[i];
}

void SpringBody::declare_unknowns(DofMap& dofs) {
    m_nodes = dofs.add(name(), BlockKind::Position, static_cast<int>(m_positions.size()), 1.0);
    m_spins = dofs.add(name(), BlockKind::Rotation, static_cast<int>(m_rotations.size()), 1.0);
}

void SpringBody::add_terms(TotalPotential& total) {
    std::vector<std::array<std::int32_t, 2>> blocks;
    for (const auto& [a, b] : m_def.springs)
        blocks.push_back({m_nodes.block(a), m_nodes.block(b)});
    std::vector<Pin> pins;
    for (const int node : m_def.pinned)
        pins.push_back({m_nodes.block(node), Eigen::Vector3d::Constant(PIN_STIFFNESS)});
    m_terms = std::make_unique<Terms>(*this, blocks, pins);
    m_terms->torque.set_loads(std::vector<Eigen::Vector3d>(m_rotations.size(), m_def.torque));
    for (Potential* const term : std::initializer_list<Potential*>{
             &m_terms->inertia, &m_terms->drag, &m_terms->spin, &m_terms->gravity, &m_terms->torque,
             &m_terms->pins, &m_terms->damped})
        total.add(*term);
}

void SpringBody::begin_step(const StepInfo& /*step*/) {
    const MotionHistory& history = motion();
    m_terms->inertia.set_target(history.inertia_weight(), part_of(history.predicted(), m_nodes));
    m_terms->drag.set_target(history.damping_weight(m_def.mass_damping),
                             part_of(history.resting(), m_nodes));
    m_terms->spin.set_target(history.inertia_weight(), part_of(history.predicted(), m_spins));
    std::vector<Eigen::Vector3d> targets;
    for (const int node : m_def.pinned)
        targets.emplace_back(m_def.positions[node] - m_positions[node]);
    m_terms->pins.set_targets(std::move(targets));
    for (std::size_t i = 0; i < m_springs.size(); ++i) {
        const auto [a, b] = m_def.springs[i];
        m_springs[i] = {m_positions[b] - m_positions[a], m_lengths[i], m_def.stiffness};
    }
}

void SpringBody::accept_step(const StepInfo& /*step*/, const Eigen::VectorXd& x) {
    for (int i = 0; i < m_nodes.count; ++i)
        m_positions[i] += block_of(x, m_nodes.block(i));
    for (int i = 0; i < m_spins.count; ++i)
        m_rotations[i] = updated_quaternion(m_rotations[i], block_of(x, m_spins.block(i)), 1.0);
}

BodyMeasures SpringBody::measure(const StepInfo& last_step) const {
    BodyMeasures measures;
    measures.energy.kinetic = m_mass.kinetic_energy(motion().rates().head(3L * m_nodes.count)) +
                              m_rotary.kinetic_energy(motion().rates().tail(3L * m_spins.count));
    for (std::size_t i = 0; i < m_springs.size(); ++i) {
        const auto [a, b] = m_def.springs[i];
        const SpringElement spring{m_positions[b] - m_positions[a], m_lengths[i], m_def.stiffness};
        measures.energy.elastic += spring.value(SpringElement::Vec::Zero());
    }
    for (std::size_t i = 0; i < m_positions.size(); ++i)
        measures.energy.gravity -= m_def.masses[i] * last_step.gravity.dot(m_positions[i]);
    return measures;
}

double SpringBody::total_energy(const Eigen::Vector3d& gravity) const {
    StepInfo step;
    step.gravity = gravity;
    const Energies energy = measure(step).energy;
    return energy.kinetic + energy.elastic + energy.gravity;
}

Eigen::Vector3d SpringBody::momentum() const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int i = 0; i < m_nodes.count; ++i)
        sum += m_def.masses[i] * velocity(i);
    return sum;
}

void SpringBody::save_state(ByteWriter& out) const {
    out.put_array(std::span<const double>(m_positions[0].data(), 3 * m_positions.size()));
    for (const Quaterniond& q : m_rotations)
        out.put_array(std::span<const double>(q.coeffs().data(), 4));
}

void SpringBody::load_state(ByteReader& in) {
    in.get_array(std::span<double>(m_positions[0].data(), 3 * m_positions.size()));
    for (Quaterniond& q : m_rotations)
        in.get_array(std::span<double>(q.coeffs().data(), 4));
}

}  // namespace sinew::test
