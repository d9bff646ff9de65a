#include "viper/attachments/rod_attachments.hpp"

#include <algorithm>
#include <utility>

#include "math/nearest_rotation.hpp"
#include "math/rotation.hpp"
#include "viper/attachments/rod_clamps.hpp"
#include "viper/rods/point_ref.hpp"
#include "viper/rods/rod_set.hpp"

namespace sinew::viper {

namespace {

/// Stiffness that holds a sliding point on its plane, relative to mass/dt².
constexpr double HOLD_FACTOR = 1e4;

}  // namespace

RodAttachments::RodAttachments(const RodsDef& def, std::vector<const Mover*> movers)
    : m_def(def), m_movers(std::move(movers)) {
    if (empty()) return;
    find_carriers();
    find_middles();
    make_surfaces();
}

void RodAttachments::make_surfaces() {
    for (const RodAttachment& attachment : m_def.attachments) {
        std::optional<GlideSurface>& surface = m_surfaces.emplace_back();
        if (!attachment.sliding || attachment.surface.triangles.empty()) continue;
        std::vector<Eigen::Vector3d> points;
        for (const int j : attachment.points)
            points.push_back(m_def.points[j]);
        surface.emplace(attachment.surface, points, m_def.name);
    }
}

void RodAttachments::find_middles() {
    for (const RodAttachment& attachment : m_def.attachments) {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (const int j : attachment.points)
            sum += m_def.points[j];
        m_middles.emplace_back(sum / static_cast<double>(attachment.points.size()));
    }
}

Eigen::Affine3d RodAttachments::transform(std::size_t attachment, double frame) const {
    Eigen::Affine3d at = m_movers[attachment]->at(frame);
    const double hinge = m_def.attachments[attachment].hinge;
    if (hinge == 0.0) return at;
    const Eigen::Vector3d middle = at * m_middles[attachment];
    // The way to the other attachments: as the mover would turn it, and as it is.
    Eigen::Vector3d carried = Eigen::Vector3d::Zero();
    Eigen::Vector3d actual = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < m_movers.size(); ++i) {
        if (i == attachment) continue;
        carried += at * m_middles[i] - middle;
        actual += m_movers[i]->at(frame) * m_middles[i] - middle;
    }
    if (carried.isZero() || actual.isZero()) return at;
    const Eigen::Quaterniond turn = exp_quaternion(
        hinge * log_quaternion(rotation_between(carried.normalized(), actual.normalized())));
    return Eigen::Translation3d(middle) * turn * Eigen::Translation3d(-middle) * at;
}

void RodAttachments::find_carriers() {
    // The attachment of each point, if any.
    std::vector<int> attached(m_def.points.size(), -1);
    for (std::size_t i = 0; i < m_def.attachments.size(); ++i) {
        for (const int j : m_def.attachments[i].points)
            attached[j] = static_cast<int>(i);
    }
    m_carriers.resize(m_def.points.size());
    int rod_first = 0;
    for (const int count : m_def.counts) {
        const int rod_begin = std::exchange(rod_first, rod_first + count);
        const auto begin = attached.begin() + rod_begin;
        const auto end = begin + count;
        const auto is_attached = [](int i) { return i >= 0; };
        const auto first = std::find_if(begin, end, is_attached);
        // A rod without attachments goes with the first of its body.
        if (first == end) continue;
        auto last = end - 1;
        while (!is_attached(*last))
            --last;
        std::vector<double> along(count, 0.0);
        for (int k = 1; k < count; ++k) {
            const int j = rod_begin + k;
            along[k] = along[k - 1] + (m_def.points[j] - m_def.points[j - 1]).norm();
        }
        const double from = along[first - begin];
        const double length = along[last - begin] - from;
        for (int k = 0; k < count; ++k) {
            const double blend =
                length > 0.0 ? std::clamp((along[k] - from) / length, 0.0, 1.0) : 0.0;
            m_carriers[rod_begin + k] = {*first, *last, blend};
        }
    }
}

