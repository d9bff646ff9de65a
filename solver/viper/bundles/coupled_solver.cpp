#include "viper/bundles/coupled_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.hpp"
#include "base/task.hpp"
#include "viper/attachments/rod_glides.hpp"
#include "viper/contact/rod_planes.hpp"

namespace sinew::viper {

namespace {

/// How often contacts and friction are updated to the iterate in a step. A Newton iteration follows each update but the
/// last, which is held until the forces are balanced: where the contacts are decides more about the result than how well
/// the forces of an update are balanced.
constexpr int CONTACT_UPDATES = 3;
/// Pills this deep in each other, relative to their radii, are not sent the right way by one iteration: two follow an update.
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
/// along when contacts are updated after it; the same for its scale, and for turns [rad].
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

}  // namespace

void CoupledSolver::resize(std::span<const RodBatch> batches) {
    const std::size_t n = batches.size();
    m_expansion.resize(batches);
    m_direction.resize(batches);
    m_small.resize(n);
    m_previous.resize(n);
    for (std::size_t b = 0; b < n; ++b) {
        if (m_previous[b].c.size() != batches[b].current.c.size())
            m_previous[b] = batches[b].current;
    }
}

double CoupledSolver::evaluate(std::span<const RodBatch> batches, std::span<const HalfPlane> planes,
                               double balanced) {
    m_expansion.evaluate_couplings(batches, m_active);
    for_each_group(m_active.touched, [&](std::span<const int> group) {
        std::array<int, BATCHES_AT_ONCE> ready{};
        std::size_t count = 0;
        for (const int b : group) {
            const bool moved = m_active.moves[b] != 0;
            if (m_expansion.evaluate_rods(batches[b], planes, b, moved, balanced))
                ready[count++] = b;
        }
        m_direction.begin(m_expansion, std::span(ready).first(count));
    });
    return m_expansion.energy();
}

void CoupledSolver::update_contacts(std::span<RodBatch> batches, std::span<const HalfPlane> planes,
                                    double dt, bool first) {
    contacts().update_contacts(batches, first);
    m_active.take_all(batches.size(), m_expansion.sections().size(), contacts().contacts().size());
    for_each_batch(m_active.batches, [&](int b) {
        update_friction(batches[b], batches[b].current, planes, STICKING_SPEED * dt, first);
        update_glides(batches[b], batches[b].current, first);
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
    for (int pass = 0; pass < CONTACT_UPDATES; ++pass) {
        update_contacts(batches, planes, step.dt, pass == 0);
        const bool last = pass + 1 == CONTACT_UPDATES;
        const int of_this_update =
            settings.iterations_per_update * (contacts().deepest() > DEEP ? 2 : 1);
        goal.most = report.iterations + (last ? settings.coupled_iterations : of_this_update);
        goal.fitted_after = !last;
        minimise(batches, planes, goal, cancel, report);
        if (last && report.outcome == StepOutcome::MaxIterations &&
            report.worst.residual <= acceptable) {
            report.outcome = StepOutcome::Tolerated;
        }
        const bool stopped =
            !is_accepted(report.outcome) && report.outcome != StepOutcome::MaxIterations;
        if (stopped) break;
    }
    return report;
}

void CoupledSolver::advance_batch(RodBatch& batch, std::size_t b, double alpha) const {
    const std::span<const Pack> step = m_direction.of(b);
    advance(m_previous[b], step, Pack(alpha) * largest_alpha(m_previous[b], step), batch.current);
}

bool CoupledSolver::moves_little() const {
    return std::ranges::all_of(m_active.batches, [&](int b) { return m_small[b] != 0; });
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
        // Rods that get no direction from here need no factor.
        const bool first = report.iterations == 0;
        const bool last = report.iterations >= goal.most;
        const double balanced = HELD_STILL * goal.tolerance;
        const double value = evaluate(batches, planes, first ? -1.0 : last ? INFINITY : balanced);
        if (trial && !(value <= accepted + COUPLED_ROUND_OFF * std::abs(accepted))) {
            alpha *= 0.5;
            if (alpha < SMALLEST_COUPLED_ALPHA) {
                // No decrease can be found: go back to the last iterate and see how good it was.
                for (const int b : m_active.batches)
                    std::swap(batches[b].current, m_previous[b]);
                if (report.worst.residual > JUST_ACCEPTABLE * goal.tolerance)
                    report.outcome = StepOutcome::LineSearchFailed;
                else if (report.worst.residual > goal.tolerance)
                    report.outcome = StepOutcome::Tolerated;
                return;
            }
            for_each_batch(m_active.batches, [&](int b) { advance_batch(batches[b], b, alpha); });
            continue;
        }
        if (!std::isfinite(value)) {
            report.outcome = StepOutcome::InvalidInitialState;
            report.worst = m_expansion.first_not_finite(batches);
            return;
        }
        accepted = value;
        report.worst = m_expansion.worst(batches);
        const double residual = report.worst.residual;
        if (!std::isfinite(residual)) {
            report.outcome = StepOutcome::NotFinite;
            return;
        }
        // At least once: a residual that is small at the start may be what moves the rods step by step.
        if (residual <= (first ? COUPLED_AT_REST : goal.tolerance)) return;
        if (last) {
            report.outcome = StepOutcome::MaxIterations;
            return;
        }
        if (!first) {
            m_active.take_unbalanced(m_expansion.residuals(), balanced,
                                     m_expansion.section_batches(), contacts().batches());
        }
        const int linear =
            m_direction.find(batches, m_expansion, m_active,
                             std::clamp(goal.tolerance / 3.0, FORCING, LOOSE_FORCING));
        if (linear < 0) {
            report.outcome = StepOutcome::NotFinite;
            return;
        }
        report.linear_iterations += linear;
        ++report.iterations;
        show_iteration(report.iterations, residual);
        alpha = 1.0;
        trial = true;
        for_each_batch(m_active.batches, [&](int b) {
            std::swap(m_previous[b], batches[b].current);
            m_small[b] = is_small(batches[b], m_direction.of(b)) ? 1 : 0;
            advance_batch(batches[b], b, alpha);
        });
        if (goal.fitted_after && report.iterations >= goal.most && moves_little()) {
            report.outcome = StepOutcome::MaxIterations;
            return;
        }
    }
}

}  // namespace sinew::viper
