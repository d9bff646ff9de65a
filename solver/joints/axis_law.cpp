#include "joints/axis_law.hpp"

#include <cmath>
#include <initializer_list>

namespace sinew::joints {

namespace {

using Derivatives = AxisLaw::Derivatives;

Derivatives pull(const AxisLaw::Pull& pull, double s) {
    const double K = pull.stiffness;
    if (K == 0.0) return {};
    const double e = s - pull.target;
    if (std::abs(K * e) <= pull.most) return {0.5 * K * e * e, K * e, K};
    return {pull.most * (std::abs(e) - 0.5 * pull.most / K), std::copysign(pull.most, e), 0.0};
}

/// S by its argument.
Derivatives stop(double d, double onset) {
    if (d <= 0.0) return {};
    if (d < onset) return {d * d * d / (6.0 * onset), 0.5 * d * d / onset, d / onset};
    return {0.5 * d * d - 0.5 * onset * d + onset * onset / 6.0, d - 0.5 * onset, 1.0};
}

}  // namespace

Derivatives AxisLaw::at(double s) const {
    Derivatives sum;
    const auto add = [&sum](double weight, const Derivatives& part, double sign) {
        sum.value += weight * part.value;
        sum.first += sign * weight * part.first;
        sum.second += weight * part.second;
    };
    for (const Pull* const one : {&spring, &damper, &motor})
        add(1.0, pull(*one, s), 1.0);
    if (upper < NO_LIMIT) add(stop_stiffness, stop(s - upper, onset), 1.0);
    if (lower > -NO_LIMIT) add(stop_stiffness, stop(lower - s, onset), -1.0);
    return sum;
}

double AxisLaw::spring_energy(double s) const {
    return pull(spring, s).value;
}

}  // namespace sinew::joints
