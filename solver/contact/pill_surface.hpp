// A pill collider as a surface: what solids, shells and rigid bodies meet.
//
// A pair of contact has one thickness on each side. So a pill whose ends differ is cut into pieces, each as thick as its thicker end and at
// most the share TAPER thicker than the pill is there. A pill without length is a ball.
#pragma once

#include <Eigen/Core>
#include <span>

#include "contact/contact_surface.hpp"
#include "contact/pill_collider.hpp"

namespace sinew {

inline constexpr double TAPER = 0.05;  ///< of the thicker end of a pill [1]

/// At rest.
ContactSurface pill_surface(const PillColliderDef& def);

/// Where the points of the surface are at `frame` [m]. `rest` has those of pill_surface.
void place_pills(const PillCollider& collider, double frame, std::span<const Eigen::Vector3d> rest,
                 std::span<Eigen::Vector3d> out);

/// How much thicker than at rest the pills are: a mover that scales scales the radii too [1].
double pill_growth(const PillCollider& collider, double frame);

}  // namespace sinew
