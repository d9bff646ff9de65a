#include "viper/coupled_solver.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"

namespace sinew::viper {

namespace {

constexpr std::size_t BATCH_GRAIN = 4;
constexpr std::size_t SECTION_GRAIN = 16;
constexpr std::size_t CONTACT_GRAIN = 256;
/// Newton iterations between one fit of contacts and friction and the next; the last pass goes on until it is done.
constexpr int ITERATIONS_OF_A_PASS = 2;
/// Conjugate gradients stop at this part of the first residual, or after so many iterations.
constexpr double FORCING = 0.05;
constexpr int MAX_LINEAR_ITERATIONS = 60;
constexpr double COUPLED_ROUND_OFF = 1e-12;
constexpr double SMALLEST_COUPLED_ALPHA = 1e-6;
/// A step that used up its iterations is good enough below this times the tolerance.
constexpr double ACCEPTABLE = 50.0;

double lane_sum(Pack p) {
    return (p[0] + p[1]) + (p[2] + p[3]);
}

double dot(const std::vector<Pack>& a, const std::vector<Pack>& b) {
    Pack sum(0.0);
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return lane_sum(sum);
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

/// The block of one point in P that stands for contact: f·(k g gᵀ + friction), g = (n, −r).
struct ContactBlock {
    double factor, k, radius;

    ContactBlock(const PillContact& contact, int i)
        : factor((contact.is_kinematic() ? 1.0 : 2.0) * contact.weight(i)),
          k(contact.press_stiffness),
          radius(contact.rest_radius(i)) {}
};

}  // namespace

void CoupledSolver::set_sections(std::vector<Section> sections) {
    m_sections = std::move(sections);
    m_section_start.clear();
    m_members_of_batch.clear();
    std::size_t members = 0;
    for (std::size_t i = 0; i < m_sections.size(); ++i) {
        m_section_start.push_back(members);
        members += m_sections[i].members().size();
        for (std::size_t k = 0; k < m_sections[i].members().size(); ++k) {
            const auto batch = static_cast<std::size_t>(m_sections[i].members()[k].at.batch);
            if (m_members_of_batch.size() <= batch) m_members_of_batch.resize(batch + 1);
            m_members_of_batch[batch].push_back({static_cast<int>(i), static_cast<int>(k)});
        }
    }
    m_member_forces.resize(members);
    m_section_energies.resize(m_sections.size());
    m_motions.resize(m_sections.size());
}

void CoupledSolver::resize(std::span<const RodBatch> batches) {
    const std::size_t n = batches.size();
    m_expansions.resize(n);
    m_previous.resize(n);
    m_partial.resize(n);
    m_members_of_batch.resize(n);
    for (Unknowns* v : {&m_step, &m_r, &m_z, &m_p, &m_Pp, &m_Ap}) {
        v->resize(n);
        for (std::size_t b = 0; b < n; ++b)
            (*v)[b].resize(static_cast<std::size_t>(batches[b].points) * ROD_UNKNOWNS);
    }
    for (std::size_t b = 0; b < n; ++b)
        m_expansions[b].resize(batches[b].points);
}

double CoupledSolver::evaluate_sections(std::span<const RodBatch> batches) {
    parallel_for(m_sections.size(), SECTION_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::span forces(m_member_forces.data() + m_section_start[i],
                                   m_sections[i].members().size());
            m_section_energies[i] = m_sections[i].evaluate(batches, forces);
        }
    });
    return total(m_section_energies);
}

double CoupledSolver::evaluate(std::span<RodBatch> batches, std::span<const HalfPlane> planes) {
    parallel_for(batches.size(), BATCH_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
            expand(batches[b], batches[b].current, planes, Pack(1.0), m_expansions[b]);
            m_partial[b] = lane_sum(m_expansions[b].value);
        }
    });
    const double rods = total(m_partial);
    return rods + evaluate_sections(batches) + m_contacts.evaluate(batches);
}

