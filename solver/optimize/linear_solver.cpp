#include "optimize/linear_solver.hpp"

#include "base/machine_memory.hpp"
#include "optimize/automatic_solver.hpp"
#include "optimize/direct_solver.hpp"
#include "optimize/pcg_solver.hpp"

namespace sinew {

std::unique_ptr<LinearSolver> make_linear_solver(LinearSolverChoice choice) {
    switch (choice) {
        case LinearSolverChoice::Direct: return std::make_unique<DirectSolver>();
        case LinearSolverChoice::ConjugateGradients: return std::make_unique<PcgSolver>();
        case LinearSolverChoice::Automatic: break;
    }
    return std::make_unique<AutomaticSolver>(AutomaticSettings{.memory = machine_memory_bytes()});
}

}  // namespace sinew
