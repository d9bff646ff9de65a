// Rods that start inside each other or inside a collider.
//
// Contact pushes them apart in the first steps, which looks like an explosion or at least changes the rest pose. It is
// no error, but a warning names the two objects. Ends that are held are left out: a muscle always
// touches the bone that it hangs on, and the solver does not move them.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "contact/colliders.hpp"
#include "viper/definition/rods_def.hpp"

namespace sinew::viper {

/// Two objects that overlap before the first step.
struct StartOverlap {
    std::string body;   ///< made of rods
    std::string other;  ///< another body, the same one (rods of different groups), or a collider
    bool other_is_collider = false;
    double depth = 0.0;                               ///< of the deepest place [m]
    Eigen::Vector3d place = Eigen::Vector3d::Zero();  ///< there [m]
    std::size_t places = 0;  ///< pairs of pills, or points inside a plane or mesh

    /// One line with both names, the depth and what to do.
    std::string message() const;
};

/// All pairs of objects that overlap by more than a tenth of the thinner radius at `frame`, the deepest first. The
/// definitions must be valid, and mesh colliders stand where they are at `frame`.
std::vector<StartOverlap> find_start_overlaps(std::span<const RodsDef* const> bodies,
                                              const Colliders& colliders, double frame);

}  // namespace sinew::viper
