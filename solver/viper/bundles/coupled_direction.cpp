#include "viper/bundles/coupled_direction.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/parallel.hpp"

namespace sinew::viper {

namespace {

constexpr int MAX_LINEAR_ITERATIONS = 60;
constexpr std::size_t SECTIONS_AT_ONCE = 16;
constexpr std::size_t ROWS_AT_ONCE = 256;
constexpr std::size_t SIDES_AT_ONCE = 32;

double dot(std::span<const Pack> a, std::span<const Pack> b) {
    Pack even(0.0);
    Pack odd(0.0);
    std::size_t k = 0;
    for (; k + 1 < a.size(); k += 2) {
        even += a[k] * b[k];
        odd += a[k + 1] * b[k + 1];
    }
    if (k < a.size()) even += a[k] * b[k];
    return sum(even + odd);
}

Eigen::Vector3d vector_at(const Pack* v, std::int32_t at, int lane) {
    return lane_of(v + at, lane);
}

}  // namespace

void CoupledDirection::resize(std::span<const RodBatch> batches) {
    for (RodUnknowns* v : {&m_step, &m_r, &m_u, &m_w, &m_p, &m_Ap})
        v->resize(batches);
    m_partial.resize(batches.size());
    m_sides.resize(batches.size());
}

CoupledDirection::ContactRow CoupledDirection::make_row(const PillContact& contact) const {
    ContactRow row;
    row.normal = contact.normal;
    row.slip_normal = contact.start_normal;
    row.press = contact.press_stiffness;
    row.slip = contact.slip_stiffness;
    row.points = contact.points();
    for (int k = 0; k < row.points; ++k) {
        row.weight[k] = k < 2 ? contact.weight(k) : -contact.weight(k);
        row.radius[k] = contact.rest_radius(k);
        row.at[k] = m_u.index(contact.point(k));
    }
    row.lane[0] = contact.a.lane;
    row.lane[1] = contact.b.lane;
    return row;
}

void CoupledDirection::gather_contacts(const System& system) {
    const PillContacts& contacts = system.expansion.contacts();
    m_row_contacts.resize(system.active.contacts.size());
    m_row_of.resize(contacts.contacts().size());
    std::int32_t count = 0;
    for (const int i : system.active.contacts) {
        const bool active = contacts.is_active(i);
        m_row_of[i] = active ? count : -1;
        m_row_contacts[count] = i;
        count += active ? 1 : 0;
    }
    m_rows.resize(count);
    m_row_forces.resize(m_rows.size());
    const auto fill_rows = [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row)
            m_rows[row] = make_row(contacts.contacts()[m_row_contacts[row]]);
    };
    const std::vector<int>& touched = system.active.touched;
    const auto begin_batches = [&](std::size_t begin, std::size_t end) {
        for (const int b : std::span(touched).subspan(begin, end - begin)) {
            if (system.active.moves[b]) {
                gather_sides(system, b);
            } else {
                std::ranges::fill(m_u.of(b), Pack(0.0));
            }
        }
    };
    parallel_for_both(m_rows.size(), ROWS_AT_ONCE, fill_rows,  //
                      touched.size(), SIDES_AT_ONCE, begin_batches);
}

void CoupledDirection::gather_sides(const System& system, int b) {
    m_sides[b].clear();
    for (const ContactSide& side : system.expansion.contacts().of_batch(b)) {
        const std::int32_t row = m_row_of[side.contact];
        if (row >= 0) m_sides[b].push_back({row, side.first});
    }
}

ContactForce CoupledDirection::times(const ContactRow& row) const {
    const Pack* u = m_u.data();
    Eigen::Vector3d move = Eigen::Vector3d::Zero();
    double swell = 0.0;
    for (int k = 0; k < row.points; ++k) {
        const int lane = row.lane[k / 2];
        move += row.weight[k] * vector_at(u, row.at[k], lane);
        swell += std::abs(row.weight[k]) * row.radius[k] * u[row.at[k] + 3][lane];
    }
    const double force = row.press * (row.normal.dot(move) - swell);
    const Eigen::Vector3d rub = row.slip * (move - row.slip_normal * row.slip_normal.dot(move));
    return {force * row.normal + rub, -force};
}

void CoupledDirection::multiply_contacts(const System& system, int b) {
    const Pack* u = m_u.data();
    Pack* out = m_w.data();
    const std::int32_t first = m_u.index({.batch = b, .point = 0, .lane = 0});
    const Pack* free = system.batches[b].free.data();
    for (const RowSide& side : m_sides[b]) {
        const ContactRow& row = m_rows[side.row];
        const ContactForce& all = m_row_forces[side.row];
        const int lane = row.lane[side.first / 2];
        for (int k = side.first; k < side.first + 2; ++k) {
            const std::int32_t at = row.at[k];
            const double w = std::abs(row.weight[k]);
            // All of the contact, less what P has of it.
            const double excess = contact_share(row.points == 2, w);
            const Eigen::Vector3d move = vector_at(u, at, lane);
            const double own =
                excess * row.press * (row.normal.dot(move) - row.radius[k] * u[at + 3][lane]);
            const Eigen::Vector3d rub =
                (excess * row.slip) * (move - row.slip_normal * row.slip_normal.dot(move));
            const Eigen::Vector3d change = row.weight[k] * all.centre - own * row.normal - rub;
            const double swell = row.radius[k] * (w * all.radius + own);
            const Pack* free_here = free + (at - first);
            for (int t = 0; t < 3; ++t)
                out[at + t].set(lane, out[at + t][lane] + free_here[t][lane] * change[t]);
            out[at + 3].set(lane, out[at + 3][lane] + free_here[3][lane] * swell);
        }
    }
}

