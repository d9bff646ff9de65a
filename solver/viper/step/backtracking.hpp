// Backtracking: the line search of rods. A step along Newton's direction is halved until the energy does not rise.
//
// Directions of rods come from positive definite matrices, so they descend, and a step that does not raise the energy is accepted.
// Implicit bodies ask for a share of the decrease that the slope promises (optimize/line_search.hpp), as their matrices may be indefinite.
#pragma once

#include <cmath>

namespace sinew::viper {

class Backtracking {
public:
    enum class Verdict {
        Accepted,  ///< the energy is the one to compare with from now on
        Refused,   ///< try again with alpha()
        GivenUp,  ///< no share of the step lowers the energy; alpha() is 0: stay where the direction began
    };

    /// Energies that differ by less than this share are equal; steps of less than `smallest_alpha` are not tried.
    Backtracking(double round_off, double smallest_alpha)
        : m_round_off(round_off), m_smallest_alpha(smallest_alpha) {}

    /// A new direction, of which at most `alpha` is taken: the next energy is that of a trial.
    void begin(double alpha) {
        m_alpha = alpha;
        m_is_trial = true;
    }
    /// Of the iterate under trial, or of the very first one, which is accepted as it is. NaN is refused.
    Verdict judge(double energy) {
        if (m_is_trial && !(energy <= m_energy + m_round_off * std::abs(m_energy))) {
            m_alpha *= 0.5;
            if (m_alpha >= m_smallest_alpha) return Verdict::Refused;
            m_alpha = 0.0;
            return Verdict::GivenUp;
        }
        m_energy = energy;
        m_is_trial = false;
        return Verdict::Accepted;
    }

    /// The current iterate may still be refused.
    bool is_trial() const { return m_is_trial; }
    /// Share of the direction to take.
    double alpha() const { return m_alpha; }
    /// Of the last accepted iterate [J].
    double energy() const { return m_energy; }

private:
    double m_round_off;
    double m_smallest_alpha;
    double m_energy = 0.0;
    double m_alpha = 1.0;
    bool m_is_trial = false;
};

}  // namespace sinew::viper
