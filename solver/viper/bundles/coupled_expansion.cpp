#include "viper/bundles/coupled_expansion.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "math/pack.hpp"

namespace sinew::viper {

namespace {

constexpr std::size_t SECTION_GRAIN = 16;
constexpr std::size_t CONTACT_GRAIN = 128;
constexpr std::size_t CONTACTS_AHEAD = 4;

/// v += a on a lane, where the unknowns are free.
void add_free(Pack* v, const Pack* free, int lane, const Eigen::Vector3d& a) {
    for (int i = 0; i < 3; ++i)
        v[i].set(lane, v[i][lane] + free[i][lane] * a[i]);
}
void add_free(Pack& v, const Pack& free, int lane, double a) {
    v.set(lane, v[lane] + free[lane] * a);
}

}  // namespace

void CoupledExpansion::set_sections(std::vector<Section> sections) {
    m_sections = std::move(sections);
    m_section_start.clear();
    m_section_batches.assign(m_sections.size(), {});
    m_slots.clear();
    std::size_t members = 0;
    for (std::size_t i = 0; i < m_sections.size(); ++i) {
        m_section_start.push_back(members);
        members += m_sections[i].members().size();
        for (std::size_t k = 0; k < m_sections[i].members().size(); ++k) {
            const auto batch = static_cast<std::size_t>(m_sections[i].members()[k].at.batch);
            if (m_slots.size() <= batch) m_slots.resize(batch + 1);
            m_slots[batch].push_back({static_cast<int>(i), static_cast<int>(k)});
            std::vector<int>& coupled = m_section_batches[i];
            if (std::ranges::find(coupled, static_cast<int>(batch)) == coupled.end())
                coupled.push_back(static_cast<int>(batch));
        }
    }
    m_member_forces.resize(members);
    m_section_energies.resize(m_sections.size());
}

void CoupledExpansion::resize(std::span<const RodBatch> batches) {
    const std::size_t n = batches.size();
    m_rods.resize(n);
    m_factorised.resize(n);
    m_positive.resize(n);
    m_energies.resize(n);
    m_residuals.resize(n);
    m_unbalanced.resize(n);
    m_largest_force.resize(n);
    m_slots.resize(n);
    m_gradient.resize(batches);
    for (std::size_t b = 0; b < n; ++b)
        m_rods[b].resize(batches[b].points);
}

void CoupledExpansion::evaluate_couplings(std::span<const RodBatch> batches,
                                          const ActiveRods& active) {
    const auto match = [&](std::size_t begin, std::size_t end) {
        for (const int i : std::span(active.sections).subspan(begin, end - begin)) {
            const std::span forces(m_member_forces.data() + m_section_start[i],
                                   m_sections[i].members().size());
            m_section_energies[i] = m_sections[i].evaluate(batches, forces);
        }
    };
    const auto touch = [&](std::size_t begin, std::size_t end) {
        m_contacts.evaluate(batches, std::span(active.contacts).subspan(begin, end - begin));
    };
    parallel_for_both(active.sections.size(), SECTION_GRAIN, match,  //
                      active.contacts.size(), CONTACT_GRAIN, touch);
}

bool CoupledExpansion::evaluate_rods(const RodBatch& batch, std::span<const HalfPlane> planes,
                                     std::size_t b, bool moved, double balanced) {
    // What was factorised and did not move: a step that was too long made it move next, and is taken again.
    if (moved || m_factorised[b]) {
        expand(batch, batch.current, planes, Pack(1.0), m_rods[b]);
    }
    m_factorised[b] = 0;
    add_forces(batch, b);
    // Not finite is not factorised.
    if (!(m_residuals[b] > balanced)) return false;
    m_factorised[b] = 1;
    m_positive[b] = factorise(batch, planes, b) ? 1 : 0;
    return m_positive[b] != 0;
}

WorstRod CoupledExpansion::worst(std::span<const RodBatch> batches) const {
    WorstRod found;
    for (std::size_t b = 0; b < batches.size() && std::isfinite(found.residual); ++b) {
        if (m_residuals[b] <= found.residual) continue;
        found.residual = m_residuals[b];
        found.batch = static_cast<int>(b);
        for (int lane = 0; lane < Pack::LANES; ++lane) {
            if (batches[b].lane_points[lane] == 0) continue;
            found.lane = lane;
            if (!(residual_of(b, lane) < found.residual)) break;
        }
    }
    return found;
}

WorstRod CoupledExpansion::first_not_finite(std::span<const RodBatch> batches) const {
    for (std::size_t b = 0; b < batches.size(); ++b) {
        for (int lane = 0; lane < Pack::LANES; ++lane) {
            if (batches[b].lane_points[lane] == 0 || std::isfinite(m_rods[b].value[lane])) continue;
            return {m_residuals[b], static_cast<int>(b), lane};
        }
    }
    return worst(batches);
}

void CoupledExpansion::add_forces(const RodBatch& batch, std::size_t b) {
    Pack* g = m_gradient.of(b).data();
    std::ranges::copy(m_rods[b].gradient, g);
    Pack largest = m_rods[b].force;
    double energy = sum(m_rods[b].value);
    const Pack* free = batch.free.data();
    for (const SectionSlot& in : m_slots[b]) {
        const SectionMember& member = m_sections[in.section].members()[in.member];
        const MemberForce& force = m_member_forces[m_section_start[in.section] + in.member];
        const int lane = member.at.lane;
        const std::size_t at = member.at.block();
        const std::size_t frame = member.frame.block() + 4;
        if (in.member == 0) energy += m_section_energies[in.section];
        add_free(g + at, free + at, lane, force.c);
        add_free(g[at + 3], free[at + 3], lane, force.s);
        add_free(g + frame, free + frame, lane, force.theta);
        largest.set(lane, std::max(largest[lane], force.c.norm()));
    }
    const std::span<const ContactSide> sides = m_contacts.of_batch(b);
    for (std::size_t k = 0; k < sides.size(); ++k) {
        // Written by whichever thread evaluated it: far away.
        if (k + CONTACTS_AHEAD < sides.size()) m_contacts.fetch(sides[k + CONTACTS_AHEAD].contact);
        const ContactSide& side = sides[k];
        if (!m_contacts.is_active(side.contact)) continue;
        const PillContact& contact = m_contacts.contacts()[side.contact];
        if (side.first == 0) energy += contact.energy;
        const Eigen::Vector3d push = contact.slip_force - contact.force * contact.normal;
        for (int i = side.first; i < side.first + 2; ++i) {
            const PointRef ref = contact.point(i);
            const std::size_t at = ref.block();
            const double w = contact.weight(i);
            add_free(g + at, free + at, ref.lane, (i < 2 ? w : -w) * push);
            add_free(g[at + 3], free[at + 3], ref.lane, w * contact.rest_radius(i) * contact.force);
            largest.set(ref.lane, std::max(largest[ref.lane], contact.force));
        }
    }
    m_energies[b] = energy;
    m_largest_force[b] = largest;
    m_unbalanced[b] = residual_force(batch, m_gradient.of(b));
    m_residuals[b] = 0.0;
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        if (batch.lane_points[lane] == 0) continue;
        const double residual = residual_of(b, lane);
        if (!(residual <= m_residuals[b])) m_residuals[b] = residual;
        if (!std::isfinite(residual)) break;
    }
}

