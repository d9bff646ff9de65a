#include "optimize/line_search.hpp"

namespace sinew {

namespace {

constexpr double SUFFICIENT_DECREASE = 1e-4;
/// Differences below this share of the energies are round-off of their sums.
constexpr double ROUND_OFF = 1e-13;
constexpr int MAX_HALVINGS = 12;

}  // namespace

double search_line(TotalPotential& total, const Eigen::VectorXd& x, const Eigen::VectorXd& dx,
                   const Balance& at_x, double slope, TrialPoint& trial) {
    double t = total.max_step(x, dx);
    for (int halving = 0; halving <= MAX_HALVINGS && t > 0.0; ++halving, t *= 0.5) {
        trial.x = x + t * dx;
        total.update(trial.x);
        total.expand(trial.x, trial.balance);
        if (!trial.balance.is_finite()) continue;
        const double allowed = at_x.value + SUFFICIENT_DECREASE * t * slope;
        if (trial.balance.value <= allowed + ROUND_OFF * at_x.magnitude) return t;
    }
    return 0.0;
}

}  // namespace sinew
