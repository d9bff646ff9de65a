#include "viper/rods/rod_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "body/live_input.hpp"
#include "math/rotation.hpp"

namespace sinew::viper {

namespace {

/// Frames with the third axis along the segments, without twist: each is the one before it turned the
/// shortest way. The same branch all along, so Darboux vectors are small.
void parallel_transport(std::span<const Eigen::Vector3d> points,
                        std::span<Eigen::Quaterniond> frames) {
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
    Eigen::Quaterniond frame = Eigen::Quaterniond::Identity();
    for (std::size_t j = 0; j + 1 < points.size(); ++j) {
        const Eigen::Vector3d next = (points[j + 1] - points[j]).normalized();
        frame = on_branch_of((rotation_between(axis, next) * frame).normalized(), frame);
        axis = next;
        frames[j] = frame;
    }
    frames.back() = frame;
}

}  // namespace

RodSet::RodSet(const RodsDef& def) : m_def(def) {
    m_rod_of_point.resize(def.points.size());
    m_rest_frames.resize(def.points.size(), Eigen::Quaterniond::Identity());
    m_is_bundled.resize(def.points.size(), 0);
    for (const std::vector<int>& section : def.bundling.sections) {
        for (const int point : section)
            m_is_bundled[point] = section.size() > 1 ? 1 : 0;  // one point has no shape to keep
    }
    int first = 0;
    for (const int count : def.counts) {
        const Rod rod{.first = first, .points = count, .batch = -1, .lane = -1};
        std::fill_n(m_rod_of_point.begin() + first, count, static_cast<int>(m_rods.size()));
        parallel_transport(std::span(m_def.points).subspan(first, count),
                           std::span(m_rest_frames).subspan(first, count));
        m_rods.push_back(rod);
        first += count;
    }
}

RodSetState RodSet::initial_state() const {
    const std::size_t n = point_count();
    RodSetState state;
    state.c = m_def.initial_positions.empty() ? m_def.points : m_def.initial_positions;
    state.c_rate = m_def.initial_velocities;
    state.c_rate.resize(n, Eigen::Vector3d::Zero());
    state.s = m_def.initial_scales;
    state.s.resize(n, 1.0);
    state.s_rate.assign(n, 0.0);
    state.q = m_rest_frames;
    state.q_rate.assign(n, Eigen::Vector3d::Zero());
    state.free_fall_share.assign(n, 1.0);
    if (m_def.initial_positions.empty()) return state;
    // Frames follow the segments' turn from rest to the initial positions.
    for (const Rod& rod : m_rods) {
        for (int j = rod.first; j + 1 < rod.first + rod.points; ++j) {
            const Eigen::Vector3d rest = (m_def.points[j + 1] - m_def.points[j]).normalized();
            const Eigen::Vector3d now = (state.c[j + 1] - state.c[j]).normalized();
            const Eigen::Quaterniond turned = rotation_between(rest, now) * m_rest_frames[j];
            state.q[j] = on_branch_of(turned, j == rod.first ? m_rest_frames[j] : state.q[j - 1]);
        }
    }
    return state;
}

int RodSet::frame_point(int point) const {
    const Rod& rod = rod_of_point(point);
    return std::min(point, rod.first + rod.points - 2);
}

void RodSet::scatter(const RodSetState& state, std::span<RodBatch> batches) const {
    for (const Rod& rod : m_rods) {
        RodBatch& batch = batches[rod.batch];
        for (int i = 0; i < rod.points; ++i) {
            const int j = rod.first + i;
            set_lane(batch.state.c[i], rod.lane, state.c[j]);
            batch.state.s[i].set(rod.lane, state.s[j]);
            set_lane(batch.state.q[i], rod.lane, state.q[j]);
            set_lane(batch.rates.c[i], rod.lane, state.c_rate[j]);
            batch.rates.s[i].set(rod.lane, state.s_rate[j]);
            set_lane(batch.rates.q[i], rod.lane, state.q_rate[j]);
            batch.rates.free_fall_share[i].set(rod.lane, state.free_fall_share[j]);
        }
    }
}

RodSetState RodSet::gather(std::span<const RodBatch> batches) const {
    const std::size_t n = point_count();
    RodSetState state;
    state.c.resize(n);
    state.c_rate.resize(n);
    state.s.resize(n);
    state.s_rate.resize(n);
    state.q.resize(n);
    state.q_rate.resize(n);
    state.free_fall_share.resize(n);
    for (const Rod& rod : m_rods) {
        const RodBatch& batch = batches[rod.batch];
        for (int i = 0; i < rod.points; ++i) {
            const int j = rod.first + i;
            state.c[j] = lane_of(batch.state.c[i], rod.lane);
            state.s[j] = batch.state.s[i][rod.lane];
            state.q[j] = lane_of(batch.state.q[i], rod.lane);
            state.c_rate[j] = lane_of(batch.rates.c[i], rod.lane);
            state.s_rate[j] = batch.rates.s[i][rod.lane];
            state.q_rate[j] = lane_of(batch.rates.q[i], rod.lane);
            state.free_fall_share[j] = batch.rates.free_fall_share[i][rod.lane];
        }
        // No segment starts at the last point. What its lane holds there depends on how the rod shares
        // a batch with longer ones, which is nothing to remember.
        const int last = rod.first + rod.points - 1;
        state.q[last] = m_rest_frames[last];
        state.q_rate[last].setZero();
    }
    return state;
}

PointRef RodSet::ref(int point) const {
    const Rod& rod = rod_of_point(point);
    return {.batch = rod.batch, .point = point - rod.first, .lane = rod.lane};
}

void RodSet::prescribe_position(int point, const Eigen::Vector3d& target,
                                std::span<RodBatch> batches) const {
    const PointRef at = ref(point);
    set_lane(batches[at.batch].point_step[at.point].c_predicted, at.lane, target);
    set_lane(batches[at.batch].current.c[at.point], at.lane, target);
}

void RodSet::list_inputs(LiveInputs& inputs) {
    for (std::size_t i = 0; i < m_def.pins.size(); ++i) {
        RodPins& pins = m_def.pins[i];
        const std::string field = fmt::format("pins[{}]", i);
        inputs.add(field + ".positions", pins.positions);
        inputs.add(field + ".rotations", pins.rotations, pins.points.size());
        inputs.add(field + ".scales", pins.scales, {.above = 0.0});
    }
    inputs.add("activation", m_def.activation.level, {.least = 0.0, .most = 1.0});
    inputs.add("radial_force", m_def.radial_force);
}

}  // namespace sinew::viper
