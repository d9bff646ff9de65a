#include "optimize/linear_solver.hpp"

#include "optimize/direct_solver.hpp"
#include "optimize/pcg_solver.hpp"

namespace sinew {

namespace {

/// Beyond this the factor of a solid no longer fits where the rest of the scene does.
constexpr int LARGEST_DIRECT_BLOCKS = 20000;

}  // namespace

std::unique_ptr<LinearSolver> make_linear_solver(LinearSolverChoice choice, int blocks) {
    if (choice == LinearSolverChoice::Automatic) {
        choice = blocks <= LARGEST_DIRECT_BLOCKS ? LinearSolverChoice::Direct
                                                 : LinearSolverChoice::ConjugateGradients;
    }
    if (choice == LinearSolverChoice::Direct) return std::make_unique<DirectSolver>();
    return std::make_unique<PcgSolver>();
}

}  // namespace sinew
