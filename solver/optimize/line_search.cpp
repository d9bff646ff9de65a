#include "optimize/line_search.hpp"

namespace sinew {

namespace {

constexpr double DELTA = 1e-4;
/// Differences below this share of the energies may be round-off: of their sums, and of strains that are small
/// differences of positions.
constexpr double ENERGY_ROUND_OFF = 1e-6;

bool descends_enough(const SearchLine& line, double t, const EnergyAndGradient& there) {
    const double rise = there.value - line.energy.value;
    if (rise <= DELTA * t * line.slope) return true;
    const bool may_be_round_off = line.is_tiny || rise <= ENERGY_ROUND_OFF * line.energy.magnitude;
    return may_be_round_off && there.gradient.dot(line.dx) <= (2.0 * DELTA - 1.0) * line.slope;
}

/// A curved way that something stops is tried again a little shorter than where that was.
constexpr double SHORTER = 0.9;
constexpr int MAX_SHORTER = 12;

/// Sets `trial` to the farthest point of a curved way, from t on, to which all terms let x go straight. Returns its t, 0: none.
double go_as_far(TotalPotential& total, const SearchLine& line, double t, Eigen::VectorXd& trial) {
    for (int i = 0; i <= MAX_SHORTER && t > 0.0; ++i) {
        total.go(line.x, line.dx, t, trial);
        const double share = total.max_step(line.x, trial - line.x);
        if (share >= 1.0) return t;
        t *= SHORTER * share;
    }
    return 0.0;
}

}  // namespace

double search_line(TotalPotential& total, const SearchLine& line, TrialPoint& trial) {
    const bool bends = total.bends();
    double t = bends ? 1.0 : total.max_step(line.x, line.dx);
    for (int halving = 0; halving <= line.halvings && t > 0.0; ++halving, t *= 0.5) {
        if (bends) {
            t = go_as_far(total, line, t, trial.x);
            if (t == 0.0) return 0.0;
        } else {
            trial.x = line.x + t * line.dx;
        }
        total.update_active_set(trial.x);
        total.expand(trial.x, trial.energy);
        trial.is_shortened = halving > 0;
        if (trial.energy.is_finite() && descends_enough(line, t, trial.energy)) return t;
    }
    return 0.0;
}

}  // namespace sinew
