// Where a time step happens.
//
//   step_frame   one frame: as many steps as needed, shorter ones where one fails
//   step         one step: begin, solve, accept or reject
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/error.hpp"
#include "base/task.hpp"
#include "implicit/implicit_system.hpp"
#include "sim/world.hpp"

namespace sinew {

namespace {

/// Position inside a frame in ticks, the shortest step being one tick: exact, so that frames end on
/// frames and a retried step does not shift those after it.
class FrameClock {
public:
    FrameClock(int substeps, int max_halvings)
        : m_full(1LL << max_halvings),
          m_total(static_cast<long long>(substeps) * m_full),
          m_step(m_full) {}

    bool done() const { return m_now == m_total; }
    double now() const { return fraction(m_now); }
    double next() const { return fraction(m_now + m_step); }
    double step() const { return fraction(m_step); }
    /// How many steps of this length a whole frame has.
    int steps() const { return static_cast<int>(m_total / m_step); }
    /// Number of the step that comes next, counted from 1.
    int number() const { return static_cast<int>(m_now / m_step) + 1; }
    int halvings() const {
        int count = 0;
        for (long long step = m_step; step < m_full; step *= 2)
            ++count;
        return count;
    }

    void accepted() {
        m_now += m_step;
        // Back to longer steps as soon as they end on the grid again.
        while (m_step < m_full && m_now % (2 * m_step) == 0)
            m_step *= 2;
    }
    /// False when the step cannot get shorter.
    bool shorten() {
        m_step /= 2;
        return m_step > 0;
    }

private:
    double fraction(long long ticks) const {
        return static_cast<double>(ticks) / static_cast<double>(m_total);
    }
    long long m_full;
    long long m_total;
    long long m_step;
    long long m_now = 0;
};

constexpr std::string_view USUAL_ADVICE =
    "Try more substeps, slower motion of the pins or another stiffness of the material";

/// `system` may be null; it may know better than the usual advice.
std::string explain(const SolveReport& report, const StepInfo& info, const ImplicitSystem* system) {
    const bool knows = system && !system->remedy().empty();
    return fmt::format("{}: {} at frame {:.3f} (residual {:.2g}, dt {:.2g} s). {}", report.worst,
                       to_string(report.outcome), info.frame_1, report.residual, info.dt,
                       knows ? std::string_view(system->remedy()) : USUAL_ADVICE);
}

}  // namespace

FrameReport World::step_frame(const CancelToken& cancel) {
    FrameReport report;
    const double start = now_seconds();
    if (m_implicit) m_implicit->begin_frame();
    m_threads.run([&] {
        FrameClock clock(m_settings.substeps, m_settings.max_halvings);
        while (!clock.done()) {
            StepInfo info;
            info.dt = clock.step() / m_settings.frame_rate;
            info.frame_0 = m_frame + clock.now();
            info.frame_1 = m_frame + clock.next();
            info.gravity = m_settings.gravity;
            info.halvings = clock.halvings();
            info.is_shortest = info.halvings == m_settings.max_halvings;
            if (Task* task = current_task()) task->set_step(clock.number(), clock.steps());
            const SolveReport solved = step(info, cancel);
            report.iterations += solved.iterations;
            if (is_accepted(solved.outcome)) {
                ++report.steps;
                if (solved.outcome == StepOutcome::Tolerated) ++report.tolerated_steps;
                report.residual = std::max(report.residual, solved.residual);
                clock.accepted();
                continue;
            }
            if (solved.outcome == StepOutcome::Cancelled || !clock.shorten()) {
                report.outcome = solved.outcome;
                report.message = explain(solved, info, m_implicit);
                const TaskScope to_the_end(nullptr);
                follow();
                return;
            }
            m_log(LogLevel::Info,
                  explain(solved, info, m_implicit) + "; trying half the time step");
        }
        m_frame += 1.0;
        // The frame is whole in a moment: a cancel no longer counts.
        const TaskScope to_the_end(nullptr);
        follow();
        report.measures = m_timer.run("measure", [&] { return measure(); });
        report.tangled = tangled();
    });
    if (Task* task = current_task()) task->set_step(0, 0);
    report.frame = m_frame;
    report.seconds = now_seconds() - start;
    return report;
}

void World::move_colliders(double frame_0, double frame_1) {
    const bool met = std::any_of(m_systems.begin(), m_systems.end(),
                                 [](const auto& system) { return system->meets_meshes(); });
    if (met) m_colliders.move(frame_0, frame_1);
}

SolveReport World::solve_step(const StepInfo& info, const CancelToken& cancel) {
    SolveReport worst;
    m_timer.run("move colliders", [&] { move_colliders(info.frame_0, info.frame_1); });
    // Each family finds its state at the end of the step; rods first, since implicit bodies meet them there.
    for (const auto& system : m_systems) {
        // Inputs at the end of the step, free motion.
        m_timer.run("begin step", [&] { system->begin_step(info); });
        const SolveReport report =
            m_timer.run(system->stage(), [&] { return system->solve(info, cancel); });
        worst.iterations += report.iterations;
        worst.residual = std::max(worst.residual, report.residual);
        if (report.outcome == StepOutcome::Converged) continue;
        worst.outcome = report.outcome;
        worst.worst = report.worst;
        if (!is_accepted(report.outcome)) break;
    }
    return worst;
}

SolveReport World::step(const StepInfo& info, const CancelToken& cancel) {
    SolveReport worst;
    try {
        worst = solve_step(info, cancel);
    } catch (const Error& error) {
        // Thrown by a loop that was in work (base/task.hpp).
        if (error.code() != ErrorCode::Cancelled) throw;
        worst.outcome = StepOutcome::Cancelled;
    }
    // All or nothing, so nothing stops it.
    const TaskScope to_the_end(nullptr);
    m_timer.run("end step", [&] {
        for (const auto& system : m_systems) {
            if (is_accepted(worst.outcome)) {
                system->accept_step(info);
            } else {
                system->reject_step();
            }
        }
    });
    if (is_accepted(worst.outcome)) m_last_step = info;
    return worst;
}

}  // namespace sinew
