#include "viper/section.hpp"

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

double Section::evaluate(std::span<const RodBatch> batches, std::span<MemberForce> forces) {
    const auto state = [&](const PointRef& ref) -> const RodState& {
        return batches[ref.batch].current;
    };
    const auto centre_of = [&](const SectionMember& member) {
        return lane_of(state(member.at).c[member.at.point], member.at.lane);
    };
    const auto scale_of = [&](const SectionMember& member) {
        return state(member.at).s[member.at.point][member.at.lane];
    };
    Eigen::Vector3d mu = Eigen::Vector3d::Zero();
    for (SectionMember& member : m_members) {
        member.rotation = lane_of(state(member.frame).q[member.frame.point], member.frame.lane);
        member.axes = member.rotation.toRotationMatrix();
        mu += member.weight * centre_of(member);
    }
    mu /= m_total_weight;
    Eigen::Matrix3d A = Eigen::Matrix3d::Zero();  // Eq. (34)
    for (const SectionMember& member : m_members) {
        A += member.weight *
             ((centre_of(member) - mu) * member.rest_offset.transpose() +
              member.disc * scale_of(member) *
                  (member.rotation * member.rest_frame.conjugate()).toRotationMatrix());
    }
    // The first member's turn is where to start, so that the result depends on the state alone.
    const SectionMember& first = m_members.front();
    m_rotation = nearest_rotation(A, first.rotation * first.rest_frame.conjugate());
    const Eigen::Matrix3d R = m_rotation.toRotationMatrix();
    m_scale = m_matching == SectionMatching::Similarity
                  ? std::max(R.cwiseProduct(A).sum() / m_rest_moment, SMALLEST_SCALE)  // Eq. (35)
                  : 1.0;

    double energy = 0.0;
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        SectionMember& member = m_members[i];
        const double s = scale_of(member);
        member.spread = R * member.rest_offset;
        member.lever = m_scale * member.spread;
        const Eigen::Vector3d error = centre_of(member) - mu - member.lever;
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
