// Backtracking line search on the value of a potential.
#pragma once

#include <Eigen/Core>

#include "potential/total_potential.hpp"

namespace sinew {

/// Where a search begins and where it leads.
struct SearchLine {
    const Eigen::VectorXd& x;
    const Eigen::VectorXd& dx;
    const EnergyAndGradient& energy;  ///< at x
    double slope;                     ///< ∂Ψ·dx < 0
    /// The whole step moves nothing visibly: its change of energy may be lost in that of the digits.
    bool is_tiny;
    /// How often the step may be halved.
    int halvings = MAX_HALVINGS;

    static constexpr int MAX_HALVINGS = 12;
};

/// The point that a line search tries, with its energy: when it is accepted, nothing is evaluated twice.
struct TrialPoint {
    Eigen::VectorXd x;
    EnergyAndGradient energy;
    bool is_shortened =
        false;  ///< the longest step that all terms allow did not lower the energy enough
};

/// Halves the step from the longest that all terms allow until the energy falls enough (Armijo's condition):
///     Ψ(x + t dx) ≤ Ψ(x) + δ t slope,   δ = 10⁻⁴.
/// Near the minimum of a stiff body the energy has too few digits to tell. There, what the condition means for a parabola
/// is asked of the slopes [line-search, eq. 23]: slope(t) ≤ (2δ − 1) slope.
/// Terms may bend the way (Potential::bend): x + t dx is then the point t of a curve, and the terms must let x go straight to it.
/// A point where anything is not finite is never taken. On success `trial` is the point found and t is returned, else 0.
double search_line(TotalPotential& total, const SearchLine& line, TrialPoint& trial);

}  // namespace sinew
