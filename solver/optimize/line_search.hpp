// Backtracking line search on the value of a potential.
#pragma once

#include <Eigen/Core>

#include "potential/total_potential.hpp"

namespace sinew {

/// The point that a line search tries, with its balance: when it is accepted, nothing is evaluated twice.
struct TrialPoint {
    Eigen::VectorXd x;
    Balance balance;
};

/// Halves the step from the longest that all terms allow until the energy falls enough (Armijo's condition, up to
/// round-off): Ψ(x + t dx) ≤ Ψ(x) + 10⁻⁴ t slope. A point where anything is not finite is never taken.
/// `at_x` is the balance at x, `slope` = ∂Ψ·dx < 0. On success `trial` is the point found and t is returned, else 0.
double search_line(TotalPotential& total, const Eigen::VectorXd& x, const Eigen::VectorXd& dx,
                   const Balance& at_x, double slope, TrialPoint& trial);

}  // namespace sinew