void CoupledSolver::add_couplings(const RodBatch& batch, std::size_t b) {
    RodExpansion& out = m_expansions[b];
    Pack* g = out.gradient.data();
    const Pack* free = batch.free.data();
    for (const Incidence& in : m_members_of_batch[b]) {
        const SectionMember& member = m_sections[in.section].members()[in.member];
        const MemberForce& force = m_member_forces[m_section_start[in.section] + in.member];
        const int lane = member.at.lane;
        const std::size_t at = member.at.block();
        const std::size_t frame = member.frame.block() + 4;
        add_free(g + at, free + at, lane, force.c);
        add_free(g[at + 3], free[at + 3], lane, force.s);
        add_free(g + frame, free + frame, lane, force.theta);
        out.force.set(lane, std::max(out.force[lane], force.c.norm()));
        for (int t = 0; t < 3; ++t) {
            add_free(out.hessian.at(member.at.point, t, 0, t), free[at + t], lane, member.weight);
            add_free(out.hessian.at(member.frame.point, 4 + t, 0, 4 + t), free[frame + t], lane,
                     member.turn_weight);
        }
        add_free(out.hessian.at(member.at.point, 3, 0, 3), free[at + 3], lane,
                 3.0 * member.weight * member.disc);
    }
    add_contacts(batch, b);
    out.residual = residual_force(batch, out.gradient);
}

void CoupledSolver::add_contacts(const RodBatch& batch, std::size_t b) {
    RodExpansion& out = m_expansions[b];
    Pack* g = out.gradient.data();
    const Pack* free = batch.free.data();
    for (const std::int32_t entry : m_contacts.of_batch(b)) {
        const PillContact& contact = m_contacts.contacts()[entry / 4];
        if (contact.press_stiffness == 0.0 && contact.slip_stiffness == 0.0) continue;
        const int i = entry % 4;
        const PointRef ref = contact.point(i);
        const int lane = ref.lane;
        const std::size_t at = ref.block();
        const double w = contact.weight(i);
        const Eigen::Vector3d push = contact.slip_force - contact.force * contact.normal;
        add_free(g + at, free + at, lane, (i < 2 ? w : -w) * push);
        add_free(g[at + 3], free[at + 3], lane, w * contact.rest_radius(i) * contact.force);
        out.force.set(lane, std::max(out.force[lane], contact.force));

        const ContactBlock block(contact, i);
        const Eigen::Vector4d n(contact.normal.x(), contact.normal.y(), contact.normal.z(),
                                -block.radius);
        const Eigen::Vector3d& m = contact.start_normal;
        for (int t = 0; t < 4; ++t) {
            for (int u = 0; u <= t; ++u) {
                double value = block.k * n[t] * n[u];
                if (t < 3) {
                    value += contact.slip_stiffness * ((t == u ? 1.0 : 0.0) - m[t] * m[u]);
                }
                Pack& entry_of_h = out.hessian.at(ref.point, t, 0, u);
                entry_of_h.set(lane, entry_of_h[lane] + block.factor * value * free[at + t][lane] *
                                                            free[at + u][lane]);
            }
        }
    }
}

