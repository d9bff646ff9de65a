#include "solids/micropolar_curvature.hpp"

#include <gtest/gtest.h>

#include "tet_cases.hpp"

namespace sinew::solids {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using test::eigen;
using test::mat3;
using test::quat;

MicropolarCurvature<double> curvature_of(const CurvatureModuli& moduli,
                                         const NodeGradients& gradients, const Matrix3d& Gamma_0,
                                         const Quaterniond& point, const Quaterniond (&nodes)[4]) {
    const Quat<double> q[4] = {quat(nodes[0]), quat(nodes[1]), quat(nodes[2]), quat(nodes[3])};
    return {moduli, gradients, Gamma_0, quat(point), q};
}

// The field R(X) = Q exp(K X) has the curvature K at X = 0, whatever Q.
TEST(MicropolarCurvature, OfAKnownRotationField) {
    test::Random random(4);
    Matrix3d K;
    K << 1, 2, -3, 0.5, -1, 2, 4, 1, 0.3;
    const CurvatureModuli moduli{.law = CurvatureLaw::Isotropic, .symmetric = 1.0};
    const Quaterniond Q = random.rotation();
    double before = 0.0;
    for (const double size : {0.04, 0.02, 0.01}) {
        // A tetrahedron around the origin.
        TetCorners X{size * Vector3d(-1, -1, -1), size * Vector3d(2, 0, 0),
                     size * Vector3d(0, 2, 0.5), size * Vector3d(0, 0.1, 3)};
        Quaterniond nodes[4];
        for (int a = 0; a < 4; ++a)
            nodes[a] = Q * exp_quaternion(K * X[a]);
        const TetGeometry geometry(X);
        const auto curvature = curvature_of(moduli, geometry.gradients, Matrix3d::Zero(), Q, nodes);
        const double error = (eigen(curvature.curvature()) - K).norm();
        if (before > 0.0) {
            // Opposite corners are not symmetric here, so first or second order.
            EXPECT_LT(error, 0.6 * before);
        }
        before = error;
    }
    EXPECT_LT(before, 0.02);
}

// A twist about z by 0.3 rad/m, nodes 1 m apart along z: Γ_zz = 2 sin(0.15) by [eq. 27, 28] seen from the lower node.
TEST(MicropolarCurvature, OfATwistIsKnownByHand) {
    const TetGeometry corner(
        {Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(0, 1, 0), Vector3d(0, 0, 1)});
    const Quaterniond one = Quaterniond::Identity();
    const Quaterniond nodes[4] = {one, one, one, exp_quaternion({0, 0, 0.3})};
    const CurvatureModuli moduli{.law = CurvatureLaw::Isotropic, .symmetric = 1.0};
    const auto curvature = curvature_of(moduli, corner.gradients, Matrix3d::Zero(), one, nodes);
    Matrix3d expected = Matrix3d::Zero();
    expected(2, 2) = 2.0 * std::sin(0.15);
    EXPECT_LT((eigen(curvature.curvature()) - expected).norm(), 1e-15);
}

TEST(MicropolarCurvature, EnergiesAreEquationsTwelveAndFourteen) {
    test::Random random(5);
    const Matrix3d Gamma = test::random_matrix(random);
    const Matrix3d sym = 0.5 * (Gamma + Gamma.transpose());
    const Matrix3d skew = 0.5 * (Gamma - Gamma.transpose());
    // Rotations all alike: what is left is −Γ₀.
    const TetGeometry geometry = test::random_tet(random);
    const Quaterniond q = random.rotation();
    const Quaterniond nodes[4] = {q, q, q, q};
    const auto energy = [&](const CurvatureModuli& moduli) {
        return curvature_of(moduli, geometry.gradients, -Gamma, q, nodes).value();
    };
    EXPECT_NEAR(energy({.law = CurvatureLaw::Isotropic, .symmetric = 1.0}), sym.squaredNorm(),
                1e-14);
    EXPECT_NEAR(energy({.law = CurvatureLaw::Isotropic, .skew = 1.0}), skew.squaredNorm(), 1e-14);
    EXPECT_NEAR(energy({.law = CurvatureLaw::Isotropic, .trace = 1.0}),
                Gamma.trace() * Gamma.trace(), 1e-14);
    const Matrix3d K = test::random_matrix(random).cwiseAbs();
    EXPECT_NEAR(energy({.law = CurvatureLaw::Orthotropic, .stiffness = K}),
                K.cwiseProduct(Gamma.cwiseProduct(Gamma)).sum(), 1e-14);
}

// [Ψ orthotropic with all C_ij equal to c] = c|Γ|², as isotropic with a = b = c.
TEST(MicropolarCurvature, LawsMeetWhereTheyOverlap) {
    test::Random random(6);
    const TetGeometry geometry = test::random_tet(random);
    const Quaterniond point = random.rotation();
    Quaterniond nodes[4];
    for (Quaterniond& node : nodes)
        node = exp_quaternion(random.vector3(0.5)) * point;
    const Matrix3d Gamma_0 = test::random_matrix(random);
    const CurvatureModuli isotropic{.law = CurvatureLaw::Isotropic, .symmetric = 0.7, .skew = 0.7};
    const CurvatureModuli orthotropic{.law = CurvatureLaw::Orthotropic,
                                      .stiffness = Matrix3d::Constant(0.7)};
    const auto a = curvature_of(isotropic, geometry.gradients, Gamma_0, point, nodes);
    const auto b = curvature_of(orthotropic, geometry.gradients, Gamma_0, point, nodes);
    EXPECT_NEAR(a.value(), b.value(), 1e-14);
    Vec3<double> torques[4];
    for (int k = 0; k < 4; ++k)
        torques[k] = a.node_torque(k);
    CurvatureHessian<double> Ha;
    CurvatureHessian<double> Hb;
    a.hessian(torques, Ha);
    b.hessian(torques, Hb);
    EXPECT_LT((eigen(Ha.point) - eigen(Hb.point)).norm(), 1e-13);
    EXPECT_LT((eigen(Ha.nodes[3][1]) - eigen(Hb.nodes[3][1])).norm(), 1e-13);
}

}  // namespace
}  // namespace sinew::solids