void CoupledDirection::multiply_sections(const System& system, int b) {
    const std::span<Pack> out = m_w.of(b);
    const Pack* free = system.batches[b].free.data();
    const auto subtract = [&](std::size_t at, int lane, double value) {
        out[at].set(lane, out[at][lane] - free[at][lane] * value);
    };
    for (const SectionSlot& slot : system.expansion.slots(b)) {
        const SectionMember& member =
            system.expansion.sections()[slot.section].members()[slot.member];
        const MemberForce drag = Section::drag(member, m_motions[slot.section]);
        const std::size_t at = member.at.block();
        const std::size_t frame = member.frame.block() + 4;
        for (int t = 0; t < 3; ++t) {
            subtract(at + t, member.at.lane, drag.c[t]);
            subtract(frame + t, member.at.lane, drag.theta[t]);
        }
        subtract(at + 3, member.at.lane, drag.s);
    }
}

double CoupledDirection::multiply(const System& system) {
    const std::vector<Section>& sections = system.expansion.sections();
    const std::vector<int>& active = system.active.sections;
    const auto carry = [&](std::size_t begin, std::size_t end) {
        for (const int i : std::span(active).subspan(begin, end - begin))
            m_motions[i] = sections[i].carried(m_u);
    };
    const auto press = [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row)
            m_row_forces[row] = times(m_rows[row]);
    };
    parallel_for_both(active.size(), SECTIONS_AT_ONCE, carry,  //
                      m_rows.size(), ROWS_AT_ONCE, press);
    for_each_batch(system.active.batches, [&](int b) {
        std::ranges::copy(m_r.of(b), m_w.of(b).begin());
        multiply_sections(system, b);
        multiply_contacts(system, b);
        m_partial[b] = dot(m_w.of(b), m_u.of(b));
    });
    return total(system.active);
}

double CoupledDirection::total(const ActiveRods& active) const {
    double sum = 0.0;
    for (const int b : active.batches)
        sum += m_partial[b];
    return sum;
}

void CoupledDirection::begin(const CoupledExpansion& expansion, std::span<const int> group) {
    for (const int b : group)
        std::ranges::transform(expansion.gradient(b), m_r.of(b).begin(), std::negate{});
    precondition(expansion, group);
}

void CoupledDirection::precondition(const CoupledExpansion& expansion, std::span<const int> group) {
    const auto r = [&](int b) { return m_r.of(b).data(); };
    const auto u = [&](int b) { return m_u.of(b).data(); };
    std::size_t k = 0;
    for (; k + 1 < group.size(); k += 2) {
        const int a = group[k];
        const int b = group[k + 1];
        solve_two(expansion.factor(a), r(a), u(a), expansion.factor(b), r(b), u(b));
    }
    if (k < group.size()) expansion.factor(group[k]).solve(r(group[k]), u(group[k]));
    for (const int b : group)
        m_partial[b] = dot(m_r.of(b), m_u.of(b));
}

void CoupledDirection::advance(const System& system, double alpha, std::optional<double> beta) {
    for_each_group(system.active.batches, [&](std::span<const int> group) {
        for (const int b : group) {
            const std::span<Pack> step = m_step.of(b);
            const std::span<Pack> r = m_r.of(b);
            const std::span<Pack> p = m_p.of(b);
            const std::span<Pack> Ap = m_Ap.of(b);
            const std::span<const Pack> u = m_u.of(b);
            const std::span<const Pack> w = m_w.of(b);
            for (std::size_t k = 0; k < r.size(); ++k) {
                p[k] = beta ? u[k] + Pack(*beta) * p[k] : u[k];
                Ap[k] = beta ? w[k] + Pack(*beta) * Ap[k] : w[k];
                step[k] = Pack(alpha) * p[k] + (beta ? step[k] : Pack(0.0));
                r[k] -= Pack(alpha) * Ap[k];
            }
        }
        precondition(system.expansion, group);
    });
}

int CoupledDirection::find(std::span<const RodBatch> batches, const CoupledExpansion& expansion,
                           const ActiveRods& active, double tolerance) {
    if (!std::ranges::all_of(active.batches, [&](int b) { return expansion.has_factor(b); }))
        return -1;
    const System system{batches, expansion, active};
    m_motions.resize(expansion.sections().size());
    gather_contacts(system);
    double ru = total(active);
    double before = 0.0;
    double alpha = 1.0;
    const double target = tolerance * tolerance * ru;
    int iteration = 0;
    do {
        const double uAu = multiply(system);
        ++iteration;
        const bool first = iteration == 1;
        const double beta = first ? 0.0 : ru / before;
        const double curvature = uAu - beta * ru / alpha;  // pᵀ A p
        const bool negative = !(curvature > 0.0);
        if (negative && !first) break;
        alpha = negative ? 1.0 : ru / curvature;
        before = ru;
        advance(system, alpha, first ? std::nullopt : std::optional(beta));
        if (negative) break;
        ru = total(active);
    } while (iteration < MAX_LINEAR_ITERATIONS && ru > target);
    return iteration;
}

}  // namespace sinew::viper