void CoupledSolver::judge_residual(std::span<const RodBatch> batches, CoupledReport& report) const {
    report.residual = 0.0;
    for (std::size_t b = 0; b < batches.size(); ++b) {
        for (int lane = 0; lane < Pack::LANES; ++lane) {
            if (batches[b].lane_points[lane] == 0) continue;
            const double residual = m_expansions[b].residual[lane] / m_expansions[b].force[lane];
            if (residual > report.residual || !std::isfinite(residual)) {
                report.residual = residual;
                report.worst_batch = static_cast<int>(b);
                report.worst_lane = lane;
                if (!std::isfinite(residual)) return;
            }
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

bool CoupledSolver::factorise(std::span<RodBatch> batches, std::span<const HalfPlane> planes) {
    std::vector<char> positive(batches.size(), 1);
    parallel_for(batches.size(), BATCH_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
            Pack::Mask good = m_expansions[b].hessian.factorise();
            Pack geometric(1.0);
            bool again = false;
            for (int lane = 0; lane < Pack::LANES; ++lane) {
                if (good[lane]) continue;
                geometric.set(lane, 0.0);
                again = true;
            }
            if (!again) continue;
            // Without the geometric part no rod is indefinite.
            expand(batches[b], batches[b].current, planes, geometric, m_expansions[b]);
            add_couplings(batches[b], b);
            good = m_expansions[b].hessian.factorise();
            for (int lane = 0; lane < Pack::LANES; ++lane) {
                if (!good[lane]) positive[b] = 0;
            }
        }
    });
    return std::all_of(positive.begin(), positive.end(), [](char ok) { return ok != 0; });
}

void CoupledSolver::apply_contacts(const RodBatch& batch, std::size_t b) {
    const Pack* free = batch.free.data();
    for (const std::int32_t entry : m_contacts.of_batch(b)) {
        const PillContact& contact = m_contacts.contacts()[entry / 4];
        if (contact.press_stiffness == 0.0 && contact.slip_stiffness == 0.0) continue;
        const ContactForce& all = m_contact_forces[entry / 4];
        const int i = entry % 4;
        const PointRef ref = contact.point(i);
        const int lane = ref.lane;
        const std::size_t at = ref.block();
        const double w = contact.weight(i);
        // All of the contact, less what P has of it.
        const ContactBlock block(contact, i);
        const Pack* p = m_p[b].data() + at;
        const Eigen::Vector3d move = lane_of(p, lane);
        const double own = block.k * (contact.normal.dot(move) - block.radius * p[3][lane]);
        Pack* out = m_Ap[b].data() + at;
        add_free(out, free + at, lane,
                 (i < 2 ? w : -w) * all.centre -
                     block.factor * (own * contact.normal + contact.resist_slip(move)));
        add_free(out[3], free[at + 3], lane,
                 w * block.radius * all.radius + block.factor * own * block.radius);
    }
}

/// m_Ap = H p and returns pᵀ H p.
double CoupledSolver::apply(std::span<const RodBatch> batches) {
    parallel_for(m_sections.size(), SECTION_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            m_motions[i] = m_sections[i].carried(m_p);
    });
    m_contact_forces.resize(m_contacts.contacts().size());
    parallel_for(m_contact_forces.size(), CONTACT_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            m_contact_forces[i] = m_contacts.times(i, m_p);
    });
    parallel_for(batches.size(), BATCH_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
            m_Ap[b] = m_Pp[b];
            const Pack* free = batches[b].free.data();
            for (const Incidence& in : m_members_of_batch[b]) {
                const SectionMember& member = m_sections[in.section].members()[in.member];
                const MemberForce drag = Section::drag(member, m_motions[in.section]);
                const int lane = member.at.lane;
                const std::size_t at = member.at.block();
                const std::size_t frame = member.frame.block() + 4;
                add_free(m_Ap[b].data() + at, free + at, lane, -drag.c);
                add_free(m_Ap[b][at + 3], free[at + 3], lane, -drag.s);
                add_free(m_Ap[b].data() + frame, free + frame, lane, -drag.theta);
            }
            apply_contacts(batches[b], b);
            m_partial[b] = dot(m_p[b], m_Ap[b]);
        }
    });
    return total(m_partial);
}

int CoupledSolver::find_direction(std::span<const RodBatch> batches, double tolerance) {
    parallel_for(batches.size(), BATCH_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
            for (std::size_t k = 0; k < m_r[b].size(); ++k)
                m_r[b][k] = -m_expansions[b].gradient[k];
            m_z[b] = m_r[b];
            m_expansions[b].hessian.solve(m_z[b]);
            m_p[b] = m_z[b];
            m_Pp[b] = m_r[b];
            std::fill(m_step[b].begin(), m_step[b].end(), Pack(0.0));
            m_partial[b] = dot(m_r[b], m_z[b]);
        }
    });
    double rz = total(m_partial);
    const double target = tolerance * tolerance * rz;
    int iteration = 0;
    while (iteration < MAX_LINEAR_ITERATIONS && rz > target) {
        const double curvature = apply(batches);
        ++iteration;
        const bool negative = !(curvature > 0.0);
        if (negative && iteration > 1) break;
        const Pack alpha(negative ? 1.0 : rz / curvature);
        parallel_for(batches.size(), BATCH_GRAIN, [&](std::size_t begin, std::size_t end) {
            for (std::size_t b = begin; b < end; ++b) {
                for (std::size_t k = 0; k < m_r[b].size(); ++k) {
                    m_step[b][k] += alpha * m_p[b][k];
                    m_r[b][k] -= alpha * m_Ap[b][k];
                }
                m_z[b] = m_r[b];
                m_expansions[b].hessian.solve(m_z[b]);
                m_partial[b] = dot(m_r[b], m_z[b]);
            }
        });
        if (negative) break;
        const double next = total(m_partial);
        const Pack beta(next / rz);
        rz = next;
        parallel_for(batches.size(), BATCH_GRAIN, [&](std::size_t begin, std::size_t end) {
            for (std::size_t b = begin; b < end; ++b) {
                for (std::size_t k = 0; k < m_r[b].size(); ++k) {
                    m_p[b][k] = m_z[b][k] + beta * m_p[b][k];
                    m_Pp[b][k] = m_r[b][k] + beta * m_Pp[b][k];
                }
            }
        });
    }
    return iteration;
}

