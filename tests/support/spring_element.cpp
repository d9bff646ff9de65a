#include "support/spring_element.hpp"

namespace sinew::test {

double SpringElement::value(const Vec& q) const {
    const Eigen::Vector3d d = span_0 + q.tail<3>() - q.head<3>();
    const double stretch = d.norm() - length;
    return 0.5 * stiffness * stretch * stretch;
}

double SpringElement::gradient(const Vec& q, Vec& g) const {
    const Eigen::Vector3d d = span_0 + q.tail<3>() - q.head<3>();
    const double stretch = d.norm() - length;
    g.tail<3>() = stiffness * stretch * d.normalized();
    g.head<3>() = -g.tail<3>();
    return 0.5 * stiffness * stretch * stretch;
}

double SpringElement::hessian(const Vec& q, Vec& g, Mat& H) const {
    const Eigen::Vector3d d = span_0 + q.tail<3>() - q.head<3>();
    const Eigen::Vector3d n = d.normalized();
    const double stretch = d.norm() - length;
    const Eigen::Matrix3d nn = n * n.transpose();
    const Eigen::Matrix3d K =
        stiffness * (nn + (stretch / d.norm()) * (Eigen::Matrix3d::Identity() - nn));
    H << K, -K, -K, K;
    return gradient(q, g);
}

}  // namespace sinew::test
