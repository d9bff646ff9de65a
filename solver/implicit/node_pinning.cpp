#include "implicit/node_pinning.hpp"

#include <algorithm>

#include "math/rotation.hpp"

namespace sinew {

using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

std::vector<double> pin_input_at(const AnimatedArray& array, double frame) {
    std::vector<double> values(array.width);
    if (!array.empty()) array.sample(frame, values);
    return values;
}

}  // namespace

NodePinning::NodePinning(const std::vector<VertexPins>& groups, std::vector<const Mover*> movers,
                         std::vector<Vector3d> positions, std::vector<Quaterniond> rotations)
    : m_groups(groups),
      m_movers(std::move(movers)),
      m_start(std::move(positions)),
      m_start_rotations(std::move(rotations)),
      m_samples(groups.size()) {}

Vector3d NodePinning::held_axes(const VertexPins& group) {
    return {group.axes[0] ? 1.0 : 0.0, group.axes[1] ? 1.0 : 0.0, group.axes[2] ? 1.0 : 0.0};
}

void NodePinning::make_terms(const NodeUnknowns& unknowns) {
    const auto make = [](const std::vector<Held>& all, const BlockRange& range) {
        std::vector<Pin> pins;
        pins.reserve(all.size());
        for (const Held& held : all)
            pins.push_back({range.block(held.node), held.stiffness, held.firm});
        return std::make_unique<PinPotential>(std::move(pins));
    };
    m_position_term = make(m_positions, unknowns.positions);
    m_rotation_term = make(m_rotations, unknowns.rotations);
}

void NodePinning::sample(double frame) {
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const VertexPins& pins = m_groups[group];
        Sample& sample = m_samples[group];
        sample.frame = frame;
        sample.positions = pin_input_at(pins.positions, frame);
        sample.velocities = pin_input_at(pins.velocities, frame);
        sample.angular_velocities = pin_input_at(pins.angular_velocities, frame);
        sample.released = frame > pins.release_frame;
        if (!m_movers[group]) continue;
        sample.transform = m_movers[group]->at(frame);
        sample.turn = similarity_of(sample.transform).turn;
    }
}

Quaterniond NodePinning::asked_rotation(const Held& held) const {
    const VertexPins& pins = m_groups[held.group];
    const Sample& sample = m_samples[held.group];
    if (pins.rotations.empty()) return sample.turn;
    return pins.rotations.at(sample.frame, held.first, pins.vertices.size());
}

void NodePinning::begin_step(const StepInfo& step, const std::vector<Vector3d>& positions,
                             const std::vector<Quaterniond>& rotations, const MotionHistory& motion,
                             int first_block) {
    sample(step.frame_1);
    const auto fill = [&](const std::vector<Held>& all, PinPotential& term,
                          std::vector<double> Sample::*rates, auto&& by_rate, auto&& increment) {
        std::vector<Vector3d> targets;
        std::vector<Vector3d> stiffness;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Held& held = all[i];
            const Sample& sample = m_samples[held.group];
            const std::vector<double>& rate = sample.*rates;
            const Eigen::Index first = 3L * (term.pins()[i].block - first_block);
            const auto asked_rate = [&]() -> Vector3d {
                return 0.5 * (vector_at(rate, held.first) + vector_at(rate, held.second));
            };
            targets.push_back(rate.empty() ? increment(held, sample)
                                           : by_rate(motion.increment_for(first, asked_rate())));
            stiffness.push_back(sample.released ? Vector3d::Zero() : held.stiffness);
        }
        term.set_stiffness(stiffness);
        term.set_targets(std::move(targets));
    };
    fill(
        m_positions, *m_position_term, &Sample::velocities,
        [](const Vector3d& increment) { return increment; },
        [&](const Held& held, const Sample& sample) -> Vector3d {
            const Vector3d target =
                m_movers[held.group] ? sample.transform * m_start[held.node] : asked_position(held);
            return target - positions[held.node];
        });
    fill(m_rotations, *m_rotation_term, &Sample::angular_velocities, increment_of_turn,
         [&](const Held& held, const Sample& /*sample*/) {
             return rotation_increment(rotations[held.node],
                                       asked_rotation(held) * m_start_rotations[held.node]);
         });
}

PinErrors NodePinning::errors_at_start() const {
    const auto start = [](const std::vector<Held>& all) {
        const bool firm = std::any_of(all.begin(), all.end(), [](const Held& h) { return h.firm; });
        return firm ? 0.0 : BodyMeasures::NONE;
    };
    return {.distance = start(m_positions), .angle = start(m_rotations)};
}

PinErrors NodePinning::errors(const Eigen::VectorXd& x) const {
    // NaN stays NaN.
    PinErrors errors = errors_at_start();
    errors.distance += m_position_term->error(x);
    errors.angle += m_rotation_term->error(x);
    return errors;
}

}  // namespace sinew
