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

}  // namespace

double search_line(TotalPotential& total, const SearchLine& line, TrialPoint& trial) {
    double t = total.max_step(line.x, line.dx);
    for (int halving = 0; halving <= line.halvings && t > 0.0; ++halving, t *= 0.5) {
        trial.x = line.x + t * line.dx;
        total.update_active_set(trial.x);
        total.expand(trial.x, trial.energy);
        trial.is_shortened = halving > 0;
        if (trial.energy.is_finite() && descends_enough(line, t, trial.energy)) return t;
    }
    return 0.0;
}

}  // namespace sinew
