#include "solids/micropolar_tet.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "math/nearest_rotation.hpp"
#include "support/dense_algebra.hpp"
#include "support/element_checks.hpp"
#include "tet_cases.hpp"

namespace sinew::solids {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using test::eigen;
using test::quat;
using Vec = MicropolarTet::Vec;
using Mat = MicropolarTet::Mat;

/// Large motion and turns of up to two radians in one step.
Vec random_unknowns(test::Random& random) {
    Vec q;
    q << random.vector(12, 0.1), random.vector(12, 1.2);
    return q;
}

/// Everything, history too, turned by Q; unknowns likewise.
MicropolarTet turned(const MicropolarTet& tet, const Quaterniond& Q) {
    MicropolarTet out = tet;
    out.F_0 = Q.toRotationMatrix() * tet.F_0;
    for (int a = 0; a < 4; ++a) {
        out.node_rotations[a] = quat(Q) * tet.node_rotations[a];
        test::set_point(out.point_rotations, a, Q * test::point(tet.point_rotations, a));
    }
    return out;
}
Vec turned(const Vec& q, const Quaterniond& Q) {
    Vec out;
    for (int a = 0; a < 8; ++a)
        out.segment<3>(3L * a) = Q * Vector3d(q.segment<3>(3L * a));
    return out;
}

TEST(MicropolarTet, IsZeroAtRest) {
    test::Random random(1);
    for (const auto& [name, material] : test::materials()) {
        SCOPED_TRACE(name);
        MicropolarTet tet(test::random_tet(random), material);
        tet.set_axes(random.rotation(), random.rotation());
        Vec g;
        EXPECT_LT(tet.gradient(Vec::Zero(), g), 1e-30);
        EXPECT_LT(g.norm(), 3e-15);
    }
}

TEST(MicropolarTet, DerivativesMatchFiniteDifferences) {
    test::Random random(2);
    for (const auto& [name, material] : test::materials()) {
        SCOPED_TRACE(name);
        for (int i = 0; i < 3; ++i) {
            test::check_element(test::random_micropolar_tet(random, material),
                                random_unknowns(random));
        }
    }
}

TEST(MicropolarTet, StressCanBeAnUnknown) {
    test::Random random(12);
    for (const auto& [name, material] : test::materials()) {
        SCOPED_TRACE(name);
        const MicropolarTet tet = test::random_micropolar_tet(random, material);
        const Vec q = random_unknowns(random);
        test::check_stress(tet, q, random_unknowns(random));
        // Energies of F alone and of curvature keep their own stress.
        const bool stretch_alone = material.stretch_law == StretchLaw::Linear &&
                                   material.curvature.law == CurvatureLaw::None;
        if (stretch_alone) test::check_unstressed(tet, q);
    }
}

TEST(MicropolarTet, IsInvariantUnderRigidMotion) {
    test::Random random(5);
    for (const auto& [name, material] : test::materials()) {
        SCOPED_TRACE(name);
        const MicropolarTet tet = test::random_micropolar_tet(random, material);
        const Vec q = random_unknowns(random);
        const Quaterniond Q = random.rotation();
        Vec g;
        Vec g_turned;
        const double value = tet.gradient(q, g);
        EXPECT_NEAR(turned(tet, Q).gradient(turned(q, Q), g_turned), value,
                    1e-14 * (1.0 + std::abs(value)));
        EXPECT_LT((g_turned - turned(g, Q)).norm(), 1e-13 * (1.0 + g.norm()));
        // A translation over the step.
        Vec moved = q;
        for (int a = 0; a < 4; ++a)
            moved.segment<3>(3L * a) += Vector3d(3, -2, 1);
        EXPECT_NEAR(tet.value(moved), value, 1e-13 * (1.0 + std::abs(value)));
    }
}

// The step itself is a rigid rotation of a body at rest: no energy, no force.
TEST(MicropolarTet, CostsNothingToTurn) {
    test::Random random(6);
    const Vector3d theta = random.vector3(2.0);
    const Matrix3d Q = updated_quaternion(Quaterniond::Identity(), theta, 1.0).toRotationMatrix();
    const TetCorners rest{Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(0.2, 1, 0),
                          Vector3d(0, 0.1, 0.9)};
    for (const auto& [name, material] : test::materials()) {
        SCOPED_TRACE(name);
        MicropolarTet tet(TetGeometry(rest), material);
        tet.set_axes(random.rotation(), random.rotation());
        Vec q;
        for (int a = 0; a < 4; ++a) {
            q.segment<3>(3L * a) = Q * rest[a] - rest[a];
            q.segment<3>(12 + 3L * a) = theta;
        }
        Vec g;
        EXPECT_LT(tet.gradient(q, g), 1e-14);
        EXPECT_LT(g.norm(), 3e-15);
    }
}

// Forces and torques of an isolated element balance: ∂Ψ/∂x sums to zero, and with the arms so do the torques.
TEST(MicropolarTet, BalancesForcesAndTorques) {
    test::Random random(7);
    const TetCorners rest{Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(0.2, 1, 0),
                          Vector3d(0, 0.1, 0.9)};
    for (const auto& [name, material] : test::materials()) {
        SCOPED_TRACE(name);
        MicropolarTet tet = test::random_micropolar_tet(random, material);
        tet.rest = TetGeometry(rest);
        tet.set_axes(random.rotation(), random.rotation());
        Vec g;
        tet.gradient(Vec::Zero(), g);
        Vector3d force = Vector3d::Zero();
        Vector3d torque = Vector3d::Zero();
        for (int a = 0; a < 4; ++a) {
            force += g.segment<3>(3L * a);
            const Vector3d x = tet.F_0 * rest[a];
            torque += x.cross(Vector3d(g.segment<3>(3L * a))) + g.segment<3>(12 + 3L * a);
        }
        EXPECT_LT(force.norm(), 1e-14 * (1.0 + g.norm()));
        EXPECT_LT(torque.norm(), 1e-13 * (1.0 + g.norm()));
    }
}

// [micropolar section 3.3.1]: µ_c ≥ µ, L_c = 0: the minimising microrotation is the polar factor of F.
TEST(MicropolarTet, MinimisingRotationIsThePolarFactor) {
    test::Random random(8);
    for (const double mu_c : {1.0, 2.5}) {
        const MicropolarMaterial material{StretchLaw::Linear, {1.0, mu_c, 0.0}, {}};
        for (int i = 0; i < 10; ++i) {
            MicropolarTet tet(test::random_tet(random), material);
            tet.F_0 = random.rotation().toRotationMatrix() *
                      (Matrix3d::Identity() + test::random_matrix(random, 0.3));
            const Quaterniond polar = nearest_rotation(tet.F_0);
            const Quaterniond start = exp_quaternion(random.vector3(0.25)) * polar;
            for (int p = 0; p < 4; ++p)
                test::set_point(tet.point_rotations, p, start);
            // Newton on the rotations alone.
            Vec q = Vec::Zero();
            for (int iteration = 0; iteration < 15; ++iteration) {
                Vec g;
                Mat H;
                tet.hessian(q, g, H);
                q.tail<12>() -= test::solve_symmetric(H.bottomRightCorner<12, 12>(), g.tail<12>());
            }
            for (int p = 0; p < 4; ++p) {
                EXPECT_LT(angular_distance(test::point(tet.turned_points(q), p), polar), 1e-7);
            }
            // Not just a stationary point: no other rotation is better.
            const double least = tet.value(q);
            for (int k = 0; k < 100; ++k) {
                const Quaterniond other = random.rotation();
                for (int p = 0; p < 4; ++p)
                    test::set_point(tet.point_rotations, p, other);
                EXPECT_GE(tet.value(Vec::Zero()), least);
            }
        }
    }
}

// One point would not see a rotation field that is zero at the centre; four do [micropolar section 4.2.3].
TEST(MicropolarTet, HasNoRotationsThatCostNothing) {
    test::Random random(9);
    const MicropolarMaterial material{StretchLaw::Linear, {1.0, 1.0, 1.5}, {}};
    const MicropolarTet tet(test::random_tet(random), material);
    Vec g;
    Mat H;
    tet.hessian(Vec::Zero(), g, H);
    const Eigen::Matrix<double, 12, 12> rotations = H.bottomRightCorner<12, 12>();
    const Eigen::VectorXd eigenvalues = test::eigenvalues_of(rotations);
    EXPECT_GT(eigenvalues.minCoeff(), 1e-3 * eigenvalues.maxCoeff());
    // And of the whole element only the six rigid motions cost nothing.
    const Eigen::VectorXd all = test::eigenvalues_of(H);
    EXPECT_LT(std::abs(all[5]), 1e-13);
    EXPECT_GT(all[6], 1e-4);
}

// Sections of a turn: history that went around more than once must not be folded back.
TEST(MicropolarTet, KnowsNothingOfFullTurns) {
    test::Random random(10);
    for (const auto& [name, material] : test::materials()) {
        SCOPED_TRACE(name);
        const MicropolarTet tet = test::random_micropolar_tet(random, material);
        MicropolarTet around = tet;
        for (Quat<double>& node : around.node_rotations)
            node = {-node.w, -node.v};
        around.point_rotations = {-tet.point_rotations.w, -tet.point_rotations.v};
        const Vec q = random_unknowns(random);
        EXPECT_NEAR(around.value(q), tet.value(q), 1e-14 * (1.0 + std::abs(tet.value(q))));
    }
}

// Inside a body the faces are curved: derivatives, and rigid motion, as above.
TEST(MicropolarTet, IsTheSameInsideABody) {
    test::Random random(14);
    const Quaterniond Q = random.rotation();
    for (const auto& [name, material] : test::materials()) {
        SCOPED_TRACE(name);
        for (const FaceWeights& border : {FaceWeights{}, FaceWeights{0.0, 1.0, 0.3, 0.0}}) {
            MicropolarTet tet = test::random_micropolar_tet(random, material);
            tet.border = border;
            Vec q;
            q << random.vector(12, 0.05), random.vector(12, 0.4);
            test::check_element(tet, q);
            test::check_stress(tet, q, random_unknowns(random));
            const double value = tet.value(q);
            EXPECT_NEAR(turned(tet, Q).value(turned(q, Q)), value, 1e-14 * (1.0 + std::abs(value)));
        }
    }
}

// A bar of one element with rest curvature relaxes to rotations that have it.
TEST(MicropolarTet, RestCurvatureIsMeasuredInMaterialAxes) {
    test::Random random(11);
    Matrix3d K;
    K << 0.1, -0.2, 0.3, 0.05, 0.1, -0.1, 0.2, 0.0, 0.1;
    const MicropolarMaterial material{
        StretchLaw::Linear,
        {},
        {.law = CurvatureLaw::Isotropic, .symmetric = 1.0, .skew = 1.0, .trace = 1.0}};
    const TetCorners X{Vector3d(-0.1, -0.1, -0.1), Vector3d(0.1, 0, 0), Vector3d(0, 0.1, 0),
                       Vector3d(0, 0, 0.1)};
    MicropolarTet tet(TetGeometry(X), material);
    const Quaterniond axes = random.rotation();
    tet.set_axes(axes, Quaterniond::Identity());
    tet.rest_curvature = K;
    const Matrix3d Q = axes.toRotationMatrix();
    const Matrix3d K_world = Q * K * Q.transpose();
    for (int a = 0; a < 4; ++a)
        tet.node_rotations[a] = quat(exp_quaternion(K_world * X[a]));
    for (int p = 0; p < 4; ++p) {
        Vector3d at = Vector3d::Zero();
        for (int a = 0; a < 4; ++a)
            at += TET_QUADRATURE.points[p][a] * X[a];
        test::set_point(tet.point_rotations, p, exp_quaternion(K_world * at));
    }
    const double relaxed = tet.energies().curvature;
    tet.rest_curvature.setZero();
    const double bent = tet.energies().curvature;
    EXPECT_LT(relaxed, 1e-4 * bent);
    EXPECT_EQ(tet.energies().stretch, 0.0);
}

TEST(MicropolarTet, TurnsItsPointsByTheInterpolatedUnknowns) {
    test::Random random(12);
    const MicropolarTet tet = test::random_micropolar_tet(random, {});
    const Vec q = random_unknowns(random);
    for (int p = 0; p < 4; ++p) {
        Vector3d theta = Vector3d::Zero();
        for (int a = 0; a < 4; ++a)
            theta += TET_QUADRATURE.points[p][a] * q.segment<3>(12 + 3L * a);
        const Quaterniond expected =
            updated_quaternion(test::point(tet.point_rotations, p), theta, 1.0);
        EXPECT_LT((test::point(tet.turned_points(q), p).coeffs() - expected.coeffs()).norm(),
                  1e-15);
    }
}

// Rotations of the nodes can turn a part of an element inside out whose corners are not.
TEST(MicropolarTet, IsInfiniteWhereOnePointIsInsideOut) {
    const MicropolarMaterial material{StretchLaw::NeoHookean, {1.0, 0.1, 1.0}, {}};
    const TetCorners rest{Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(0, 1, 0),
                          Vector3d(0, 0, 1)};
    MicropolarTet tet(TetGeometry(rest), material);
    tet.border = {};
    const auto turn = [&](double angle) {
        tet.node_rotations[0] = quat(exp_quaternion({0, 0, angle}));
    };
    tet.F_0 = Vector3d(0.3, 1, 1).asDiagonal();
    turn(0.3);
    EXPECT_TRUE(std::isfinite(tet.value(Vec::Zero())));
    turn(std::numbers::pi);
    const Mat3p F = tet.deformation_gradients();
    int inverted = 0;
    for (int p = 0; p < 4; ++p)
        inverted += lane(F, p).determinant() <= 0.0 ? 1 : 0;
    EXPECT_GT(inverted, 0);
    EXPECT_LT(inverted, 4);
    Vec g;
    Mat H;
    EXPECT_TRUE(std::isinf(tet.hessian(Vec::Zero(), g, H)));
    EXPECT_TRUE(g.allFinite());
    EXPECT_TRUE(H.allFinite());
}

TEST(MicropolarTet, IsInfiniteInsideOutWhereNeoHookeanAndNeverNan) {
    test::Random random(13);
    for (const auto& [name, material] : test::materials()) {
        SCOPED_TRACE(name);
        MicropolarTet tet = test::random_micropolar_tet(random, material);
        tet.F_0 = Vector3d(1, -1, 1).asDiagonal();
        Vec g;
        Mat H;
        const double value = tet.hessian(Vec::Zero(), g, H);
        EXPECT_EQ(std::isinf(value), material.stretch_law == StretchLaw::NeoHookean);
        EXPECT_FALSE(std::isnan(value));
        EXPECT_TRUE(g.allFinite());
        EXPECT_TRUE(H.allFinite());
    }
}

}  // namespace
}  // namespace sinew::solids
