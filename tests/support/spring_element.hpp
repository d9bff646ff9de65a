// A spring between two points: the simplest element, for tests of what elements go through.
#pragma once

#include <Eigen/Core>

namespace sinew::test {

/// Ψ = ½ k (|d| − l)², d the vector between the end points. Under compression its Hessian is indefinite.
struct SpringElement {
    static constexpr int BLOCKS = 2;  // u0 u1: increments of the two end points
    using Vec = Eigen::Matrix<double, 6, 1>;
    using Mat = Eigen::Matrix<double, 6, 6>;

    double value(const Vec& q) const;
    double gradient(const Vec& q, Vec& g) const;
    double hessian(const Vec& q, Vec& g, Mat& H) const;

    Eigen::Vector3d span_0 = Eigen::Vector3d::UnitX();  ///< d at the start of the step [m]
    double length = 1.0;                                ///< l [m]
    double stiffness = 1.0;                             ///< k [N/m]
};

}  // namespace sinew::test
