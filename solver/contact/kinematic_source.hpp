// KinematicSource: a body that is solved by itself, before solids, shells and rigid bodies, and stops these like a collider.
//
// In a step it goes from where it was to where it was solved to be. It does not feel what it stops.
#pragma once

#include <Eigen/Core>
#include <span>

#include "contact/contact_surface.hpp"

namespace sinew {

class KinematicSource {
public:
    virtual ~KinematicSource() = default;
    /// Without points that ride on unknowns; without anything: it meets nobody.
    virtual ContactSurface kinematic_surface() const = 0;
    /// Where its points are at the start of the step, and where they were solved to be at its end [m].
    virtual void surface_at_start(std::span<Eigen::Vector3d> out) const = 0;
    virtual void surface_at_end(std::span<Eigen::Vector3d> out) const = 0;
    /// Radii of its points in the step: the larger of both ends [m].
    virtual void surface_radii(std::span<double> out) const = 0;
};

}  // namespace sinew
