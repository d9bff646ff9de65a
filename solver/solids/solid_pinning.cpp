#include "solids/solid_pinning.hpp"

#include <algorithm>
#include <cmath>

#include "math/rotation.hpp"

namespace sinew::solids {

namespace {

/// Pins of a lower weight are meant to give.
constexpr double FIRM_WEIGHT = 1.0 - 1e-6;

double firmness(double weight) {
    return weight / (1.0 - weight + 1.0 / PIN_RATIO);
}

std::vector<double> sampled(const AnimatedArray& array, double frame) {
    std::vector<double> values(array.width);
    if (!array.empty()) array.sample(frame, values);
    return values;
}

Vector3d vector_at(const std::vector<double>& values, std::size_t index) {
    return Eigen::Map<const Vector3d>(values.data() + 3 * index);
}

}  // namespace

SolidPinning::SolidPinning(const SolidDef& def, const SolidElements& elements,
                           std::vector<const Mover*> movers)
    : m_def(def), m_movers(std::move(movers)), m_samples(def.pins.size()) {
    const std::vector<VertexMaterial> materials = vertex_materials(def, elements);
    for (std::size_t group = 0; group < def.pins.size(); ++group) {
        const SolidPins& pins = def.pins[group];
        const Vector3d axes(pins.axes[0] ? 1.0 : 0.0, pins.axes[1] ? 1.0 : 0.0,
                            pins.axes[2] ? 1.0 : 0.0);
        for (std::size_t i = 0; i < pins.vertices.size(); ++i) {
            const VertexMaterial& material = materials[pins.vertices[i]];
            const double weight = pins.weights.empty() ? 1.0 : pins.weights[i];
            const double stiffness = firmness(weight);
            const bool firm = weight > FIRM_WEIGHT;
            const double position = stiffness * material.stiffness();
            const double rotation = stiffness * material.young_volume;
            if (pins.position)
                m_positions.push_back({group, i, pins.vertices[i], position * axes, firm});
            if (pins.rotation)
                m_rotations.push_back({group, i, pins.vertices[i], rotation * axes, firm});
        }
    }
}

void SolidPinning::make_terms(const NodeUnknowns& unknowns) {
    std::vector<Pin> positions;
    for (const Held& held : m_positions)
        positions.push_back({unknowns.positions.block(held.vertex), held.stiffness, held.firm});
    m_position_term = std::make_unique<PinPotential>(std::move(positions));
    std::vector<Pin> rotations;
    for (const Held& held : m_rotations)
        rotations.push_back({unknowns.rotations.block(held.vertex), held.stiffness, held.firm});
    m_rotation_term = std::make_unique<PinPotential>(std::move(rotations));
}

void SolidPinning::sample(double frame) {
    for (std::size_t group = 0; group < m_def.pins.size(); ++group) {
        const SolidPins& pins = m_def.pins[group];
        Sample& sample = m_samples[group];
        sample.positions = sampled(pins.positions, frame);
        sample.rotations = sampled(pins.rotations, frame);
        sample.velocities = sampled(pins.velocities, frame);
        sample.angular_velocities = sampled(pins.angular_velocities, frame);
        if (!m_movers[group]) continue;
        sample.transform = m_movers[group]->at(frame);
        sample.turn = similarity_of(sample.transform).turn;
    }
}

Vector3d SolidPinning::position_increment(const Held& held, const SolidState& state) const {
    const Sample& sample = m_samples[held.group];
    Vector3d target = m_def.tets.vertices[held.vertex];
    if (m_movers[held.group]) target = sample.transform * target;
    if (!sample.positions.empty()) target = vector_at(sample.positions, held.index);
    return target - state.positions[held.vertex];
}

Vector3d SolidPinning::rotation_increment_of(const Held& held, const SolidState& state) const {
    const Sample& sample = m_samples[held.group];
    Quaterniond target = sample.turn;
    const std::size_t count = m_def.pins[held.group].vertices.size();
    if (sample.rotations.size() == 3 * count && count > 0)
        target = exp_quaternion(vector_at(sample.rotations, held.index));
    if (sample.rotations.size() == 4 * count && count > 0) {
        const double* const q = sample.rotations.data() + 4 * held.index;
        target = from_wxyz({q[0], q[1], q[2], q[3]}).normalized();
    }
    return rotation_increment(state.rotations[held.vertex], target);
}

void SolidPinning::begin_step(const StepInfo& step, const SolidState& state,
                              const MotionHistory& motion, int first_block) {
    sample(step.frame_1);
    const auto fill = [&](const std::vector<Held>& all, PinPotential& term, auto&& rates,
                          auto&& increment) {
        std::vector<Vector3d> targets;
        std::vector<Vector3d> stiffness;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Held& held = all[i];
            const std::vector<double>& rate = rates(m_samples[held.group]);
            const Eigen::Index first = 3L * (term.pins()[i].block - first_block);
            targets.push_back(rate.empty()
                                  ? increment(held)
                                  : motion.increment_for(first, vector_at(rate, held.index)));
            const bool released = step.frame_1 > m_def.pins[held.group].release_frame;
            stiffness.push_back(released ? Vector3d::Zero() : held.stiffness);
        }
        term.set_stiffness(stiffness);
        term.set_targets(std::move(targets));
    };
    fill(
        m_positions, *m_position_term,
        [](const Sample& s) -> const std::vector<double>& { return s.velocities; },
        [&](const Held& held) { return position_increment(held, state); });
    fill(
        m_rotations, *m_rotation_term,
        [](const Sample& s) -> const std::vector<double>& { return s.angular_velocities; },
        [&](const Held& held) { return rotation_increment_of(held, state); });
}

PinErrors SolidPinning::errors_at_start() const {
    const auto start = [](const std::vector<Held>& all) {
        const bool firm = std::any_of(all.begin(), all.end(), [](const Held& h) { return h.firm; });
        return firm ? 0.0 : BodyMeasures::NONE;
    };
    return {.distance = start(m_positions), .angle = start(m_rotations)};
}

PinErrors SolidPinning::errors(const Eigen::VectorXd& x) const {
    // NaN stays NaN.
    PinErrors errors = errors_at_start();
    errors.distance += m_position_term->error(x);
    errors.angle += m_rotation_term->error(x);
    return errors;
}

}  // namespace sinew::solids