CoupledReport CoupledSolver::solve(std::span<RodBatch> batches, std::span<const HalfPlane> planes,
                                   const RodSolverSettings& settings, double dt,
                                   const CancelToken& cancel) {
    CoupledReport report;
    resize(batches);
    for (int pass = 0; pass < FRICTION_PASSES; ++pass) {
        // Where the rods are now: which pills touch and how far they slid.
        m_contacts.detect(batches);
        m_contacts.update_friction(batches, pass == 0);
        parallel_for(batches.size(), BATCH_GRAIN, [&](std::size_t begin, std::size_t end) {
            for (std::size_t b = begin; b < end; ++b)
                update_friction(batches[b], batches[b].current, planes, STICKING_SPEED * dt,
                                pass == 0);
        });
        const bool last = pass + 1 == FRICTION_PASSES;
        const int most = last ? settings.coupled_iterations : ITERATIONS_OF_A_PASS;
        minimise(batches, planes, settings.coupled_tolerance, report.iterations + most, cancel,
                 report);
        if (last && report.outcome == StepOutcome::MaxIterations &&
            report.residual <= ACCEPTABLE * settings.coupled_tolerance) {
            report.outcome = StepOutcome::Converged;
        }
        const bool stopped = report.outcome != StepOutcome::Converged &&
                             report.outcome != StepOutcome::MaxIterations;
        if (stopped) break;
    }
    return report;
}

void CoupledSolver::minimise(std::span<RodBatch> batches, std::span<const HalfPlane> planes,
                             double tolerance, int most, const CancelToken& cancel,
                             CoupledReport& report) {
    double accepted = 0.0;
    double alpha = 1.0;
    bool trial = false;
    const auto advance_all = [&] {
        parallel_for(batches.size(), BATCH_GRAIN, [&](std::size_t begin, std::size_t end) {
            for (std::size_t b = begin; b < end; ++b) {
                const Pack lanes = Pack(alpha) * largest_alpha(m_previous[b], m_step[b]);
                advance(m_previous[b], m_step[b], lanes, batches[b].current);
            }
        });
    };
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
                for (std::size_t b = 0; b < batches.size(); ++b)
                    std::swap(batches[b].current, m_previous[b]);
                if (report.residual > ACCEPTABLE * tolerance)
                    report.outcome = StepOutcome::LineSearchFailed;
                return;
            }
            advance_all();
            continue;
        }
        if (!std::isfinite(value)) {
            report.outcome = StepOutcome::InvalidInitialState;
            blame_rod_not_finite(batches, report);
            return;
        }
        accepted = value;
        parallel_for(batches.size(), BATCH_GRAIN, [&](std::size_t begin, std::size_t end) {
            for (std::size_t b = begin; b < end; ++b)
                add_couplings(batches[b], b);
        });
        judge_residual(batches, report);
        if (!std::isfinite(report.residual)) {
            report.outcome = StepOutcome::NotFinite;
            return;
        }
        // At least once: a residual that is small at the start may be what moves the rods step by step.
        if (report.residual <= tolerance && report.iterations > 0) return;
        if (report.iterations >= most) {
            report.outcome = StepOutcome::MaxIterations;
            return;
        }
        if (!factorise(batches, planes)) {
            report.outcome = StepOutcome::NotFinite;
            return;
        }
        report.linear_iterations += find_direction(batches, FORCING);
        ++report.iterations;
        for (std::size_t b = 0; b < batches.size(); ++b)
            m_previous[b] = batches[b].current;
        alpha = 1.0;
        trial = true;
        advance_all();
    }
}

}  // namespace sinew::viper
