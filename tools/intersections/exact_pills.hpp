// Whether tapered capsules intersect each other, triangles and half-planes, decided exactly.
//
// A pill is the union of balls at c(t) with radius r(t), both linear in t from 0 to 1: the hull of the balls at its ends.
// Numbers are doubles, taken as they are. Interval arithmetic decides clear cases, rational numbers the others.
#pragma once

#include "scene.hpp"

namespace judge {

struct Pill {
    std::array<Point, 2> ends;
    std::array<double, 2> radii;  ///< not negative
};

/// True if the pills share a point. Touching counts.
bool pills_intersect(const Pill& a, const Pill& b);

/// True if the pill and the triangle, which may be degenerate, share a point. Touching counts.
bool pill_intersects_triangle(const Pill& pill, const std::array<Point, 3>& triangle);

/// True if a point of the ball lies outside of the half-plane's allowed side. Touching does not count.
bool ball_is_below(const Point& centre, double radius, const HalfPlane& plane);

}  // namespace judge
