#include "optimize/linear_solver.hpp"

#include <utility>

#include "optimize/block_factor_plan.hpp"
#include "optimize/direct_solver.hpp"
#include "optimize/pcg_solver.hpp"

namespace sinew {

namespace {

/// Up to this many block rows any factor is small enough.
constexpr int SMALL_ROWS = 20000;
/// What a solid of some 50,000 tetrahedra needs; beyond, conjugate gradients are quicker (docs/benchmarks.md). Surfaces and many bodies side by
/// side fill in far less. The same on every machine, as the solvers differ in the last bits.
constexpr double LARGEST_FACTOR = 600e6;  // [bytes]

/// One of the two, whichever suits the pattern. The plan of the factor, which says so, is made once.
class AutomaticSolver final : public LinearSolver {
public:
    std::string_view name() const override { return m_chosen->name(); }

    void analyse(std::shared_ptr<const BlockPattern> pattern) override {
        optimize::BlockFactorPlan plan = optimize::make_block_factor_plan(*pattern);
        const bool is_small = pattern->rows <= SMALL_ROWS ||
                              static_cast<double>(plan.memory_bytes()) <= LARGEST_FACTOR;
        if (is_small) {
            m_chosen = std::make_unique<DirectSolver>(std::move(plan));
        } else {
            m_chosen = std::make_unique<PcgSolver>();
            m_chosen->analyse(std::move(pattern));
        }
    }
    LinearOutcome factorise(const BlockMatrix& matrix) override {
        return m_chosen->factorise(matrix);
    }
    LinearOutcome solve(const Eigen::VectorXd& b, Eigen::VectorXd& x,
                        const CancelToken& cancel) override {
        return m_chosen->solve(b, x, cancel);
    }

private:
    std::unique_ptr<LinearSolver> m_chosen = std::make_unique<DirectSolver>();
};

}  // namespace

std::unique_ptr<LinearSolver> make_linear_solver(LinearSolverChoice choice) {
    switch (choice) {
        case LinearSolverChoice::Direct: return std::make_unique<DirectSolver>();
        case LinearSolverChoice::ConjugateGradients: return std::make_unique<PcgSolver>();
        case LinearSolverChoice::Automatic: break;
    }
    return std::make_unique<AutomaticSolver>();
}

}  // namespace sinew