void CoupledExpansion::add_stiffness(const RodBatch& batch, std::size_t b) {
    ChainMatrix& hessian = m_rods[b].hessian;
    const Pack* free = batch.free.data();
    for (const SectionSlot& in : m_slots[b]) {
        const SectionMember& member = m_sections[in.section].members()[in.member];
        const int lane = member.at.lane;
        const std::size_t at = member.at.block();
        const std::size_t frame = member.frame.block() + 4;
        for (int t = 0; t < 3; ++t) {
            add_free(hessian.at(member.at.point, t, 0, t), free[at + t], lane, member.weight);
            add_free(hessian.at(member.frame.point, 4 + t, 0, 4 + t), free[frame + t], lane,
                     member.turn_weight);
        }
        add_free(hessian.at(member.at.point, 3, 0, 3), free[at + 3], lane,
                 3.0 * member.weight * member.disc);
    }
    for (const ContactSide& side : m_contacts.of_batch(b)) {
        if (!m_contacts.is_active(side.contact)) continue;
        const PillContact& contact = m_contacts.contacts()[side.contact];
        const Eigen::Vector3d& n = contact.normal;
        const Eigen::Vector3d& m = contact.start_normal;
        const Eigen::Matrix3d held =
            contact.press_stiffness * n * n.transpose() +
            contact.slip_stiffness * (Eigen::Matrix3d::Identity() - m * m.transpose());
        for (int i = side.first; i < side.first + 2; ++i) {
            const PointRef ref = contact.point(i);
            const Pack* free_here = free + ref.block();
            const double radius = contact.rest_radius(i);
            const double share = contact_share(contact.is_kinematic(), contact.weight(i));
            const auto add = [&](int t, int u, double value) {
                add_free(hessian.at(ref.point, t, 0, u), free_here[t], ref.lane,
                         share * value * free_here[u][ref.lane]);
            };
            for (int t = 0; t < 3; ++t) {
                for (int u = 0; u <= t; ++u)
                    add(t, u, held(t, u));
                add(3, t, -radius * contact.press_stiffness * n[t]);
            }
            add(3, 3, radius * radius * contact.press_stiffness);
        }
    }
}

bool CoupledExpansion::factorise(const RodBatch& batch, std::span<const HalfPlane> planes,
                                 std::size_t b) {
    const auto factorised = [&] {
        add_stiffness(batch, b);
        return m_rods[b].hessian.factorise();
    };
    Pack::Mask good = factorised();
    Pack geometric(1.0);
    bool again = false;
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        if (good[lane]) continue;
        geometric.set(lane, 0.0);
        again = true;
    }
    if (!again) return true;
    // Without the geometric part no rod is indefinite.
    expand(batch, batch.current, planes, geometric, m_rods[b]);
    good = factorised();
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        if (!good[lane]) return false;
    }
    return true;
}

}  // namespace sinew::viper
