#include "viper/coupled_solver.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "viper/rod_planes.hpp"

namespace sinew::viper {

namespace {

constexpr std::size_t SECTION_GRAIN = 16;
/// How often contacts and friction are fitted to the iterate in a step. A Newton iteration follows each fit but the
/// last, which is held until the forces are balanced: where the contacts are decides more about the result than how well
/// the forces of a fit are balanced.
constexpr int CONTACT_FITS = 3;
/// Pills this deep in each other, relative to their radii, are not sent the right way by one iteration: two follow a fit.
constexpr double DEEP = 0.5;
/// Conjugate gradients stop at this part of the first residual; at the second where the tolerance is not much smaller.
constexpr double FORCING = 0.05;
constexpr double LOOSE_FORCING = 0.1;
constexpr double COUPLED_ROUND_OFF = 1e-12;
constexpr double SMALLEST_COUPLED_ALPHA = 1e-6;
/// Rods whose forces are balanced to this part of the tolerance are held still while the others move.
constexpr double HELD_STILL = 0.3;
/// A step that used up its iterations is good enough below this times the tolerance. Below the second when it was
/// shortened already, or when its energies cannot be told apart any more.
constexpr double ACCEPTABLE = 5.0;
constexpr double JUST_ACCEPTABLE = 50.0;
/// A residual at the start that is not more than rounding moves nothing.
constexpr double COUPLED_AT_REST = 1e-8;

/// An iteration that moves no point by more than this part of its pill's size, that is length or radius, is not searched
/// along when contacts are fitted after it; the same for its scale, and for turns [rad].
constexpr double SMALL_MOTION = 0.5;

bool is_small(const RodBatch& batch, std::span<const Pack> step) {
    const Pack limit(SMALL_MOTION * SMALL_MOTION);
    for (int j = 0; j < batch.points; ++j) {
        const Pack* x = step.data() + static_cast<std::size_t>(j) * ROD_UNKNOWNS;
        const Pack size = max(batch.point[j].radius, batch.segment[j].length);
        const Pack moved = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        const Pack turned = x[4] * x[4] + x[5] * x[5] + x[6] * x[6];
        // Not finite is not small; padding has no size, but does not move either.
        const Pack::Mask small =
            (moved < limit * size * size + Pack(1e-300)) & (turned < limit) & (x[3] * x[3] < limit);
        if (Pack::any(~small)) return false;
    }
    return true;
}

double total(const std::vector<double>& parts) {
    return std::accumulate(parts.begin(), parts.end(), 0.0);
}

/// v += a on a lane, where the unknowns are free.
void add_free(Pack* v, const Pack* free, int lane, const Eigen::Vector3d& a) {
    for (int i = 0; i < 3; ++i)
        v[i].set(lane, v[i][lane] + free[i][lane] * a[i]);
}
void add_free(Pack& v, const Pack& free, int lane, double a) {
    v.set(lane, v[lane] + free[lane] * a);
}

}  // namespace

void CoupledSolver::set_sections(std::vector<Section> sections) {
    m_sections = std::move(sections);
    m_section_start.clear();
    m_seats.clear();
    std::size_t members = 0;
    for (std::size_t i = 0; i < m_sections.size(); ++i) {
        m_section_start.push_back(members);
        members += m_sections[i].members().size();
        for (std::size_t k = 0; k < m_sections[i].members().size(); ++k) {
            const auto batch = static_cast<std::size_t>(m_sections[i].members()[k].at.batch);
            if (m_seats.size() <= batch) m_seats.resize(batch + 1);
            m_seats[batch].push_back({static_cast<int>(i), static_cast<int>(k)});
        }
    }
    m_member_forces.resize(members);
    m_section_energies.resize(m_sections.size());
}

void CoupledSolver::resize(std::span<const RodBatch> batches) {
    const std::size_t n = batches.size();
    m_expansions.resize(n);
    m_small.resize(n);
    m_previous.resize(n);
    m_energies.resize(n);
    m_residuals.resize(n);
    m_unbalanced.resize(n);
    m_largest_force.resize(n);
    m_seats.resize(n);
    m_gradient.resize(batches);
    m_direction.resize(batches);
    for (std::size_t b = 0; b < n; ++b) {
        m_expansions[b].resize(batches[b].points);
        if (m_previous[b].c.size() != batches[b].current.c.size())
            m_previous[b] = batches[b].current;
    }
}

double CoupledSolver::evaluate_sections(std::span<const RodBatch> batches) {
    parallel_for(m_moving.sections.size(), SECTION_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const int i = m_moving.sections[k];
            const std::span forces(m_member_forces.data() + m_section_start[i],
                                   m_sections[i].members().size());
            m_section_energies[i] = m_sections[i].evaluate(batches, forces);
        }
    });
    return total(m_section_energies);
}

