// LinearSolver: what Newton's method asks of a solver of H d = −g.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <string_view>

#include "base/cancel.hpp"
#include "math/block_matrix.hpp"

namespace sinew {

enum class LinearOutcome {
    Ok,          ///< as far as can be seen the matrix is positive definite
    Indefinite,  ///< solved all the same, but the matrix has a direction of negative curvature
    Failed,      ///< singular or not finite: no solution
    TryAgain,  ///< of `solve`: gave up; after another `factorise` a method that is surer takes over
    Cancelled,
};

/// Calls in this order: set_common_pattern if there is one, analyse once per pattern, factorise once per matrix, solve as often as needed.
/// The same matrix gives the same bits on any number of threads.
class LinearSolver {
public:
    virtual ~LinearSolver() = default;

    /// A string literal, e.g. "direct"; of `Automatic` that of the solver it chose for the pattern.
    virtual std::string_view name() const = 0;
    /// For the user, about the choice that was made for the pattern; empty: nothing to say.
    virtual std::string note() const { return {}; }
    /// Forgets what earlier steps have taught, so that a step depends on its start alone.
    virtual void begin_step() {}
    /// Of the next solves: largest residual, relative to the right-hand side [1]. Direct solvers are always exact.
    virtual void set_accuracy(double /*accuracy*/) {}
    /// A pattern that all those to come contain. What follows from it alone need not be done again for each of them.
    virtual void set_common_pattern(const std::shared_ptr<const BlockPattern>& /*common*/) {}
    /// All that follows from the pattern, and from that in common.
    virtual void analyse(std::shared_ptr<const BlockPattern> pattern) = 0;
    /// `matrix` has the pattern that was analysed and stays as it is until the last solve.
    virtual LinearOutcome factorise(const BlockMatrix& matrix) = 0;
    /// Sets x. When `factorise` has not failed.
    virtual LinearOutcome solve(const Eigen::VectorXd& b, Eigen::VectorXd& x,
                                const CancelToken& cancel) = 0;
    /// Of a matrix that is Indefinite: like solve, but with a definite matrix that is near it, so that b·x > 0. False: has none.
    virtual bool solve_definite(const Eigen::VectorXd& /*b*/, Eigen::VectorXd& /*x*/) {
        return false;
    }
};

enum class LinearSolverChoice {
    Automatic,           ///< whichever takes less work (optimize/automatic_solver.hpp)
    Direct,              ///< LDLᵀ: exact, memory grows faster than the problem
    ConjugateGradients,  ///< iterative, little memory
};

std::unique_ptr<LinearSolver> make_linear_solver(LinearSolverChoice choice);

}  // namespace sinew
