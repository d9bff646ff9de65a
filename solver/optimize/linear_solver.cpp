#include "optimize/linear_solver.hpp"

#include "optimize/block_factor_plan.hpp"
#include "optimize/direct_solver.hpp"
#include "optimize/pcg_solver.hpp"

namespace sinew {

namespace {

/// Up to this many block rows any factor is small enough: there is no need to look.
constexpr int SMALL_ROWS = 20000;
/// What a solid of some 50,000 tetrahedra needs; beyond, conjugate gradients are quicker (docs/benchmarks.md). Surfaces and many bodies side by
/// side fill in far less. The same on every machine, as the solvers differ in the last bits.
constexpr double LARGEST_FACTOR = 600e6;  // [bytes]

bool has_small_factor(const BlockPattern& pattern) {
    if (pattern.rows <= SMALL_ROWS) return true;
    const optimize::BlockFactorPlan plan = optimize::make_block_factor_plan(pattern);
    return static_cast<double>(plan.memory_bytes()) <= LARGEST_FACTOR;
}

}  // namespace

std::unique_ptr<LinearSolver> make_linear_solver(LinearSolverChoice choice,
                                                 const BlockPattern& pattern) {
    if (choice == LinearSolverChoice::Automatic) {
        choice = has_small_factor(pattern) ? LinearSolverChoice::Direct
                                           : LinearSolverChoice::ConjugateGradients;
    }
    if (choice == LinearSolverChoice::Direct) return std::make_unique<DirectSolver>();
    return std::make_unique<PcgSolver>();
}

}  // namespace sinew
