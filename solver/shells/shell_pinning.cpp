#include "shells/shell_pinning.hpp"

#include <algorithm>

#include "math/rotation.hpp"

namespace sinew::shells {

namespace {

double pin_firmness(double weight) {
    return weight / (1.0 - weight + 1.0 / SHELL_PIN_RATIO);
}

std::vector<double> values_at(const AnimatedArray& array, double frame) {
    std::vector<double> values(array.width);
    if (!array.empty()) array.sample(frame, values);
    return values;
}

Vector3d triple(const std::vector<double>& values, std::size_t index) {
    return Eigen::Map<const Vector3d>(values.data() + 3 * index);
}

}  // namespace

std::vector<EdgeBetween> edges_between(const ShellMesh& mesh, const std::vector<int>& vertices) {
    constexpr std::size_t NOWHERE = static_cast<std::size_t>(-1);
    std::vector<std::size_t> place(mesh.vertices, NOWHERE);
    for (std::size_t i = 0; i < vertices.size(); ++i)
        place[vertices[i]] = i;
    std::vector<EdgeBetween> found;
    for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
        const std::size_t a = place[mesh.edges[e][0]];
        const std::size_t b = place[mesh.edges[e][1]];
        if (a != NOWHERE && b != NOWHERE)
            found.push_back({static_cast<int>(mesh.vertices + e), a, b});
    }
    return found;
}

ShellPinning::ShellPinning(const ShellDef& def, const ShellMesh& mesh, const ShellState& start,
                           std::vector<const Mover*> movers)
    : m_def(def),
      m_mesh(mesh),
      m_start(start.positions),
      m_start_rotations(start.rotations),
      m_movers(std::move(movers)),
      m_samples(def.pins.size()) {
    const std::vector<double> areas = vertex_areas(def.mesh);
    for (std::size_t group = 0; group < def.pins.size(); ++group)
        add_group(group, areas);
}

void ShellPinning::add_group(std::size_t group, const std::vector<double>& areas) {
    const ShellPins& pins = m_def.pins[group];
    const Vector3d axes(pins.axes[0] ? 1.0 : 0.0, pins.axes[1] ? 1.0 : 0.0,
                        pins.axes[2] ? 1.0 : 0.0);
    const auto firm = [&](std::size_t place) {
        return pin_firmness(pins.weights.empty() ? 1.0 : pins.weights[place]);
    };
    const auto membrane = [&](std::size_t place) {
        return m_def.params.young_modulus * m_def.thickness_at(pins.vertices[place]);
    };
    for (std::size_t i = 0; i < pins.vertices.size(); ++i) {
        const int vertex = pins.vertices[i];
        const double h = m_def.thickness_at(vertex);
        const double L = m_def.params.length_scale;
        if (pins.position)
            m_positions.push_back({group, i, i, vertex, firm(i) * membrane(i) * axes});
        if (pins.rotation) {
            const double arm = h * h + L * L + areas[vertex];
            m_rotations.push_back({group, i, i, vertex, firm(i) * membrane(i) * arm * axes});
        }
    }
    if (!pins.position || m_def.element == ShellElementKind::Linear) return;
    for (const EdgeBetween& edge : edges_between(m_mesh, pins.vertices)) {
        const double stiffness = std::min(firm(edge.first) * membrane(edge.first),
                                          firm(edge.second) * membrane(edge.second));
        m_positions.push_back({group, edge.first, edge.second, edge.node, stiffness * axes});
    }
}

void ShellPinning::make_terms(const NodeUnknowns& unknowns) {
    const auto make = [](const std::vector<Held>& all, const BlockRange& range) {
        std::vector<Pin> pins;
        pins.reserve(all.size());
        for (const Held& held : all)
            pins.push_back({range.block(held.node), held.stiffness});
        return std::make_unique<PinPotential>(std::move(pins));
    };
    m_position_term = make(m_positions, unknowns.positions);
    m_rotation_term = make(m_rotations, unknowns.rotations);
}

