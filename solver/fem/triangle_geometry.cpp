#include "fem/triangle_geometry.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace sinew {

using Eigen::Matrix;
using Eigen::Matrix2d;
using Eigen::Vector3d;

namespace {

/// ∂L/∂ξ: column k is the derivative of L_k.
Matrix<double, 2, 3> corner_derivatives() {
    Matrix<double, 2, 3> d;
    d << -1.0, 1.0, 0.0, -1.0, 0.0, 1.0;
    return d;
}

/// Second derivatives of the surface, a_α,β; zero in a flat triangle.
template <int NODES>
struct SecondDerivatives {
    Vector3d along[2][2];

    explicit SecondDerivatives(const TriangleNodes<NODES>& rest) {
        const Matrix<double, 2, 3> d = corner_derivatives();
        for (int alpha = 0; alpha < 2; ++alpha) {
            for (int beta = 0; beta < 2; ++beta) {
                Vector3d sum = Vector3d::Zero();
                if constexpr (NODES == 6) {
                    for (int k = 0; k < 3; ++k) {
                        const int next = (k + 1) % 3;
                        sum += 4.0 * d(alpha, k) * d(beta, k) * rest.col(k);
                        sum += 4.0 * (d(alpha, k) * d(beta, next) + d(beta, k) * d(alpha, next)) *
                               rest.col(3 + k);
                    }
                }
                along[alpha][beta] = sum;
            }
        }
    }
};

/// The rotation nearest to [a_1 a_2 n]: tangents across each other, turned in their plane until Jᵀ [t_1 t_2] is symmetric.
Eigen::Quaterniond frame_of(const Matrix<double, 3, 2>& J, const Vector3d& n) {
    const Vector3d first = J.col(0).normalized();
    Eigen::Matrix3d axes;
    axes << first, n.cross(first), n;
    const Matrix2d local = axes.leftCols<2>().transpose() * J;
    const double turn = std::atan2(local(1, 0) - local(0, 1), local(0, 0) + local(1, 1));
    return (Eigen::Quaterniond(axes) * Eigen::AngleAxisd(turn, Vector3d::UnitZ())).normalized();
}

}  // namespace

template <int NODES>
Matrix<double, NODES, 1> triangle_shape_values(const Vector3d& L) {
    if constexpr (NODES == 3) {
        return L;
    } else {
        Matrix<double, 6, 1> N;
        for (int k = 0; k < 3; ++k) {
            N[k] = L[k] * (2.0 * L[k] - 1.0);
            N[3 + k] = 4.0 * L[k] * L[(k + 1) % 3];
        }
        return N;
    }
}

template <int NODES>
Matrix<double, 2, NODES> triangle_shape_derivatives(const Vector3d& L) {
    if constexpr (NODES == 3) {
        return corner_derivatives();
    } else {
        const Matrix<double, 2, 3> d = corner_derivatives();
        Matrix<double, 2, 6> out;
        for (int k = 0; k < 3; ++k) {
            const int next = (k + 1) % 3;
            out.col(k) = (4.0 * L[k] - 1.0) * d.col(k);
            out.col(3 + k) = 4.0 * (L[k] * d.col(next) + L[next] * d.col(k));
        }
        return out;
    }
}

template <int NODES>
TrianglePoint<NODES>::TrianglePoint(const TriangleNodes<NODES>& rest, const Vector3d& barycentric) {
    const Matrix<double, 2, NODES> by_parameters = triangle_shape_derivatives<NODES>(barycentric);
    const Matrix<double, 3, 2> J = rest * by_parameters.transpose();
    const Vector3d across = J.col(0).cross(J.col(1));
    const double density = across.norm();
    const double longest = std::max(J.col(0).squaredNorm(), J.col(1).squaredNorm());
    if (!(density > 1e-14 * longest) || !std::isfinite(longest))
        throw Error(ErrorCode::InvalidArgument, "a triangle of the shell has no area");
    area = 0.5 * density;
    const Vector3d n = across / density;
    frame = frame_of(J, n);
    // J in the frame is 2×2; surface gradients in the frame are J⁻ᵀ of those by the parameters.
    const Matrix<double, 3, 2> t = frame.toRotationMatrix().leftCols<2>();
    const Matrix2d local = t.transpose() * J;
    const Matrix2d inverse = local.inverse();
    gradients = inverse.transpose() * by_parameters;
    corner_gradients = inverse.transpose() * corner_derivatives();
    const SecondDerivatives<NODES> second(rest);
    Matrix2d covariant;
    for (int alpha = 0; alpha < 2; ++alpha) {
        for (int beta = 0; beta < 2; ++beta)
            covariant(alpha, beta) = n.dot(second.along[alpha][beta]);
    }
    curvature = inverse.transpose() * covariant * inverse;
}

template Matrix<double, 3, 1> triangle_shape_values<3>(const Vector3d&);
template Matrix<double, 6, 1> triangle_shape_values<6>(const Vector3d&);
template Matrix<double, 2, 3> triangle_shape_derivatives<3>(const Vector3d&);
template Matrix<double, 2, 6> triangle_shape_derivatives<6>(const Vector3d&);
template struct TrianglePoint<3>;
template struct TrianglePoint<6>;

}  // namespace sinew
