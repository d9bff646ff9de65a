// AxisLaw: the energy of a joint about or along its axis, a function of one number s: an angle [rad] or a distance [m].
//
//   spring, damper, motor   H(s − ŝ) = ½ K e²            while K |e| ≤ F,        e = s − ŝ
//                                      F |e| − F²/2K     beyond: never more than the force F
//   stops                   K_s (S(s − upper) + S(lower − s))
//   S(d)                    0 for d < 0,  d³/6ε up to ε,  ½ d² − ½ ε d + ε²/6 beyond: two continuous derivatives
//
// A damper of strength c is a spring of stiffness c/h to where s was at the start of a step of length h. A motor is a stiff one to where s
// is asked to be at its end. K [N/m or N m/rad], F [N or N m].
#pragma once

#include <limits>

namespace sinew::joints {

struct AxisLaw {
    static constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

    struct Pull {
        double stiffness = 0.0;  ///< K; 0: none
        double target = 0.0;     ///< ŝ
        double most = NO_LIMIT;  ///< F
    };
    struct Derivatives {
        double value = 0.0;
        double first = 0.0;
        double second = 0.0;
    };

    Pull spring, damper, motor;
    double lower = -NO_LIMIT;
    double upper = NO_LIMIT;
    double stop_stiffness = 0.0;  ///< K_s
    double onset = 0.0;           ///< ε, positive where there are stops

    bool has_stops() const { return lower > -NO_LIMIT || upper < NO_LIMIT; }
    Derivatives at(double s) const;
    /// Energy of the spring alone: what is kept from step to step.
    double spring_energy(double s) const;
};

}  // namespace sinew::joints
