#include "joints/attachment_element.hpp"

#include <Eigen/Geometry>
#include <array>

namespace sinew::joints {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Vec12 = AttachmentElement::Vec;
using Mat12 = AttachmentElement::Mat;

namespace {

Matrix3d cross_matrix(const Vector3d& v) {
    Matrix3d m;
    m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
    return m;
}

Vector3d corner(const Vec12& y, int i) {
    return y.segment<3>(3L * i);
}

/// Of the point, and of the corners.
std::array<double, 4> weights_of(const AttachmentElement& element) {
    const Vector3d& b = element.coordinates;
    return {1.0, -b[0], -b[1], -b[2]};
}

/// The derivatives of a function of p = y₀ − y₁, e₁ and e₂ are those by the four points.
constexpr std::array<std::array<double, 4>, 3> EDGES = {
    {{1, -1, 0, 0}, {0, -1, 1, 0}, {0, -1, 0, 1}}};

using Vec9 = Eigen::Matrix<double, 9, 1>;
using Mat9 = Eigen::Matrix<double, 9, 9>;

Vec9 stacked(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
    Vec9 v;
    v.segment<3>(0) = a;
    v.segment<3>(3) = b;
    v.segment<3>(6) = c;
    return v;
}

/// h by p, e₁ and e₂.
struct Height {
    double value = 0.0;
    Vec9 g;
    Mat9 H;

    Height(const Vector3d& p, const Vector3d& e1, const Vector3d& e2) {
        const Vector3d c = e1.cross(e2);
        const double N = c.norm();
        const Vector3d n = c / N;
        const double D = p.dot(c);
        value = D / N;
        // D is linear in each of the three, N depends on two.
        const Vec9 dD = stacked(c, e2.cross(p), p.cross(e1));
        const Vec9 dN = stacked(Vector3d::Zero(), e2.cross(n), n.cross(e1));
        g = dD / N - D / (N * N) * dN;
        Mat9 ddD = Mat9::Zero();
        const auto set = [](Mat9& M, int a, int b, const Matrix3d& block) {
            M.block<3, 3>(3L * a, 3L * b) = block;
            M.block<3, 3>(3L * b, 3L * a) = block.transpose();
        };
        set(ddD, 0, 1, -cross_matrix(e2));
        set(ddD, 0, 2, cross_matrix(e1));
        set(ddD, 1, 2, -cross_matrix(p));
        // c by e₁ and e₂: −[e₂], [e₁]. N = |c|: its second derivative is (1 − n nᵀ)/N, and that of c·n with n held.
        Eigen::Matrix<double, 3, 9> dc = Eigen::Matrix<double, 3, 9>::Zero();
        dc.block<3, 3>(0, 3) = -cross_matrix(e2);
        dc.block<3, 3>(0, 6) = cross_matrix(e1);
        Mat9 ddN = dc.transpose() * ((Matrix3d::Identity() - n * n.transpose()) / N) * dc;
        Mat9 turned = Mat9::Zero();
        set(turned, 1, 2, -cross_matrix(n));
        ddN += turned;
        H = ddD / N - (dD * dN.transpose() + dN * dD.transpose()) / (N * N) - D / (N * N) * ddN +
            2.0 * D / (N * N * N) * dN * dN.transpose();
    }
};

Height height_of(const Vec12& y) {
    return {corner(y, 0) - corner(y, 1), corner(y, 2) - corner(y, 1), corner(y, 3) - corner(y, 1)};
}

Vector3d difference(const AttachmentElement& element, const Vec12& y) {
    Vector3d v = Vector3d::Zero();
    const std::array<double, 4> w = weights_of(element);
    for (int i = 0; i < 4; ++i)
        if (w[i] != 0.0) v += w[i] * corner(y, i);
    return v;
}

}  // namespace

Vector3d AttachmentElement::offset(const Vec12& y) const {
    Vector3d v = difference(*this, y);
    if (height == 0.0) return v;
    const Vector3d n =
        (corner(y, 2) - corner(y, 1)).cross(corner(y, 3) - corner(y, 1)).normalized();
    return v - height * n;
}

double AttachmentElement::value(const Vec12& y) const {
    return 0.5 * stiffness * offset(y).squaredNorm();
}

double AttachmentElement::gradient(const Vec12& y, Vec12& g) const {
    const std::array<double, 4> w = weights_of(*this);
    const Vector3d v = difference(*this, y);
    for (int i = 0; i < 4; ++i)
        g.segment<3>(3L * i) = stiffness * w[i] * v;
    if (height == 0.0) return value(y);
    const Height h = height_of(y);
    for (int edge = 0; edge < 3; ++edge) {
        for (int i = 0; i < 4; ++i)
            g.segment<3>(3L * i) -= stiffness * height * EDGES[edge][i] * h.g.segment<3>(3L * edge);
    }
    return value(y);
}

double AttachmentElement::hessian(const Vec12& y, Vec12& g, Mat12& H) const {
    const std::array<double, 4> w = weights_of(*this);
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j)
            H.block<3, 3>(3L * i, 3L * j) = stiffness * w[i] * w[j] * Matrix3d::Identity();
    }
    if (height == 0.0) return gradient(y, g);
    Eigen::Matrix<double, 9, 12> J = Eigen::Matrix<double, 9, 12>::Zero();
    for (int edge = 0; edge < 3; ++edge) {
        for (int i = 0; i < 4; ++i)
            J.block<3, 3>(3L * edge, 3L * i).diagonal().setConstant(EDGES[edge][i]);
    }
    H -= stiffness * height * J.transpose() * height_of(y).H * J;
    return gradient(y, g);
}

}  // namespace sinew::joints
