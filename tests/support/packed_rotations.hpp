// Rotations at the quadrature points of an element, which the solver keeps side by side in packs.
#pragma once

#include <Eigen/Geometry>

#include "fem/point_lanes.hpp"

namespace sinew::test {

inline void set_point(Quatp& points, int p, const Eigen::Quaterniond& q) {
    points.w.set(p, q.w());
    points.v.x.set(p, q.x());
    points.v.y.set(p, q.y());
    points.v.z.set(p, q.z());
}
inline Eigen::Quaterniond point(const Quatp& points, int p) {
    return {points.w[p], points.v.x[p], points.v.y[p], points.v.z[p]};
}

}  // namespace sinew::test
