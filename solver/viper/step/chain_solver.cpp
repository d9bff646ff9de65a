#include "viper/step/chain_solver.hpp"

#include <algorithm>
#include <cmath>

namespace sinew::viper {

namespace {

/// A value counts as smaller up to this relative round-off.
constexpr double ROUND_OFF = 1e-13;
constexpr double SMALLEST_ALPHA = 1e-7;

enum class LaneState { Iterating, Done };

/// Progress of one rod.
struct Lane {
    LaneState state = LaneState::Done;
    StepOutcome outcome = StepOutcome::Converged;
    double value = 0.0;  ///< at the last accepted iterate
    double alpha = 1.0;  ///< of the step under trial
    bool trial = false;  ///< the current iterate is a trial that may be refused
    int iterations = 0;
    double residual = 0.0;

    void finish(StepOutcome how) {
        state = LaneState::Done;
        outcome = how;
    }
};

/// to = from in the lanes of the mask.
void copy_lanes(Pack::Mask mask, const RodState& from, RodState& to) {
    const auto copy = [mask](const Pack& a, Pack& b) { b = select(mask, a, b); };
    for (std::size_t j = 0; j < from.c.size(); ++j) {
        copy(from.c[j].x, to.c[j].x);
        copy(from.c[j].y, to.c[j].y);
        copy(from.c[j].z, to.c[j].z);
        copy(from.s[j], to.s[j]);
        copy(from.q[j].w, to.q[j].w);
        copy(from.q[j].v.x, to.q[j].v.x);
        copy(from.q[j].v.y, to.q[j].v.y);
        copy(from.q[j].v.z, to.q[j].v.z);
    }
}

/// −gᵀ d: twice the decrease that the quadratic model promises.
Pack promised_decrease(const std::vector<Pack>& gradient, const std::vector<Pack>& step) {
    Pack sum(0.0);
    for (std::size_t i = 0; i < gradient.size(); ++i)
        sum -= gradient[i] * step[i];
    return sum;
}

class ChainNewton {
public:
    ChainNewton(RodBatch& batch, std::span<const HalfPlane> planes,
                const RodSolverSettings& settings, ChainWorkspace& workspace)
        : m_batch(batch), m_planes(planes), m_settings(settings), m_work(workspace) {
        m_work.expansion.resize(batch.points);
        m_work.step.assign(m_work.expansion.gradient.size(), Pack(0.0));
        m_work.direction.resize(m_work.step.size());
        m_work.previous = batch.current;
        for (int lane = 0; lane < Pack::LANES; ++lane) {
            if (batch.lane_points[lane] > 0) m_lanes[lane].state = LaneState::Iterating;
        }
    }

    BatchReport run(const CancelToken& cancel, const RodObserver& observer) {
        while (iterating()) {
            if (cancel.requested()) finish_all(StepOutcome::Cancelled);
            expand(m_batch, m_batch.current, m_planes, m_geometric, m_work.expansion);
            for (int lane = 0; lane < Pack::LANES; ++lane)
                judge(lane);
            if (observer && !m_lanes[0].trial) observer(m_lanes[0].iterations, m_batch);
            if (needs_direction()) find_directions();
            move();
        }
        return report();
    }

private:
    bool iterating() const {
        return std::any_of(m_lanes.begin(), m_lanes.end(),
                           [](const Lane& lane) { return lane.state == LaneState::Iterating; });
    }

    void finish_all(StepOutcome how) {
        for (Lane& lane : m_lanes) {
            if (lane.state == LaneState::Iterating) lane.finish(how);
        }
    }

