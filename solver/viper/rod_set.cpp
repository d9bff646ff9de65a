#include "viper/rod_set.hpp"

#include <algorithm>
#include <cmath>

#include "math/rotation.hpp"
#include "viper/rod_objective.hpp"

namespace sinew::viper {

namespace {

/// Forces below those of this strain do not count when convergence is judged [1].
constexpr double NEGLIGIBLE_STRAIN = 1e-4;

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

/// What an attachment takes out of the solve: position and frame, or nothing when it slides.
RodPins as_pins(const RodAttachment& attachment) {
    RodPins pins{.points = attachment.points};
    pins.position = pins.frame = !attachment.sliding;
    return pins;
}

}  // namespace

RodSet::RodSet(const RodsDef& def, std::vector<const Mover*> movers)
    : m_def(def), m_attachments(m_def, std::move(movers)) {
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
    state.fall.assign(n, 1.0);
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
        set_lane(segment.inertia, lane, k.density * l * moment * Eigen::Vector3d(1.0, 1.0, 2.0));
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
        set_lane(
            point.bend_weight, lane,
            moment * L * Eigen::Vector3d(k.bend_stiffness, k.bend_stiffness, k.twist_stiffness));
        point.volume_bend_weight.set(lane, k.volume_stiffness * moment * L);
        point.surface_weight.set(lane, k.surface_bending_stiffness * moment * L +
                                           zigzag_weight(k.volume_stiffness, r, L));
        set_lane(point.rest_darboux, lane,
                 darboux_vector(m_rest_frames[j - 1], m_rest_frames[j], L));
    }
    batch.force_floor.set(
        lane, NEGLIGIBLE_STRAIN * k.stretch_stiffness * M_PI * largest_radius * largest_radius);
    batch.damping.set(lane, k.damping);
    batch.material_damping.set(lane, k.material_damping);
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
            batch.rates.fall[i].set(rod.lane, state.fall[j]);
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
    state.fall.resize(n);
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
            state.fall[j] = batch.rates.fall[i][rod.lane];
        }
    }
    return state;
}

PointRef RodSet::ref(int point) const {
    const Rod& rod = rod_of_point(point);
    return {.batch = rod.batch, .point = point - rod.first, .lane = rod.lane};
}

void RodSet::append_sections(std::span<const RodBatch> batches, std::vector<Section>& sections) {
    m_sections.clear();
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
        m_sections.emplace_back(std::move(members), m_def.bundling.matching);
    }
    sections.insert(sections.end(), m_sections.begin(), m_sections.end());
}

void RodSet::append_pills(int body, std::vector<DynamicPill>& pills) const {
    const RodCollision& collision = m_def.collision;
    if (!collision.enabled) return;
    for (std::size_t i = 0; i < m_rods.size(); ++i) {
        const Rod& rod = m_rods[i];
        for (int j = rod.first; j + 1 < rod.first + rod.points; ++j) {
            pills.push_back({.first = ref(j),
                             .rest_radius_0 = m_def.radii[j],
                             .rest_radius_1 = m_def.radii[j + 1],
                             .group = collision.group_of(i, body),
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
    const auto released = [&](const RodPins& pins) { return step.frame_1 > pins.release_frame; };
    for (const RodPins& pins : m_def.pins) {
        if (released(pins)) hold(pins, false, batches);
    }
    // After the releases: another pin or an attachment may still hold the same point.
    for (const RodAttachment& attachment : m_def.attachments)
        hold(as_pins(attachment), true, batches);
    m_attachments.apply(*this, step, batches);
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

void RodSet::hold_all(std::span<RodBatch> batches) const {
    for (const RodPins& pins : m_def.pins)
        hold(pins, true, batches);
    for (const RodAttachment& attachment : m_def.attachments)
        hold(as_pins(attachment), true, batches);
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

void RodSet::prescribe_position(int point, const Eigen::Vector3d& target,
                                std::span<RodBatch> batches) const {
    const PointRef at = ref(point);
    set_lane(batches[at.batch].point_step[at.point].c_predicted, at.lane, target);
    set_lane(batches[at.batch].current.c[at.point], at.lane, target);
}

void RodSet::prescribe_frame(int point, const Eigen::Quaterniond& turn,
                             std::span<RodBatch> batches) const {
    const PointRef at = ref(frame_point(point));
    RodBatch& batch = batches[at.batch];
    const Eigen::Quaterniond target = on_branch_of(turn * m_rest_frames[frame_point(point)],
                                                   lane_of(batch.state.q[at.point], at.lane));
    set_lane(batch.segment_step[at.point].q_predicted, at.lane, target);
    set_lane(batch.current.q[at.point], at.lane, target);
}

void RodSet::apply_pins(const RodPins& pins, double frame, std::span<RodBatch> batches) {
    const std::size_t n = pins.points.size();
    std::vector<double> positions(3 * n);
    std::vector<double> scales(n, 1.0);
    if (!pins.positions.empty()) pins.positions.sample(frame, positions);
    if (!pins.scales.empty()) pins.scales.sample(frame, scales);
    for (std::size_t i = 0; i < n; ++i) {
        const int j = pins.points[i];
        if (pins.position) {
            const Eigen::Vector3d target =
                pins.positions.empty()
                    ? m_def.points[j]
                    : Eigen::Vector3d(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
            prescribe_position(j, target, batches);
        }
        if (pins.scale) {
            const PointRef at = ref(j);
            RodBatch& batch = batches[at.batch];
            batch.point_step[at.point].s_predicted.set(at.lane, scales[i]);
            batch.current.s[at.point].set(at.lane, scales[i]);
        }
        if (pins.frame) prescribe_frame(j, pin_rotation(pins.rotations, n, i, frame), batches);
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
    for (const Section& section : m_sections)
        out.energy.elastic += section.energy(batches);
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
        double worst = std::isnan(out.pins.distance) ? 0.0 : out.pins.distance;
        for (std::size_t i = 0; i < pins.points.size(); ++i) {
            const int j = pins.points[i];
            const Eigen::Vector3d wanted =
                pins.positions.empty()
                    ? m_def.points[j]
                    : Eigen::Vector3d(target[3 * i], target[3 * i + 1], target[3 * i + 2]);
            worst = std::max(worst, (state.c[j] - wanted).norm());
        }
        out.pins.distance = worst;
    }
}

}  // namespace sinew::viper