void RodAttachments::carry(const RodSet& set, const StepInfo& step,
                           std::span<RodBatch> batches) const {
    // Of each mover: its motion in this step and in the one before.
    struct Motion {
        Eigen::Affine3d next, last;
        Eigen::Vector3d next_turn, last_turn;  ///< [rad]
    };
    // Drag slows down the motion relative to the movers.
    const double decay = 1.0 / (1.0 + m_def.params.damping * step.dt);
    std::vector<Motion> motions;
    for (std::size_t i = 0; i < m_movers.size(); ++i) {
        const Eigen::Affine3d before = transform(i, 2.0 * step.frame_0 - step.frame_1);
        const Eigen::Affine3d now = transform(i, step.frame_0);
        const Eigen::Affine3d after = transform(i, step.frame_1);
        const auto turn = [](const Eigen::Affine3d& motion) {
            return log_quaternion(
                on_branch_of(nearest_rotation(motion.linear()), Eigen::Quaterniond::Identity()));
        };
        const Eigen::Affine3d next = after * now.inverse();
        const Eigen::Affine3d last = now * before.inverse();
        motions.push_back({next, last.inverse(), turn(next), turn(last)});
    }
    for (const RodSet::Rod& rod : set.rods()) {
        RodBatch& batch = batches[rod.batch];
        const int lane = rod.lane;
        for (int k = 0; k < rod.points; ++k) {
            const Carrier& carrier = m_carriers[rod.first + k];
            const Motion& a = motions[carrier.first];
            const Motion& b = motions[carrier.second];
            const double w = carrier.blend;
            const Eigen::Vector3d c = lane_of(batch.state.c[k], lane);
            const Eigen::Vector3d next = (1.0 - w) * (a.next * c) + w * (b.next * c) - c;
            const Eigen::Vector3d last = c - (1.0 - w) * (a.last * c) - w * (b.last * c);
            const Eigen::Vector3d shift = next - decay * last;
            RodPointStep& point = batch.point_step[k];
            set_lane(batch.current.c[k], lane, lane_of(batch.current.c[k], lane) + shift);
            set_lane(point.c_predicted, lane,
                     lane_of(point.c_predicted, lane) + m_def.mover_share * shift);
            if (k + 1 == rod.points) break;
            const Eigen::Vector3d turn = (1.0 - w) * (a.next_turn - decay * a.last_turn) +
                                         w * (b.next_turn - decay * b.last_turn);
            RodSegmentStep& segment = batch.segment_step[k];
            const Eigen::Quaterniond predicted = lane_of(segment.q_predicted, lane);
            set_lane(batch.current.q[k], lane, (exp_quaternion(turn) * predicted).normalized());
            set_lane(segment.q_predicted, lane,
                     (exp_quaternion(m_def.mover_share * turn) * predicted).normalized());
        }
    }
}

void RodAttachments::apply(const RodSet& set, const StepInfo& step,
                           std::span<RodBatch> batches) const {
    for (std::size_t i = 0; i < m_def.attachments.size(); ++i) {
        const RodAttachment& attachment = m_def.attachments[i];
        const Eigen::Affine3d at = transform(i, step.frame_1);
        const Eigen::Quaterniond turn_0 = nearest_rotation(transform(i, step.frame_0).linear());
        const Eigen::Quaterniond turn_1 = nearest_rotation(at.linear());
        for (std::size_t k = 0; k < attachment.points.size(); ++k) {
            if (attachment.sliding) {
                let_slide(i, k, set, step, batches);
                continue;
            }
            const int j = attachment.points[k];
            set.prescribe_position(j, at * m_def.points[j], batches);
            hold_frame(set, j, turn_0, turn_1, batches);
        }
    }
}

void RodAttachments::let_slide(std::size_t attachment, std::size_t k, const RodSet& set,
                               const StepInfo& step, std::span<RodBatch> batches) const {
    const RodAttachment& held = m_def.attachments[attachment];
    const Eigen::Affine3d at = transform(attachment, step.frame_1);
    const Eigen::Vector3d& rest = m_def.points[held.points[k]];
    const Eigen::Vector3d target = at * rest;
    const PointRef ref = set.ref(held.points[k]);
    RodBatch& batch = batches[ref.batch];
    GlideSurface::Tangent tangent;
    const std::optional<GlideSurface>& surface = m_surfaces[attachment];
    const bool stays = surface && !surface->glides(k);
    if (stays) {
        tangent.normal = Eigen::Vector3d::UnitZ();
        tangent.foot = target;
        tangent.offset = target.z();
    } else if (surface) {
        tangent = surface->tangent(k, lane_of(batch.current.c[ref.point], ref.lane), at);
    } else {
        tangent.normal = (at.linear().inverse().transpose() * held.normals[k]).normalized();
        tangent.foot = target;
        tangent.offset = tangent.normal.dot(target);
    }
    PointGlide& glide = batch.glides.emplace_back();
    glide.point = ref.point;
    glide.lane = ref.lane;
    glide.weight =
        HOLD_FACTOR * batch.inverse_dt2[ref.lane] * batch.point[ref.point].mass[ref.lane];
    glide.normal = tangent.normal;
    glide.offset = tangent.offset;
    glide.foot = tangent.foot;
    for (int i = 0; i < 2; ++i) {
        glide.direction[i] = tangent.direction[i];
        glide.curvature[i] = tangent.curvature[i];
        if (stays) glide.bent_back[i] = glide.weight;
    }
    glide.held = stays;
    if (batch.point_plane.empty()) return;
    // No mesh keeps it from where it is held.
    batch.point_plane[ref.point].weight.set(ref.lane, 0.0);
    batch.point_plane[ref.point].friction.set(ref.lane, 0.0);
}

}  // namespace sinew::viper
