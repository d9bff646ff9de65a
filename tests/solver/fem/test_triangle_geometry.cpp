#include "fem/triangle_geometry.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "fem/quadrature.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector3d;

/// Six nodes on the surface z(x, y), over the triangle (0,0), (s,0), (0,s).
template <class Surface>
TriangleNodes<6> nodes_on(double s, Surface&& z) {
    TriangleNodes<6> X;
    const double xy[6][2] = {{0, 0}, {s, 0}, {0, s}, {s / 2, 0}, {s / 2, s / 2}, {0, s / 2}};
    for (int a = 0; a < 6; ++a)
        X.col(a) << xy[a][0], xy[a][1], z(xy[a][0], xy[a][1]);
    return X;
}

template <int NODES>
void check_shape_functions() {
    test::Random random(1);
    Vector3d L(0.2, 0.5, 0.3);
    const auto N = triangle_shape_values<NODES>(L);
    const auto d = triangle_shape_derivatives<NODES>(L);
    EXPECT_NEAR(N.sum(), 1.0, 1e-15);
    EXPECT_LT(d.rowwise().sum().norm(), 1e-14);
    const double h = 1e-6;
    for (int alpha = 0; alpha < 2; ++alpha) {
        Vector3d step = Vector3d::Zero();
        step[0] = -h;
        step[1 + alpha] = h;
        const Eigen::Matrix<double, NODES, 1> difference =
            (triangle_shape_values<NODES>(L + step) - triangle_shape_values<NODES>(L - step)) /
            (2.0 * h);
        EXPECT_LT((difference - d.row(alpha).transpose()).norm(), 1e-9);
    }
}

TEST(TriangleShape, FunctionsSumToOneAndHaveTheirDerivatives) {
    check_shape_functions<3>();
    check_shape_functions<6>();
}

TEST(TriangleShape, NodesAreWhereTheirFunctionIsOne) {
    const double at[6][3] = {{1, 0, 0},     {0, 1, 0},     {0, 0, 1},
                             {0.5, 0.5, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}};
    for (int a = 0; a < 6; ++a) {
        const auto N = triangle_shape_values<6>(Vector3d(at[a][0], at[a][1], at[a][2]));
        for (int b = 0; b < 6; ++b)
            EXPECT_EQ(N[b], a == b ? 1.0 : 0.0);
    }
}

TEST(TrianglePoint, FlatTriangleHasItsAreaAndNoCurvature) {
    test::Random random(2);
    const Eigen::Quaterniond Q = random.rotation();
    TriangleNodes<6> X = nodes_on(2.0, [](double, double) { return 0.0; });
    X = (Q.toRotationMatrix() * X).eval();
    const TrianglePoint<6> point(X, Vector3d(0.3, 0.3, 0.4));
    EXPECT_NEAR(point.area, 2.0, 1e-14);
    EXPECT_LT(point.curvature.norm(), 1e-14);
    const Eigen::Matrix3d frame = point.frame.toRotationMatrix();
    EXPECT_LT((frame.col(2) - Q * Vector3d::UnitZ()).norm(), 1e-14);
    // Tangents of the surface itself are t_1 and t_2.
    const Eigen::Matrix<double, 3, 2> tangents = X * point.gradients.transpose();
    EXPECT_LT((tangents - frame.leftCols<2>()).norm(), 1e-13);
    // The frame is the rotation nearest to [a_1 a_2 n]: Jᵀ [t_1 t_2] is symmetric.
    const Eigen::Matrix<double, 3, 2> J =
        X * triangle_shape_derivatives<6>(Vector3d(0.3, 0.3, 0.4)).transpose();
    const Matrix2d M = J.transpose() * frame.leftCols<2>();
    EXPECT_NEAR(M(0, 1), M(1, 0), 1e-13);
}

// b = −∇n: a bowl that opens along its normal has positive curvature.
TEST(TrianglePoint, CurvatureIsThatOfTheSurface) {
    const double k_x = 0.4;
    const double k_y = -0.2;
    const double k_xy = 0.1;
    const auto z = [&](double x, double y) {
        return 0.5 * (k_x * x * x + k_y * y * y) + k_xy * x * y;
    };
    // At the origin, where the surface is level: L = (1, 0, 0).
    const TrianglePoint<6> point(nodes_on(0.5, z), Vector3d(1, 0, 0));
    const Eigen::Matrix<double, 2, 2> t =
        point.frame.toRotationMatrix().topLeftCorner<2, 2>();  // t_j in x and y
    const Matrix2d world = t * point.curvature * t.transpose();
    EXPECT_NEAR(world(0, 0), k_x, 1e-13);
    EXPECT_NEAR(world(1, 1), k_y, 1e-13);
    EXPECT_NEAR(world(0, 1), k_xy, 1e-13);
}

TEST(TrianglePoint, GradientsAreAlongTheSurface) {
    const auto z = [](double x, double y) { return 0.3 * x * x + 0.2 * x * y; };
    const TriangleNodes<6> X = nodes_on(1.0, z);
    const TrianglePoint<6> point(X, Vector3d(0.2, 0.5, 0.3));
    // F = Σ X_a ⊗ ∇N_a is the identity of the tangent plane [shell eq. 8].
    const Eigen::Matrix<double, 3, 2> F = X * point.gradients.transpose();
    EXPECT_LT((F - point.frame.toRotationMatrix().leftCols<2>()).norm(), 1e-14);
}

TEST(TrianglePoint, RefusesATriangleWithoutArea) {
    TriangleNodes<3> X;
    X << 0, 1, 2, 0, 1, 2, 0, 1, 2;
    EXPECT_THROW(TrianglePoint<3>(X, Vector3d(0.3, 0.3, 0.4)), Error);
}

// ∫ over the triangle of 2! i! j!/(i + j + 2)!
TEST(Quadrature, OfATriangleIsExactToDegreeFour) {
    const double factorial[] = {1, 1, 2, 6, 24, 120, 720};
    for (int i = 0; i <= 4; ++i) {
        for (int j = 0; i + j <= 4; ++j) {
            double sum = 0.0;
            for (int p = 0; p < 6; ++p) {
                const auto& L = TRIANGLE_QUADRATURE_4.points[p];
                sum += TRIANGLE_QUADRATURE_4.weights[p] * std::pow(L[1], i) * std::pow(L[2], j);
            }
            EXPECT_NEAR(sum, 2.0 * factorial[i] * factorial[j] / factorial[i + j + 2], 1e-14);
        }
    }
}

}  // namespace
}  // namespace sinew
