// ContactSurface: what contact sees of a body or a collider, whatever it is made of.
//
// A surface has points that ride on the unknowns of its owner, and triangles and edges between them. A point is the centre of a ball
// of its radius, so the surface is as thick as the body there.
//
// Points and edges in no triangle are balls and pills. A pill is as thick as the thicker of its ends.
//
// A half-plane is a kinematic surface of one point, any point of the plane, with a normal.
#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

#include "contact/contact_filter.hpp"
#include "potential/block_range.hpp"
#include "potential/node_points.hpp"

namespace sinew {

struct ContactSurface {
    std::string name;                     ///< of its owner, for messages
    std::vector<Eigen::Vector3d> rest{};  ///< where its points are at rest [m]
    /// How they ride on the blocks of `range`; none: nothing but animation moves the surface.
    std::vector<NodePoint> points{};
    BlockRange range{};
    std::vector<std::array<int, 3>> triangles{};
    std::vector<std::array<int, 2>> edges{};  ///< in no triangle
    std::vector<double> radii{};              ///< of the points [m]
    /// Coefficients of friction of the points: of rest, and while it slides [1]; empty: none.
    std::vector<double> friction{};
    std::vector<double> sliding_friction{};
    double reach = 0.0;      ///< distance between surfaces below which they push each other [m]
    ContactFilter filter{};  ///< whom it meets of those, and when
    bool meets_itself = false;
    bool meets_others = true;  ///< false: only half-planes and what stops all, whatever others say
    bool stops_all = false;    ///< meets every body, as half-planes do
    /// So many points at the end are in no triangle and meet half-planes only.
    int samples = 0;
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();  ///< of a half-plane, of unit length

    bool is_kinematic() const { return points.empty(); }
    bool is_plane() const { return !normal.isZero(0.0); }
};

/// Reach of a surface: small against the body and against its triangles [m].
double contact_reach(const ContactSurface& surface);

}  // namespace sinew
