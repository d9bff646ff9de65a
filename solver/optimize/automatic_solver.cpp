#include "optimize/automatic_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {

namespace {

/// A multiplication of conjugate gradients, or of a triangular solve, waits for memory: it takes as long as this many in the
/// fronts of a factorisation (docs/benchmarks.md).
constexpr double MEMORY_BOUND = 8.0;
/// Iterations that solids take, over the cube root of their block rows: 60 to 260 for 1,000 to 100,000 tetrahedra.
constexpr double ITERATIONS_OF_A_SOLID = 7.5;
/// More than any budget of a matrix that fits into memory.
constexpr double MOST_ITERATIONS = 1e9;

double factor_work(const optimize::BlockFactorPlan& plan) {
    return plan.multiplications + MEMORY_BOUND * 2.0 * plan.factor_entries;
}

/// Product with the matrix, preconditioner, three vectors updated and two scalar products.
double iteration_work(const BlockPattern& pattern) {
    const auto rows = static_cast<double>(pattern.rows);
    const double off_diagonal = static_cast<double>(pattern.block_count()) - rows;
    return MEMORY_BOUND * (9.0 * (2.0 * off_diagonal + rows) + 9.0 * rows + 15.0 * rows);
}

}  // namespace

void AutomaticSolver::analyse(std::shared_ptr<const BlockPattern> pattern) {
    optimize::BlockFactorPlan plan = m_planner.plan(*pattern);
    m_budget = pattern->rows > 0 ? factor_work(plan) / iteration_work(*pattern) : 0.0;
    const double expected = ITERATIONS_OF_A_SOLID * std::cbrt(static_cast<double>(pattern->rows));
    m_factor_bytes = static_cast<double>(plan.memory_bytes());
    m_fits = m_factor_bytes <= MEMORY_SHARE * m_settings.memory;
    m_direct_first =
        pattern->rows <= m_settings.small_rows || expected > m_settings.worthwhile_share * m_budget;
    m_gave_up = false;
    m_plan.reset();
    m_direct = DirectSolver();
    if (m_fits) m_plan = std::move(plan);
    if (is_direct()) return;
    PcgSettings iterative;
    if (m_fits) iterative.max_iterations = static_cast<int>(std::min(m_budget, MOST_ITERATIONS));
    m_iterative = PcgSolver(iterative);
    m_iterative.analyse(std::move(pattern));
}

LinearSolver& AutomaticSolver::chosen() {
    if (!is_direct()) return m_iterative;
    if (m_plan) {
        m_direct = DirectSolver(std::move(*m_plan));
        m_plan.reset();
    }
    return m_direct;
}

const LinearSolver& AutomaticSolver::chosen() const {
    if (is_direct()) return m_direct;
    return m_iterative;
}

LinearOutcome AutomaticSolver::solve(const Eigen::VectorXd& b, Eigen::VectorXd& x,
                                     const CancelToken& cancel) {
    const LinearOutcome outcome = chosen().solve(b, x, cancel);
    if (is_direct() || !m_fits || outcome != LinearOutcome::Ok || m_iterative.is_finished())
        return outcome;
    m_gave_up = true;
    return LinearOutcome::TryAgain;
}

std::string AutomaticSolver::note() const {
    if (m_fits) return {};
    return fmt::format(
        "the direct linear solver would need {:.1f} GB, more than half of the machine's {:.1f} GB: "
        "conjugate gradients "
        "solve the steps, which may take longer. Fewer tetrahedra or triangles avoid this",
        1e-9 * m_factor_bytes, 1e-9 * m_settings.memory);
}

}  // namespace sinew