double CoupledSolver::evaluate(std::span<RodBatch> batches, std::span<const HalfPlane> planes) {
    for_each_batch(m_moving.batches, [&](int b) {
        expand(batches[b], batches[b].current, planes, Pack(1.0), m_expansions[b]);
        m_energies[b] = sum(m_expansions[b].value);
    });
    return total(m_energies) + evaluate_sections(batches) +
           m_contacts.evaluate(batches, m_moving.contacts);
}

void CoupledSolver::add_forces(const RodBatch& batch, std::size_t b) {
    Pack* g = m_gradient.of(b).data();
    std::ranges::copy(m_expansions[b].gradient, g);
    Pack largest = m_expansions[b].force;
    const Pack* free = batch.free.data();
    for (const SectionSeat& in : m_seats[b]) {
        const SectionMember& member = m_sections[in.section].members()[in.member];
        const MemberForce& force = m_member_forces[m_section_start[in.section] + in.member];
        const int lane = member.at.lane;
        const std::size_t at = member.at.block();
        const std::size_t frame = member.frame.block() + 4;
        add_free(g + at, free + at, lane, force.c);
        add_free(g[at + 3], free[at + 3], lane, force.s);
        add_free(g + frame, free + frame, lane, force.theta);
        largest.set(lane, std::max(largest[lane], force.c.norm()));
    }
    for (const ContactSide& side : m_contacts.of_batch(b)) {
        if (!m_contacts.is_active(side.contact)) continue;
        const PillContact& contact = m_contacts.contacts()[side.contact];
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

void CoupledSolver::add_stiffness(const RodBatch& batch, std::size_t b) {
    ChainMatrix& hessian = m_expansions[b].hessian;
    const Pack* free = batch.free.data();
    for (const SectionSeat& in : m_seats[b]) {
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

bool CoupledSolver::factorise(const RodBatch& batch, std::span<const HalfPlane> planes,
                              std::size_t b) {
    const auto factorised = [&] {
        add_stiffness(batch, b);
        return m_expansions[b].hessian.factorise();
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
    expand(batch, batch.current, planes, geometric, m_expansions[b]);
    good = factorised();
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        if (!good[lane]) return false;
    }
    return true;
}

void CoupledSolver::report_residual(std::span<const RodBatch> batches,
                                    CoupledReport& report) const {
    report.residual = 0.0;
    for (std::size_t b = 0; b < batches.size() && std::isfinite(report.residual); ++b) {
        if (m_residuals[b] <= report.residual) continue;
        report.residual = m_residuals[b];
        report.worst_batch = static_cast<int>(b);
        for (int lane = 0; lane < Pack::LANES; ++lane) {
            if (batches[b].lane_points[lane] == 0) continue;
            report.worst_lane = lane;
            if (!(residual_of(b, lane) < report.residual)) break;
        }
    }
}

void CoupledSolver::blame_rod_not_finite(std::span<const RodBatch> batches,
                                         CoupledReport& report) const {
    for (std::size_t b = 0; b < batches.size(); ++b) {
        for (int lane = 0; lane < Pack::LANES; ++lane) {
            if (batches[b].lane_points[lane] == 0 || std::isfinite(m_expansions[b].value[lane]))
                continue;
            report.worst_batch = static_cast<int>(b);
            report.worst_lane = lane;
            return;
        }
    }
}

void CoupledSolver::fit_contacts(std::span<RodBatch> batches, std::span<const HalfPlane> planes,
                                 double dt, bool first) {
    m_contacts.fit(batches, first);
    m_moving.take_all(batches.size(), m_sections.size(), m_contacts.contacts().size());
    for_each_batch(m_moving.batches, [&](int b) {
        update_friction(batches[b], batches[b].current, planes, STICKING_SPEED * dt, first);
    });
}

CoupledReport CoupledSolver::solve(std::span<RodBatch> batches, std::span<const HalfPlane> planes,
                                   const RodSolverSettings& settings, const StepInfo& step,
                                   const CancelToken& cancel) {
    CoupledReport report;
    resize(batches);
    Goal goal;
    goal.tolerance = settings.coupled_tolerance;
    const double acceptable =
        (step.halvings > 0 ? JUST_ACCEPTABLE : ACCEPTABLE) * settings.coupled_tolerance;
    for (int pass = 0; pass < CONTACT_FITS; ++pass) {
        fit_contacts(batches, planes, step.dt, pass == 0);
        const bool last = pass + 1 == CONTACT_FITS;
        const int of_this_fit = m_contacts.deepest() > DEEP ? 2 : 1;
        goal.most = report.iterations + (last ? settings.coupled_iterations : of_this_fit);
        goal.fitted_after = !last;
        minimise(batches, planes, goal, cancel, report);
        if (last && report.outcome == StepOutcome::MaxIterations && report.residual <= acceptable) {
            report.outcome = StepOutcome::Converged;
        }
        const bool stopped = report.outcome != StepOutcome::Converged &&
                             report.outcome != StepOutcome::MaxIterations;
        if (stopped) break;
    }
    return report;
}

void CoupledSolver::advance_moving(std::span<RodBatch> batches, double alpha) {
    for_each_batch(m_moving.batches, [&](int b) {
        const std::span<const Pack> step = m_direction.of(b);
        const Pack lanes = Pack(alpha) * largest_alpha(m_previous[b], step);
        advance(m_previous[b], step, lanes, batches[b].current);
        m_small[b] = is_small(batches[b], step) ? 1 : 0;
    });
}

bool CoupledSolver::moves_little() const {
    return std::ranges::all_of(m_moving.batches, [&](int b) { return m_small[b] != 0; });
}

void CoupledSolver::minimise(std::span<RodBatch> batches, std::span<const HalfPlane> planes,
                             const Goal& goal, const CancelToken& cancel, CoupledReport& report) {
    double accepted = 0.0;
    double alpha = 1.0;
    bool trial = false;
    while (true) {
        report.outcome = StepOutcome::Converged;
        if (cancel.requested()) {
            report.outcome = StepOutcome::Cancelled;
            return;
        }
        const double value = evaluate(batches, planes);
        if (trial && !(value <= accepted + COUPLED_ROUND_OFF * std::abs(accepted))) {
            alpha *= 0.5;
            if (alpha < SMALLEST_COUPLED_ALPHA) {
                // No decrease can be found: go back to the last iterate and see how good it was.
                for (const int b : m_moving.batches)
                    std::swap(batches[b].current, m_previous[b]);
                if (report.residual > JUST_ACCEPTABLE * goal.tolerance)
                    report.outcome = StepOutcome::LineSearchFailed;
                return;
            }
            advance_moving(batches, alpha);
            continue;
        }
        if (!std::isfinite(value)) {
            report.outcome = StepOutcome::InvalidInitialState;
            blame_rod_not_finite(batches, report);
            return;
        }
        accepted = value;
        for_each_batch(m_moving.touched, [&](int b) { add_forces(batches[b], b); });
        report_residual(batches, report);
        if (!std::isfinite(report.residual)) {
            report.outcome = StepOutcome::NotFinite;
            return;
        }
        // At least once: a residual that is small at the start may be what moves the rods step by step.
        if (report.residual <= (report.iterations > 0 ? goal.tolerance : COUPLED_AT_REST)) return;
        if (report.iterations >= goal.most) {
            report.outcome = StepOutcome::MaxIterations;
            return;
        }
        if (report.iterations > 0) {
            m_moving.take_unbalanced(m_residuals, HELD_STILL * goal.tolerance, m_sections,
                                     m_contacts.batches());
        }
        const int linear = m_direction.find(
            {batches, m_expansions, m_gradient, m_sections, m_seats, m_contacts, m_moving},
            [&](int b) { return factorise(batches[b], planes, b); },
            std::clamp(goal.tolerance / 3.0, FORCING, LOOSE_FORCING));
        if (linear < 0) {
            report.outcome = StepOutcome::NotFinite;
            return;
        }
        report.linear_iterations += linear;
        ++report.iterations;
        for (const int b : m_moving.batches)
            std::swap(m_previous[b], batches[b].current);
        alpha = 1.0;
        trial = true;
        advance_moving(batches, alpha);
        if (goal.fitted_after && report.iterations >= goal.most && moves_little()) {
            report.outcome = StepOutcome::MaxIterations;
            return;
        }
    }
}

}  // namespace sinew::viper
