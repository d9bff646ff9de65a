// Inputs and results of one time step.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace sinew {

/// One step of the time integrator.
struct StepInfo {
    double dt = 0.0;       ///< [s]
    double frame_0 = 0.0;  ///< scene frame at the start of the step; between frames in substeps
    double frame_1 = 0.0;  ///< scene frame at its end: animated inputs are sampled here
    Eigen::Vector3d gravity = Eigen::Vector3d::Zero();  ///< [m/s²]
    int halvings = 0;          ///< how often it was shortened because a longer step failed
    bool is_shortest = false;  ///< it cannot be shortened again
};

/// How a solve ended.
enum class StepOutcome {
    Converged,            ///< the residual is within the tolerance
    Tolerated,            ///< above the tolerance, but near enough to it to go on
    MaxIterations,        ///< the residual was still above the tolerance
    LineSearchFailed,     ///< no decrease along the direction
    InvalidInitialState,  ///< energy or force not finite before the first iteration
    NotFinite,            ///< the result has a NaN or infinity
    Cancelled,
};

std::string_view to_string(StepOutcome outcome);

/// Whether the state that was found becomes that of the world.
constexpr bool is_accepted(StepOutcome outcome) {
    return outcome == StepOutcome::Converged || outcome == StepOutcome::Tolerated;
}

/// Result of one solve of one system.
struct SolveReport {
    StepOutcome outcome = StepOutcome::Converged;
    int iterations = 0;     ///< largest count over the parts solved independently
    double residual = 0.0;  ///< largest force residual relative to the forces in the scene [1]
    std::string worst;      ///< which object is worst, and where; empty when converged
};

/// Energies of a body [J].
struct Energies {
    double kinetic = 0.0;
    double elastic = 0.0;
    double contact = 0.0;
    double gravity = 0.0;

    Energies& operator+=(const Energies& other) {
        kinetic += other.kinetic;
        elastic += other.elastic;
        contact += other.contact;
        gravity += other.gravity;
        return *this;
    }
};

/// How far pins let what they hold get away. NaN where nothing is held.
struct PinErrors {
    double distance = std::numeric_limits<double>::quiet_NaN();  ///< [m]
    double angle = std::numeric_limits<double>::quiet_NaN();     ///< [rad]
};

/// Measures of a body at the end of a frame. NaN where it does not apply.
struct BodyMeasures {
    static constexpr double NONE = std::numeric_limits<double>::quiet_NaN();
    Energies energy;
    double min_distance = NONE;   ///< smallest gap to a collider [m]; negative is penetration
    double volume_change = NONE;  ///< largest |V/V_rest − 1| [1]
    PinErrors pins;               ///< the largest
};

/// Two objects that stand in each other; the same twice: one that goes through itself.
struct TangledPair {
    std::string first;
    std::string second;
    std::size_t places = 0;  ///< edges that go through triangles, points inside, pairs that touch
    Eigen::Vector3d place = Eigen::Vector3d::Zero();  ///< of one of them [m]
};

}  // namespace sinew
