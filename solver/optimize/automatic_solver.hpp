// AutomaticSolver: the direct solver or conjugate gradients, whichever takes less work on the pattern at hand.
//
// Work is counted in multiplications of a factorisation, never in seconds: a step gives the same bits on every machine.
//
//   factor      multiplications of the plan + those of its two triangular solves
//   iteration   multiplications of one iteration of conjugate gradients
//   budget      factor / iteration: beyond so many iterations the factor would have been cheaper
//
// Conjugate gradients begin on large patterns where the iterations expected of a solid are well below the budget. A solve that has used up the
// budget gives up, and the direct solver takes over until the end of the step: a step never takes more than one factorisation
// longer than with the direct solver. Every step begins anew, so that a bake that was resumed takes the same way.
//
// Memory is a limit only: a factor that needs more than MEMORY_SHARE of the machine's memory is never made. That is the one choice
// that depends on the machine, and `note` says when it was made.
#pragma once

#include <memory>
#include <optional>

#include "optimize/block_factor_plan.hpp"
#include "optimize/direct_solver.hpp"
#include "optimize/linear_solver.hpp"
#include "optimize/pcg_solver.hpp"

namespace sinew {

struct AutomaticSettings {
    double memory = 0.0;  ///< of the machine [bytes]
    /// Conjugate gradients begin when they are expected to take at most this share of the work of a factor [1].
    double worthwhile_share = 0.5;
    /// Up to this many block rows any factor is quick, and sure.
    int small_rows = 20000;
};

class AutomaticSolver final : public LinearSolver {
public:
    /// Of the machine's memory, that a factor may take [1].
    static constexpr double MEMORY_SHARE = 0.5;

    explicit AutomaticSolver(const AutomaticSettings& settings) : m_settings(settings) {}

    std::string_view name() const override { return chosen().name(); }
    std::string note() const override;
    void set_common_pattern(const std::shared_ptr<const BlockPattern>& common) override {
        m_planner.set_common(common);
    }
    void analyse(std::shared_ptr<const BlockPattern> pattern) override;
    void begin_step() override { m_gave_up = false; }
    void set_accuracy(double accuracy) override { m_iterative.set_accuracy(accuracy); }
    LinearOutcome factorise(const BlockMatrix& matrix) override {
        return chosen().factorise(matrix);
    }
    LinearOutcome solve(const Eigen::VectorXd& b, Eigen::VectorXd& x,
                        const CancelToken& cancel) override;
    bool solve_definite(const Eigen::VectorXd& b, Eigen::VectorXd& x) override {
        return chosen().solve_definite(b, x);
    }

    /// Iterations that take as much work as a factor of the pattern.
    double budget() const { return m_budget; }

private:
    bool is_direct() const { return m_fits && (m_direct_first || m_gave_up); }
    LinearSolver& chosen();
    const LinearSolver& chosen() const;

    AutomaticSettings m_settings;
    optimize::BlockFactorPlanner m_planner;
    DirectSolver m_direct;
    PcgSolver m_iterative;
    /// Until the direct solver has taken it.
    std::optional<optimize::BlockFactorPlan> m_plan;
    double m_factor_bytes = 0.0;
    double m_budget = 0.0;
    bool m_fits = true;
    bool m_direct_first = true;
    bool m_gave_up = false;  ///< conjugate gradients, in this step
};

}  // namespace sinew
