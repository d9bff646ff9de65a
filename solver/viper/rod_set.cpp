#include "viper/rod_set.hpp"

#include <algorithm>
#include <cmath>

#include "math/nearest_rotation.hpp"
#include "math/rotation.hpp"
#include "viper/rod_objective.hpp"

namespace sinew::viper {

namespace {

/// Forces below those of this strain do not count when convergence is judged [1].
constexpr double NEGLIGIBLE_STRAIN = 1e-4;

void set(Vec3p& v, int lane, const Eigen::Vector3d& value) {
    v.x.set(lane, value.x());
    v.y.set(lane, value.y());
    v.z.set(lane, value.z());
}
Eigen::Vector3d get(const Vec3p& v, int lane) {
    return {v.x[lane], v.y[lane], v.z[lane]};
}
void set(Quatp& q, int lane, const Eigen::Quaterniond& value) {
    q.w.set(lane, value.w());
    set(q.v, lane, value.vec());
}
Eigen::Quaterniond get(const Quatp& q, int lane) {
    return {q.w[lane], q.v.x[lane], q.v.y[lane], q.v.z[lane]};
}

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

/// Weight of the second difference of the scales [J m⁴] that makes a zigzag s = 1 ± δ cost its volume.
///
/// The volume term sees the mean scale of a segment, in which a zigzag cancels; with the scales at the ends
/// instead, stretch could not vary along a rod of constant volume. So the zigzag alone is penalised: its
/// second difference is 4δ/L², its change of volume 2δ. For scales that vary smoothly the term is of fourth
/// order in L and does not touch the solution.
double zigzag_weight(double volume_stiffness, double radius, double L) {
    const double strain = 0.5 * L * L;
    return volume_stiffness * M_PI * radius * radius * L * strain * strain;
}

/// Rotation of pin `i` of a group at a time; identity where no rotation is given.
Eigen::Quaterniond pin_rotation(const AnimatedArray& rotations, std::size_t pins, std::size_t i,
                                double frame) {
    if (rotations.empty()) return Eigen::Quaterniond::Identity();
    const AnimatedArray::Span at = rotations.locate(frame);
    const std::span<const double> a = rotations.key(at.first);
    const std::span<const double> b = rotations.key(at.second);
    if (rotations.width == 4 * pins) {
        const Eigen::Quaterniond qa =
            from_wxyz({a[4 * i], a[4 * i + 1], a[4 * i + 2], a[4 * i + 3]});
        const Eigen::Quaterniond qb =
            from_wxyz({b[4 * i], b[4 * i + 1], b[4 * i + 2], b[4 * i + 3]});
        return qa.normalized().slerp(at.blend, qb.normalized()).normalized();
    }
    const Eigen::Vector3d va(a[3 * i], a[3 * i + 1], a[3 * i + 2]);
    const Eigen::Vector3d vb(b[3 * i], b[3 * i + 1], b[3 * i + 2]);
    return exp_quaternion(va + at.blend * (vb - va));
}

}  // namespace

RodSet::RodSet(const RodsDef& def, std::vector<const Mover*> movers)
    : m_def(def), m_movers(std::move(movers)) {
    m_rod_of_point.resize(def.points.size());
    m_rest_frames.resize(def.points.size(), Eigen::Quaterniond::Identity());
    int first = 0;
    for (const int count : def.counts) {
        const Rod rod{.first = first, .points = count, .batch = -1, .lane = -1};
        std::fill_n(m_rod_of_point.begin() + first, count, static_cast<int>(m_rods.size()));
        parallel_transport(std::span(m_def.points).subspan(first, count),
                           std::span(m_rest_frames).subspan(first, count));
        m_rods.push_back(rod);
        first += count;
    }
    if (!m_movers.empty()) find_carriers();
}

void RodSet::find_carriers() {
    // The attachment of each point, if any.
    std::vector<int> attached(point_count(), -1);
    for (std::size_t i = 0; i < m_def.attachments.size(); ++i) {
        for (const int j : m_def.attachments[i].points)
            attached[j] = static_cast<int>(i);
    }
    m_carriers.resize(point_count());
    for (const Rod& rod : m_rods) {
        const auto begin = attached.begin() + rod.first;
        const auto end = begin + rod.points;
        const auto is_attached = [](int i) { return i >= 0; };
        const auto first = std::find_if(begin, end, is_attached);
        // A rod without attachments goes with the first of its body.
        if (first == end) continue;
        auto last = end - 1;
        while (!is_attached(*last))
            --last;
        std::vector<double> along(rod.points, 0.0);
        for (int k = 1; k < rod.points; ++k) {
            const int j = rod.first + k;
            along[k] = along[k - 1] + (m_def.points[j] - m_def.points[j - 1]).norm();
        }
        const double from = along[first - begin];
        const double length = along[last - begin] - from;
        for (int k = 0; k < rod.points; ++k) {
            const double blend =
                length > 0.0 ? std::clamp((along[k] - from) / length, 0.0, 1.0) : 0.0;
            m_carriers[rod.first + k] = {*first, *last, blend};
        }
    }
}

void RodSet::carry(const StepInfo& step, std::span<RodBatch> batches) const {
    // Of each mover: its motion in this step and in the one before.
    struct Motion {
        Eigen::Affine3d next, last;
        Eigen::Vector3d next_turn, last_turn;  ///< [rad]
    };
    // Drag slows down the motion relative to the movers.
    const double decay = 1.0 / (1.0 + m_def.params.damping * step.dt);
    std::vector<Motion> motions;
    for (const Mover* mover : m_movers) {
        const Eigen::Affine3d before = mover->at(2.0 * step.frame_0 - step.frame_1);
        const Eigen::Affine3d now = mover->at(step.frame_0);
        const Eigen::Affine3d after = mover->at(step.frame_1);
        const auto turn = [](const Eigen::Affine3d& motion) {
            return log_quaternion(
                on_branch_of(nearest_rotation(motion.linear()), Eigen::Quaterniond::Identity()));
        };
        const Eigen::Affine3d next = after * now.inverse();
        const Eigen::Affine3d last = now * before.inverse();
        motions.push_back({next, last.inverse(), turn(next), turn(last)});
    }
    for (const Rod& rod : m_rods) {
        RodBatch& batch = batches[rod.batch];
        const int lane = rod.lane;
        for (int k = 0; k < rod.points; ++k) {
            const Carrier& carrier = m_carriers[rod.first + k];
            const Motion& a = motions[carrier.first];
            const Motion& b = motions[carrier.second];
            const double w = carrier.blend;
            const Eigen::Vector3d c = get(batch.state.c[k], lane);
            const Eigen::Vector3d next = (1.0 - w) * (a.next * c) + w * (b.next * c) - c;
            const Eigen::Vector3d last = c - (1.0 - w) * (a.last * c) - w * (b.last * c);
            const Eigen::Vector3d shift = next - decay * last;
            RodPointStep& point = batch.point_step[k];
            set(batch.current.c[k], lane, get(point.c_predicted, lane) + shift);
            set(point.c_predicted, lane, get(point.c_predicted, lane) + m_def.follow * shift);
            if (k + 1 == rod.points) break;
            const Eigen::Vector3d turn = (1.0 - w) * (a.next_turn - decay * a.last_turn) +
                                         w * (b.next_turn - decay * b.last_turn);
            RodSegmentStep& segment = batch.segment_step[k];
            const Eigen::Quaterniond predicted = get(segment.q_predicted, lane);
            set(batch.current.q[k], lane, (exp_quaternion(turn) * predicted).normalized());
            set(segment.q_predicted, lane,
                (exp_quaternion(m_def.follow * turn) * predicted).normalized());
        }
    }
}

void RodSet::apply_attachments(const StepInfo& step, std::span<RodBatch> batches) const {
    for (std::size_t i = 0; i < m_def.attachments.size(); ++i) {
        const RodAttachment& attachment = m_def.attachments[i];
        const Eigen::Affine3d at = m_movers[i]->at(step.frame_1);
        const Eigen::Affine3d before = m_movers[i]->at(step.frame_0);
        const Eigen::Quaterniond turn = nearest_rotation(at.linear());
        for (std::size_t k = 0; k < attachment.points.size(); ++k) {
            const int j = attachment.points[k];
            const Rod& rod = rod_of_point(j);
            RodBatch& batch = batches[rod.batch];
            const int here = j - rod.first;
            const Eigen::Vector3d target = at * m_def.points[j];
            if (attachment.sliding) {
                if (batch.point_plane.empty()) batch.point_plane.resize(batch.points);
                PointPlane& plane = batch.point_plane[here];
                const Eigen::Vector3d normal =
                    (at.linear().inverse().transpose() * attachment.normals[k]).normalized();
                set(plane.normal, rod.lane, normal);
                set(plane.drift, rod.lane, target - before * m_def.points[j]);
                plane.offset.set(rod.lane, normal.dot(target));
                plane.two_sided.set(rod.lane, 1.0);
                plane.friction.set(rod.lane, 0.0);
                plane.weight.set(rod.lane, batch.point_step[here].contact_weight[rod.lane]);
                continue;
            }
            set(batch.point_step[here].c_predicted, rod.lane, target);
            set(batch.current.c[here], rod.lane, target);
            const int segment = frame_point(j) - rod.first;
            const Eigen::Quaterniond frame = on_branch_of(turn * m_rest_frames[frame_point(j)],
                                                          get(batch.state.q[segment], rod.lane));
            set(batch.segment_step[segment].q_predicted, rod.lane, frame);
            set(batch.current.q[segment], rod.lane, frame);
        }
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

void RodSet::fill_constants(const Rod& rod, RodBatch& batch) const {
    const RodParams& k = m_def.params;
    const int lane = rod.lane;
    batch.lane_points[lane] = rod.points;
    double largest_radius = 0.0;
    for (int i = 0; i + 1 < rod.points; ++i) {
        const int j = rod.first + i;
        RodSegment& segment = batch.segment[i];
        const double l = (m_def.points[j + 1] - m_def.points[j]).norm();
        const double r = 0.5 * (m_def.radii[j] + m_def.radii[j + 1]);
        const double area = M_PI * r * r;
        const double moment = 0.25 * M_PI * r * r * r * r;
        segment.length.set(lane, l);
        segment.inverse_length.set(lane, 1.0 / l);
        set(segment.inertia, lane, k.density * l * moment * Eigen::Vector3d(1.0, 1.0, 2.0));
        segment.stretch_weight.set(lane, k.stretch_stiffness * area * l);
        segment.gradient_weight.set(lane, k.scale_gradient_stiffness * moment * l);
        segment.volume_weight.set(lane, k.volume_stiffness * area * l);
        for (const int end : {i, i + 1}) {
            RodPoint& point = batch.point[end];
            point.mass.set(lane, point.mass[lane] + 0.5 * k.density * area * l);
            point.scale_inertia.set(lane,
                                    point.scale_inertia[lane] + 0.5 * k.density * 2.0 * moment * l);
        }
        largest_radius = std::max(largest_radius, r);
    }
    for (int i = 0; i < rod.points; ++i) {
        const int j = rod.first + i;
        RodPoint& point = batch.point[i];
        const double r = m_def.radii[j];
        const double moment = 0.25 * M_PI * r * r * r * r;
        const bool first = i == 0;
        const bool last = i == rod.points - 1;
        const double L = 0.5 * ((first ? 0.0 : batch.segment[i - 1].length[lane]) +
                                (last ? 0.0 : batch.segment[i].length[lane]));
        point.radius.set(lane, r);
        point.dual_length.set(lane, L);
        point.section_weight.set(lane, k.cross_section_stiffness * M_PI * r * r * L);
        for (int t = 0; t < 4; ++t)
            batch.free[i * ROD_UNKNOWNS + t].set(lane, 1.0);
        if (last) continue;
        for (int t = 4; t < 7; ++t)
            batch.free[i * ROD_UNKNOWNS + t].set(lane, 1.0);
        if (first) continue;
        set(point.bend_weight, lane,
            moment * L * Eigen::Vector3d(k.bend_stiffness, k.bend_stiffness, k.twist_stiffness));
        point.volume_bend_weight.set(lane, k.volume_stiffness * moment * L);
        point.surface_weight.set(lane, k.surface_bending_stiffness * moment * L +
                                           zigzag_weight(k.volume_stiffness, r, L));
        set(point.rest_darboux, lane, darboux_vector(m_rest_frames[j - 1], m_rest_frames[j], L));
    }
    batch.force_floor.set(
        lane, NEGLIGIBLE_STRAIN * k.stretch_stiffness * M_PI * largest_radius * largest_radius);
    batch.damping.set(lane, k.damping);
    batch.material_damping.set(lane, k.material_damping);
    const auto hold = [&](int i, int t) { batch.free[i * ROD_UNKNOWNS + t].set(lane, 0.0); };
    for (const RodAttachment& attachment : m_def.attachments) {
        if (attachment.sliding) continue;
        for (const int j : attachment.points) {
            if (j < rod.first || j >= rod.first + rod.points) continue;
            for (int t = 0; t < 3; ++t)
                hold(j - rod.first, t);
            for (int t = 4; t < 7; ++t)
                hold(frame_point(j) - rod.first, t);
        }
    }
    for (const RodPins& pins : m_def.pins) {
        for (const int j : pins.points) {
            if (j < rod.first || j >= rod.first + rod.points) continue;
            for (int t = 0; t < 3 && pins.position; ++t)
                hold(j - rod.first, t);
            if (pins.scale) hold(j - rod.first, 3);
            for (int t = 4; t < 7 && pins.frame; ++t)
                hold(frame_point(j) - rod.first, t);
        }
    }
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
            set(batch.state.c[i], rod.lane, state.c[j]);
            batch.state.s[i].set(rod.lane, state.s[j]);
            set(batch.state.q[i], rod.lane, state.q[j]);
            set(batch.rates.c[i], rod.lane, state.c_rate[j]);
            batch.rates.s[i].set(rod.lane, state.s_rate[j]);
            set(batch.rates.q[i], rod.lane, state.q_rate[j]);
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
    for (const Rod& rod : m_rods) {
        const RodBatch& batch = batches[rod.batch];
        for (int i = 0; i < rod.points; ++i) {
            const int j = rod.first + i;
            state.c[j] = get(batch.state.c[i], rod.lane);
            state.s[j] = batch.state.s[i][rod.lane];
            state.q[j] = get(batch.state.q[i], rod.lane);
            state.c_rate[j] = get(batch.rates.c[i], rod.lane);
            state.s_rate[j] = batch.rates.s[i][rod.lane];
            state.q_rate[j] = get(batch.rates.q[i], rod.lane);
        }
    }
    return state;
}

PointRef RodSet::ref(int point) const {
    const Rod& rod = rod_of_point(point);
    return {.batch = rod.batch, .point = point - rod.first, .lane = rod.lane};
}

void RodSet::append_sections(std::span<const RodBatch> batches,
                             std::vector<Section>& sections) const {
    for (const std::vector<int>& points : m_def.bundling.sections) {
        std::vector<SectionMember> members;
        double volume = 0.0;
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();
        for (const int j : points) {
            SectionMember member;
            member.at = ref(j);
            member.frame = ref(frame_point(j));
            member.rest_offset = m_def.points[j];
            member.rest_frame = m_rest_frames[frame_point(j)];
            const double r = m_def.radii[j];
            member.disc = 0.25 * r * r;
            const RodPoint& point = batches[member.at.batch].point[member.at.point];
            member.weight = M_PI * r * r * point.dual_length[member.at.lane];
            volume += member.weight;
            centre += member.weight * member.rest_offset;
            members.push_back(std::move(member));
        }
        centre /= volume;
        double gyration = 0.0;
        for (const SectionMember& member : members) {
            gyration +=
                member.weight * ((member.rest_offset - centre).squaredNorm() + 2.0 * member.disc);
        }
        gyration /= volume;
        for (SectionMember& member : members)
            member.weight *= m_def.bundling.stiffness / gyration;
        sections.emplace_back(std::move(members), m_def.bundling.matching);
    }
}

void RodSet::append_pills(std::int32_t own_group, std::vector<DynamicPill>& pills) const {
    const RodCollision& collision = m_def.collision;
    if (!collision.enabled) return;
    for (std::size_t i = 0; i < m_rods.size(); ++i) {
        const Rod& rod = m_rods[i];
        for (int j = rod.first; j + 1 < rod.first + rod.points; ++j) {
            pills.push_back({.first = ref(j),
                             .rest_radius_0 = m_def.radii[j],
                             .rest_radius_1 = m_def.radii[j + 1],
                             .group = collision.groups.empty() ? own_group : collision.groups[i],
                             .friction = collision.friction,
                             .stiffness = std::max(m_def.params.volume_stiffness,
                                                   m_def.params.stretch_stiffness) *
                                          0.5 * (m_def.radii[j] + m_def.radii[j + 1])});
        }
    }
}

void RodSet::apply_activation(const StepInfo& step, std::span<RodBatch> batches) const {
    const RodActivation& activation = m_def.activation;
    if (activation.level.empty()) return;
    std::vector<double> level(m_rods.size());
    activation.level.sample(step.frame_1, level);
    for (std::size_t i = 0; i < m_rods.size(); ++i) {
        const Rod& rod = m_rods[i];
        RodBatch& batch = batches[rod.batch];
        const auto length = [&](int j) {
            const double felt = activation.map.empty() ? 1.0 : activation.map[j];
            return 1.0 - activation.shortening * felt * level[i];
        };
        for (int k = 0; k < rod.points; ++k) {
            const int j = rod.first + k;
            // At constant volume, s² × length = 1.
            batch.point_step[k].rest_scale.set(rod.lane, 1.0 / std::sqrt(length(j)));
            if (k + 1 == rod.points) break;
            batch.segment_step[k].rest_stretch.set(rod.lane, 0.5 * (length(j) + length(j + 1)));
        }
    }
}

void RodSet::apply_inputs(const StepInfo& step, std::span<RodBatch> batches) {
    if (!m_movers.empty()) {
        carry(step, batches);
        apply_attachments(step, batches);
    }
    const auto released = [&](const RodPins& pins) { return step.frame_1 > pins.release_frame; };
    for (const RodPins& pins : m_def.pins) {
        if (released(pins)) hold(pins, false, batches);
    }
    // After the releases: another pin may still hold the same point.
    for (const RodPins& pins : m_def.pins) {
        if (released(pins)) continue;
        hold(pins, true, batches);
        apply_pins(pins, step.frame_1, batches);
    }
    if (m_def.radial_force.empty()) return;
    std::vector<double> force(point_count());
    m_def.radial_force.sample(step.frame_1, force);
    for (const Rod& rod : m_rods) {
        for (int i = 0; i < rod.points; ++i) {
            RodBatch& batch = batches[rod.batch];
            const RodPoint& point = batch.point[i];
            // Work on a change of scale: force per length × L × r.
            const double load =
                force[rod.first + i] * point.dual_length[rod.lane] * point.radius[rod.lane];
            batch.point_step[i].radial_load.set(rod.lane, load);
        }
    }
}

void RodSet::hold(const RodPins& pins, bool held, std::span<RodBatch> batches) const {
    for (const int j : pins.points) {
        const Rod& rod = rod_of_point(j);
        RodBatch& batch = batches[rod.batch];
        const auto set_free = [&](int point, int unknown) {
            const int index = (point - rod.first) * ROD_UNKNOWNS + unknown;
            batch.free[index].set(rod.lane, held ? 0.0 : 1.0);
        };
        for (int t = 0; t < 3 && pins.position; ++t)
            set_free(j, t);
        if (pins.scale) set_free(j, 3);
        for (int t = 4; t < 7 && pins.frame; ++t)
            set_free(frame_point(j), t);
    }
}

void RodSet::apply_pins(const RodPins& pins, double frame, std::span<RodBatch> batches) {
    const std::size_t n = pins.points.size();
    std::vector<double> positions(3 * n);
    std::vector<double> scales(n, 1.0);
    if (!pins.positions.empty()) pins.positions.sample(frame, positions);
    if (!pins.scales.empty()) pins.scales.sample(frame, scales);
    for (std::size_t i = 0; i < n; ++i) {
        const int j = pins.points[i];
        const Rod& rod = rod_of_point(j);
        RodBatch& batch = batches[rod.batch];
        const int lane = rod.lane;
        const int at = j - rod.first;
        if (pins.position) {
            const Eigen::Vector3d target =
                pins.positions.empty()
                    ? m_def.points[j]
                    : Eigen::Vector3d(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
            set(batch.point_step[at].c_predicted, lane, target);
            set(batch.current.c[at], lane, target);
        }
        if (pins.scale) {
            batch.point_step[at].s_predicted.set(lane, scales[i]);
            batch.current.s[at].set(lane, scales[i]);
        }
        if (pins.frame) {
            const int segment = frame_point(j) - rod.first;
            const Eigen::Quaterniond turned =
                pin_rotation(pins.rotations, n, i, frame) * m_rest_frames[frame_point(j)];
            const Eigen::Quaterniond target =
                on_branch_of(turned, get(batch.state.q[segment], lane));
            set(batch.segment_step[segment].q_predicted, lane, target);
            set(batch.current.q[segment], lane, target);
        }
    }
}

std::size_t RodSet::pinned_count() const {
    std::size_t count = 0;
    for (const RodPins& pins : m_def.pins)
        count += pins.points.size();
    return count;
}

void RodSet::set_pin_positions(double frame, std::span<const double> xyz) {
    std::size_t offset = 0;
    for (RodPins& pins : m_def.pins) {
        const std::size_t n = pins.points.size();
        AnimatedArray next;
        next.width = 3 * n;
        next.frames = {frame - 1.0, frame};
        next.values.resize(6 * n);
        if (pins.positions.empty()) {
            for (std::size_t i = 0; i < n; ++i) {
                for (int a = 0; a < 3; ++a)
                    next.values[3 * i + a] = m_def.points[pins.points[i]][a];
            }
        } else {
            pins.positions.sample(frame - 1.0, std::span(next.values).first(3 * n));
        }
        std::copy_n(xyz.begin() + static_cast<std::ptrdiff_t>(offset), 3 * n,
                    next.values.begin() + static_cast<std::ptrdiff_t>(3 * n));
        pins.positions = std::move(next);
        offset += 3 * n;
    }
}

BodyMeasures RodSet::measure(const StepInfo& last_step, std::span<const RodBatch> batches,
                             std::span<const HalfPlane> planes) const {
    const RodSetState state = gather(batches);
    BodyMeasures out;
    double worst_volume = 0.0;
    double smallest_gap = std::numeric_limits<double>::infinity();
    for (const Rod& rod : m_rods) {
        const RodBatch& batch = batches[rod.batch];
        double volume = 0.0;
        double rest_volume = 0.0;
        for (int i = 0; i < rod.points; ++i) {
            const int j = rod.first + i;
            out.energy.gravity -= batch.point[i].mass[rod.lane] * last_step.gravity.dot(state.c[j]);
            for (const HalfPlane& plane : planes) {
                smallest_gap = std::min(smallest_gap, plane.normal.dot(state.c[j]) - plane.offset -
                                                          m_def.radii[j] * state.s[j]);
            }
            if (i + 1 == rod.points) break;
            const double r = 0.5 * (m_def.radii[j] + m_def.radii[j + 1]);
            const double s = 0.5 * (state.s[j] + state.s[j + 1]);
            volume += r * r * s * s * (state.c[j + 1] - state.c[j]).norm();
            rest_volume += r * r * (m_def.points[j + 1] - m_def.points[j]).norm();
        }
        worst_volume = std::max(worst_volume, std::abs(volume / rest_volume - 1.0));
    }
    out.volume_change = worst_volume;
    if (!planes.empty()) out.min_distance = smallest_gap;
    measure_pins(last_step, state, out);
    return out;
}

void RodSet::measure_pins(const StepInfo& last_step, const RodSetState& state,
                          BodyMeasures& out) const {
    for (const RodPins& pins : m_def.pins) {
        if (!pins.position || last_step.frame_1 > pins.release_frame) continue;
        std::vector<double> target(3 * pins.points.size());
        if (!pins.positions.empty()) pins.positions.sample(last_step.frame_1, target);
        double worst = std::isnan(out.pin_error) ? 0.0 : out.pin_error;
        for (std::size_t i = 0; i < pins.points.size(); ++i) {
            const int j = pins.points[i];
            const Eigen::Vector3d wanted =
                pins.positions.empty()
                    ? m_def.points[j]
                    : Eigen::Vector3d(target[3 * i], target[3 * i + 1], target[3 * i + 2]);
            worst = std::max(worst, (state.c[j] - wanted).norm());
        }
        out.pin_error = worst;
    }
}

}  // namespace sinew::viper
