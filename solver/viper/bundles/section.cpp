#include "viper/bundles/section.hpp"

#include <Eigen/LU>
#include <algorithm>

#include "math/nearest_rotation.hpp"

namespace sinew::viper {

namespace {

/// A section that is turned inside out is not scaled below this.
constexpr double SMALLEST_SCALE = 0.05;

/// Unknowns of a member in vectors of the batches.
MemberForce read(const SectionMember& member, const RodUnknowns& x) {
    const Pack* at = x.data() + x.index(member.at);
    const Pack* frame = x.data() + x.index(member.frame);
    return {lane_of(at, member.at.lane), at[3][member.at.lane],
            lane_of(frame + 4, member.frame.lane)};
}

Eigen::Vector3d centre_of(const SectionMember& member, std::span<const RodBatch> batches,
                          RodState RodBatch::*at) {
    return lane_of((batches[member.at.batch].*at).c[member.at.point], member.at.lane);
}
double scale_of(const SectionMember& member, std::span<const RodBatch> batches,
                RodState RodBatch::*at) {
    return (batches[member.at.batch].*at).s[member.at.point][member.at.lane];
}
Eigen::Quaterniond rotation_of(const SectionMember& member, std::span<const RodBatch> batches,
                               RodState RodBatch::*at) {
    return lane_of((batches[member.frame.batch].*at).q[member.frame.point], member.frame.lane);
}

}  // namespace

Section::Section(std::vector<SectionMember> members, SectionMatching matching)
    : m_members(std::move(members)), m_matching(matching) {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    for (const SectionMember& member : m_members) {
        m_total_weight += member.weight;
        centre += member.weight * member.rest_offset;
    }
    centre /= m_total_weight;
    for (SectionMember& member : m_members) {
        member.rest_offset -= centre;
        m_rest_moment += member.weight * (member.rest_offset.squaredNorm() + 3.0 * member.disc);
    }
}

Section::Match Section::match(std::span<const RodBatch> batches, RodState RodBatch::*at) const {
    Match found;
    for (const SectionMember& member : m_members)
        found.centre += member.weight * centre_of(member, batches, at);
    found.centre /= m_total_weight;
    Eigen::Matrix3d A = Eigen::Matrix3d::Zero();  // Eq. (34)
    for (const SectionMember& member : m_members) {
        const Eigen::Quaterniond turn =
            rotation_of(member, batches, at) * member.rest_frame.conjugate();
        A += member.weight *
             ((centre_of(member, batches, at) - found.centre) * member.rest_offset.transpose() +
              member.disc * scale_of(member, batches, at) * turn.toRotationMatrix());
    }
    // The first member's turn is where to start, so that the result depends on the state alone.
    const SectionMember& first = m_members.front();
    found.rotation =
        nearest_rotation(A, rotation_of(first, batches, at) * first.rest_frame.conjugate());
    found.axes = found.rotation.toRotationMatrix();
    if (m_matching == SectionMatching::Similarity) {
        found.scale =
            std::max(found.axes.cwiseProduct(A).sum() / m_rest_moment, SMALLEST_SCALE);  // Eq. (35)
    }
    return found;
}

double Section::energy(std::span<const RodBatch> batches) const {
    const auto at = &RodBatch::state;
    const Match best = match(batches, at);
    double energy = 0.0;
    for (const SectionMember& member : m_members) {
        const double s = scale_of(member, batches, at);
        const Eigen::Vector3d error = centre_of(member, batches, at) - best.centre -
                                      best.scale * (best.axes * member.rest_offset);
        // As in evaluate, in the form that is 0 at rest: |s R − s* R* R̄|² = 3 (s − s*)² + 8 s s* |p_v|².
        const Eigen::Quaterniond p =
            rotation_of(member, batches, at).conjugate() * (best.rotation * member.rest_frame);
        const double swollen = s - best.scale;
        energy +=
            0.5 * member.weight *
            (error.squaredNorm() + member.disc * (3.0 * swollen * swollen +
                                                  8.0 * s * best.scale * p.vec().squaredNorm()));
    }
    return energy;
}

double Section::evaluate(std::span<const RodBatch> batches, std::span<MemberForce> forces) {
    const auto at = &RodBatch::current;
    const Match best = match(batches, at);
    const Eigen::Vector3d& mu = best.centre;
    const Eigen::Matrix3d& R = best.axes;
    m_rotation = best.rotation;
    m_scale = best.scale;

    double energy = 0.0;
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        SectionMember& member = m_members[i];
        member.rotation = rotation_of(member, batches, at);
        member.axes = member.rotation.toRotationMatrix();
        const double s = scale_of(member, batches, at);
        member.spread = R * member.rest_offset;
        member.lever = m_scale * member.spread;
        const Eigen::Vector3d error = centre_of(member, batches, at) - mu - member.lever;
        // P turns the disc to where T* wants it: p = (p₀, p_v), tr P = 4 p₀² − 1, axis part 2 p₀ p_v.
        const Eigen::Quaterniond p = member.rotation.conjugate() * (m_rotation * member.rest_frame);
        const double trace = 4.0 * p.w() * p.w() - 1.0;
        const double disc = member.weight * member.disc;
        energy += 0.5 * (member.weight * error.squaredNorm() +
                         disc * (3.0 * (s * s + m_scale * m_scale) - 2.0 * s * m_scale * trace));
        forces[i].c = member.weight * error;
        forces[i].s = disc * (3.0 * s - m_scale * trace);
        forces[i].theta = (-4.0 * disc * s * m_scale * p.w()) * p.vec();
        member.turn_weight = 2.0 * disc * s * s;
        inertia += member.weight * (member.lever.squaredNorm() * Eigen::Matrix3d::Identity() -
                                    member.lever * member.lever.transpose());
        inertia.diagonal().array() += member.turn_weight;
    }
    m_inverse_inertia = inertia.inverse();
    return energy;
}

MemberForce Section::diagonal_times(const SectionMember& member, const MemberForce& x) {
    return {member.weight * x.c, 3.0 * member.weight * member.disc * x.s,
            member.turn_weight * x.theta};
}

SectionMotion Section::carried(const RodUnknowns& x) const {
    SectionMotion sum;
    for (const SectionMember& member : m_members) {
        const MemberForce f = diagonal_times(member, read(member, x));
        sum.move += f.c;
        sum.turn += member.lever.cross(f.c) + member.axes * f.theta;
        sum.scale += member.spread.dot(f.c) + f.s;
    }
    return {sum.move / m_total_weight, m_inverse_inertia * sum.turn,
            m_matching == SectionMatching::Similarity ? sum.scale / m_rest_moment : 0.0};
}

MemberForce Section::drag(const SectionMember& member, const SectionMotion& motion) {
    MemberForce x;
    x.c = motion.move + motion.turn.cross(member.lever) + motion.scale * member.spread;
    x.s = motion.scale;
    x.theta = member.axes.transpose() * motion.turn;
    return diagonal_times(member, x);
}

}  // namespace sinew::viper