    /// Accepts the iterate of a lane, refuses it, or ends the lane.
    void judge(int i) {
        Lane& lane = m_lanes[i];
        if (lane.state != LaneState::Iterating) return;
        const double value = m_work.expansion.value[i];
        const double residual = m_work.expansion.residual[i] / m_work.expansion.force[i];
        const bool finite = std::isfinite(value) && std::isfinite(residual);
        if (lane.trial && (!finite || value > lane.value + ROUND_OFF * std::abs(lane.value))) {
            lane.alpha *= 0.5;
            if (lane.alpha < SMALLEST_ALPHA) {
                lane.alpha = 0.0;
                lane.finish(StepOutcome::LineSearchFailed);
            }
            return;
        }
        if (!finite) {
            lane.finish(StepOutcome::InvalidInitialState);
            return;
        }
        if (lane.trial) m_geometric.set(i, 1.0);  // try Newton again
        lane.trial = false;
        lane.value = value;
        lane.residual = residual;
        if (residual <= m_settings.tolerance) {
            lane.finish(StepOutcome::Converged);
        } else if (lane.iterations >= m_settings.iterations) {
            lane.finish(StepOutcome::MaxIterations);
        }
    }

    /// A lane that was accepted or has just begun wants a new direction; one that backtracks does not.
    bool wants_direction(int i) const {
        return m_lanes[i].state == LaneState::Iterating && !m_lanes[i].trial;
    }
    bool needs_direction() const {
        for (int i = 0; i < Pack::LANES; ++i) {
            if (wants_direction(i)) return true;
        }
        return false;
    }

    void find_directions() {
        const Pack::Mask positive = m_work.expansion.hessian.factorise();
        const std::vector<Pack>& g = m_work.expansion.gradient;
        for (std::size_t k = 0; k < g.size(); ++k)
            m_work.direction[k] = -g[k];
        m_work.expansion.hessian.solve(m_work.direction.data(), m_work.direction.data());
        const Pack decrease = promised_decrease(g, m_work.direction);
        Pack::Mask taken{};
        for (int i = 0; i < Pack::LANES; ++i) {
            if (!wants_direction(i)) continue;
            if (!positive[i]) {
                refuse_hessian(i);
            } else if (decrease[i] <= 1e-15 * std::abs(m_lanes[i].value)) {
                // No further decrease can be seen in double precision.
                m_lanes[i].finish(StepOutcome::Converged);
            } else {
                taken[i] = -1;
            }
        }
        take_directions(taken);
    }

    void take_directions(Pack::Mask taken) {
        for (std::size_t k = 0; k < m_work.step.size(); ++k) {
            m_work.step[k] = select(taken, m_work.direction[k], m_work.step[k]);
        }
        copy_lanes(taken, m_batch.current, m_work.previous);
        const Pack alpha = largest_alpha(m_work.previous, m_work.step);
        for (int i = 0; i < Pack::LANES; ++i) {
            if (!taken[i]) continue;
            m_lanes[i].alpha = alpha[i];
            m_lanes[i].trial = true;
            ++m_lanes[i].iterations;
        }
    }

    /// The Hessian is indefinite here: expand again without the geometric part, which never is.
    void refuse_hessian(int i) {
        if (m_geometric[i] == 0.0) {
            m_lanes[i].finish(StepOutcome::NotFinite);
            return;
        }
        m_geometric.set(i, 0.0);
    }

    void move() {
        Pack alpha(0.0);
        for (int i = 0; i < Pack::LANES; ++i)
            alpha.set(i, m_lanes[i].alpha);
        advance(m_work.previous, m_work.step, alpha, m_batch.current);
    }

    BatchReport report() const {
        BatchReport report;
        for (int i = 0; i < Pack::LANES; ++i) {
            report.outcome[i] = m_lanes[i].outcome;
            report.iterations[i] = m_lanes[i].iterations;
            report.residual[i] = m_lanes[i].residual;
        }
        return report;
    }

    RodBatch& m_batch;
    std::span<const HalfPlane> m_planes;
    const RodSolverSettings& m_settings;
    ChainWorkspace& m_work;
    std::array<Lane, Pack::LANES> m_lanes;
    Pack m_geometric{1.0};
};

}  // namespace

BatchReport solve_chain(RodBatch& batch, std::span<const HalfPlane> planes,
                        const RodSolverSettings& settings, const CancelToken& cancel,
                        ChainWorkspace& workspace, const RodObserver& observer) {
    return ChainNewton(batch, planes, settings, workspace).run(cancel, observer);
}

}  // namespace sinew::viper
