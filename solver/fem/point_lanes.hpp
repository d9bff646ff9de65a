// Vectors and matrices whose four lanes are the quadrature points, or the nodes, of one element.
#pragma once

#include <Eigen/Core>

#include "math/lane_geometry.hpp"
#include "math/pack.hpp"

namespace sinew {

using Vec3p = Vec3<Pack>;
using Mat3p = Mat3<Pack>;
using Quatp = Quat<Pack>;

/// The same vector or matrix in all lanes.
template <class Derived>
[[gnu::always_inline]] inline Vec3p in_all_lanes(const Eigen::MatrixBase<Derived>& v) {
    EIGEN_STATIC_ASSERT_VECTOR_SPECIFIC_SIZE(Derived, 3);
    return {v[0], v[1], v[2]};
}
[[gnu::always_inline]] inline Mat3p in_all_lanes(const Eigen::Matrix3d& m) {
    Mat3p out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out.m[i][j] = m(i, j);
    }
    return out;
}

/// Sums over the lanes.
[[gnu::always_inline]] inline Eigen::Vector3d sum(const Vec3p& v) {
    return {sum(v.x), sum(v.y), sum(v.z)};
}
[[gnu::always_inline]] inline Eigen::Matrix3d sum(const Mat3p& m) {
    Eigen::Matrix3d out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out(i, j) = sum(m.m[i][j]);
    }
    return out;
}

[[gnu::always_inline]] inline Eigen::Vector3d lane(const Vec3p& v, int i) {
    return {v.x[i], v.y[i], v.z[i]};
}
[[gnu::always_inline]] inline Eigen::Matrix3d lane(const Mat3p& m, int k) {
    Eigen::Matrix3d out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out(i, j) = m.m[i][j][k];
    }
    return out;
}

}  // namespace sinew