void ShellPinning::sample(double frame) {
    for (std::size_t group = 0; group < m_def.pins.size(); ++group) {
        const ShellPins& pins = m_def.pins[group];
        Sample& sample = m_samples[group];
        sample.positions = values_at(pins.positions, frame);
        sample.rotations = values_at(pins.rotations, frame);
        sample.velocities = values_at(pins.velocities, frame);
        sample.angular_velocities = values_at(pins.angular_velocities, frame);
        sample.released = frame > pins.release_frame;
        if (!m_movers[group]) continue;
        sample.transform = m_movers[group]->at(frame);
        sample.turn = similarity_of(sample.transform).turn;
    }
}

Vector3d ShellPinning::asked_displacement(const Held& held, std::size_t place) const {
    const std::vector<double>& positions = m_samples[held.group].positions;
    if (positions.empty()) return Vector3d::Zero();
    return triple(positions, place) - m_start[m_def.pins[held.group].vertices[place]];
}

Vector3d ShellPinning::position_increment(const Held& held, const ShellState& state,
                                          const MotionHistory& motion, Eigen::Index first) const {
    const Sample& sample = m_samples[held.group];
    if (!sample.velocities.empty()) {
        return motion.increment_for(first, 0.5 * (triple(sample.velocities, held.first) +
                                                  triple(sample.velocities, held.second)));
    }
    Vector3d target = m_start[held.node];
    if (m_movers[held.group]) {
        target = sample.transform * target;
    } else {
        target +=
            0.5 * (asked_displacement(held, held.first) + asked_displacement(held, held.second));
    }
    return target - state.positions[held.node];
}

Quaterniond ShellPinning::asked_rotation(const Held& held) const {
    const Sample& sample = m_samples[held.group];
    const std::size_t count = m_def.pins[held.group].vertices.size();
    if (sample.rotations.empty()) return sample.turn;
    if (sample.rotations.size() == 3 * count)
        return exp_quaternion(triple(sample.rotations, held.first));
    const double* const q = sample.rotations.data() + 4 * held.first;
    return from_wxyz({q[0], q[1], q[2], q[3]}).normalized();
}

Vector3d ShellPinning::turn_increment(const Held& held, const ShellState& state,
                                      const MotionHistory& motion, Eigen::Index first) const {
    const std::vector<double>& rates = m_samples[held.group].angular_velocities;
    if (!rates.empty()) return motion.increment_for(first, triple(rates, held.first));
    return rotation_increment(state.rotations[held.node],
                              asked_rotation(held) * m_start_rotations[held.node]);
}

void ShellPinning::begin_step(const StepInfo& step, const ShellState& state,
                              const MotionHistory& motion, int first_block) {
    sample(step.frame_1);
    const auto fill = [&](const std::vector<Held>& all, PinPotential& term, auto&& increment) {
        std::vector<Vector3d> targets;
        std::vector<Vector3d> stiffness;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Eigen::Index first = 3L * (term.pins()[i].block - first_block);
            targets.push_back((this->*increment)(all[i], state, motion, first));
            const bool released = m_samples[all[i].group].released;
            stiffness.push_back(released ? Vector3d::Zero() : all[i].stiffness);
        }
        term.set_stiffness(stiffness);
        term.set_targets(std::move(targets));
    };
    fill(m_positions, *m_position_term, &ShellPinning::position_increment);
    fill(m_rotations, *m_rotation_term, &ShellPinning::turn_increment);
}

PinErrors ShellPinning::errors_at_start() const {
    return {.distance = m_positions.empty() ? BodyMeasures::NONE : 0.0,
            .angle = m_rotations.empty() ? BodyMeasures::NONE : 0.0};
}

PinErrors ShellPinning::errors(const Eigen::VectorXd& x) const {
    // NaN stays NaN.
    PinErrors errors = errors_at_start();
    errors.distance += m_position_term->error(x);
    errors.angle += m_rotation_term->error(x);
    return errors;
}

}  // namespace sinew::shells
