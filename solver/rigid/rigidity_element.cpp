#include "rigid/rigidity_element.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "math/nearest_rotation.hpp"

namespace sinew::rigid {

using Eigen::Map;
using Eigen::Matrix3d;
using Vec = RigidityElement::Vec;

namespace {

/// A curve is followed while lengths change by less than this factor.
constexpr double SMALLEST_STRETCH = 0.01;

Matrix3d strain(const Matrix3d& A) {
    return 0.5 * (A.transpose() * A - Matrix3d::Identity());
}

Matrix3d symmetric(const Matrix3d& M) {
    return 0.5 * (M + M.transpose());
}

}  // namespace

double RigidityElement::value(const Vec& x) const {
    return 0.5 * stiffness * strain(axes(x)).squaredNorm();
}

double RigidityElement::gradient(const Vec& x, Vec& g) const {
    const Matrix3d A = axes(x);
    const Matrix3d E = strain(A);
    Map<Matrix3d>(g.data()) = stiffness / length * A * E;
    return 0.5 * stiffness * E.squaredNorm();
}

double RigidityElement::hessian(const Vec& x, Vec& g, Mat& H) const {
    const Matrix3d A = axes(x);
    const Matrix3d E = strain(A);
    const double k = stiffness / (length * length);
    const Matrix3d squares = A * A.transpose();
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) {
            // By column j of A, of the gradient by column i.
            Matrix3d block = 0.5 * A.col(j) * A.col(i).transpose();
            block.diagonal().array() += E(i, j);
            if (i == j) block += 0.5 * squares;
            H.block<3, 3>(3L * i, 3L * j) = k * block;
        }
    }
    Map<Matrix3d>(g.data()) = stiffness / length * A * E;
    return 0.5 * stiffness * E.squaredNorm();
}

Vec RigidityElement::bent(const Vec& x, const Vec& dx, double t) const {
    Vec straight = x + t * dx;
    const Matrix3d A = axes(x);
    const Matrix3d dA = Map<const Matrix3d>(dx.data()) / length;
    const Matrix3d there = axes(straight);
    const Matrix3d C = Matrix3d::Identity() + 2.0 * (strain(A) + t * symmetric(A.transpose() * dA));
    const Eigen::SelfAdjointEigenSolver<Matrix3d> parts(C);
    if (!C.allFinite() || !(parts.eigenvalues().minCoeff() > SMALLEST_STRETCH) ||
        !(there.determinant() > SMALLEST_STRETCH))
        return straight;
    const Matrix3d R = nearest_rotation(there).toRotationMatrix();
    const Matrix3d bent = R * parts.operatorSqrt();
    Vec result;
    Map<Matrix3d>(result.data()) = length * (bent - start);
    return result;
}

}  // namespace sinew::rigid
