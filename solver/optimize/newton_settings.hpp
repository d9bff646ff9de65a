// How Newton's method is run.
#pragma once

#include "potential/potential.hpp"

namespace sinew {

struct NewtonSettings {
    /// Unbalanced force on a node, relative to the forces on the object that it belongs to [1].
    double tolerance = 1e-6;
    int max_iterations = 50;
    /// Elastic Hessians as they are by default: projecting them multiplies the iterations.
    PsdProjection projection = PsdProjection::None;
    /// Take a direction from an indefinite matrix as long as it descends. In a time step that is what converges fastest;
    /// in a static problem it may end at an equilibrium that is not stable.
    bool accept_indefinite = true;
    /// The smallest shift of a matrix that gives no descent, as a share of its diagonal blocks [1].
    double smallest_shift = 1e-4;
};

}  // namespace sinew
