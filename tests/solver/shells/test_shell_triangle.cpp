#include "shells/shell_triangle.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "shell_cases.hpp"
#include "support/dense_algebra.hpp"
#include "support/element_checks.hpp"

namespace sinew::shells {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using test::ShellCase;
using test::TestTriangle;

template <class Nodes>
class ShellTriangleTest : public testing::Test {};
using NodeCounts = testing::Types<std::integral_constant<int, 3>, std::integral_constant<int, 6>>;
TYPED_TEST_SUITE(ShellTriangleTest, NodeCounts);

/// Motion, and turns of up to two radians in one step.
template <int NODES>
typename ShellTriangle<NODES>::Vec random_unknowns(test::Random& random) {
    typename ShellTriangle<NODES>::Vec q;
    q << random.vector(3 * NODES, 0.1), random.vector(9, 1.2);
    return q;
}

TYPED_TEST(ShellTriangleTest, IsZeroAtRest) {
    constexpr int NODES = TypeParam::value;
    test::Random random(1);
    for (const ShellCase& of : test::shell_cases()) {
        SCOPED_TRACE(of.name);
        const TestTriangle<NODES> triangle(test::random_triangle<NODES>(random), of);
        typename ShellTriangle<NODES>::Vec g;
        EXPECT_LT(triangle.element.gradient(ShellTriangle<NODES>::Vec::Zero(), g), 1e-29);
        EXPECT_LT(g.norm(), 3e-14);
    }
}

TYPED_TEST(ShellTriangleTest, DerivativesMatchFiniteDifferences) {
    constexpr int NODES = TypeParam::value;
    test::Random random(2);
    for (const ShellCase& of : test::shell_cases()) {
        SCOPED_TRACE(of.name);
        TestTriangle<NODES> triangle(test::random_triangle<NODES>(random), of);
        test::deform(random, triangle);
        test::check_element(triangle.element, random_unknowns<NODES>(random));
    }
}

TYPED_TEST(ShellTriangleTest, StressCanBeAnUnknown) {
    constexpr int NODES = TypeParam::value;
    test::Random random(12);
    for (const ShellCase& of : test::shell_cases()) {
        SCOPED_TRACE(of.name);
        TestTriangle<NODES> triangle(test::random_triangle<NODES>(random), of);
        test::deform(random, triangle);
        const auto q = random_unknowns<NODES>(random);
        test::check_stress(triangle.element, q, random_unknowns<NODES>(random));
        // The area law is not convex, nor need the curved model be.
        if (!of.curved && of.law == AreaLaw::Linear) test::check_unstressed(triangle.element, q);
    }
}

/// Everything turned by Q: positions now, history; then unknowns.
template <int NODES>
void turn(ShellTriangle<NODES>& element, const Quaterniond& Q) {
    for (Vec3p& f : element.tangents_0)
        f = in_all_lanes(Q.toRotationMatrix()) * f;
    for (Quat<double>& corner : element.corner_rotations)
        corner = test::quat(Q) * corner;
    for (int p = 0; p < TRIANGLE_POINTS; ++p)
        test::set_point(element.directors, p, Q * test::point(element.directors, p));
}
template <class Vec>
Vec turned(const Vec& q, const Quaterniond& Q) {
    Vec out;
    for (int a = 0; 3 * a < q.size(); ++a)
        out.template segment<3>(3L * a) = Q * Vector3d(q.template segment<3>(3L * a));
    return out;
}

TYPED_TEST(ShellTriangleTest, IsInvariantUnderRigidMotion) {
    constexpr int NODES = TypeParam::value;
    test::Random random(3);
    for (const ShellCase& of : test::shell_cases()) {
        SCOPED_TRACE(of.name);
        TestTriangle<NODES> triangle(test::random_triangle<NODES>(random), of);
        test::deform(random, triangle);
        auto q = random_unknowns<NODES>(random);
        const Quaterniond Q = random.rotation();
        typename ShellTriangle<NODES>::Vec g;
        typename ShellTriangle<NODES>::Vec g_turned;
        const double value = triangle.element.gradient(q, g);
        ShellTriangle<NODES> other = triangle.element;
        turn(other, Q);
        EXPECT_NEAR(other.gradient(turned(q, Q), g_turned), value, 1e-13 * (1.0 + value));
        EXPECT_LT((g_turned - turned(g, Q)).norm(), 1e-12 * (1.0 + g.norm()));
        for (int a = 0; a < NODES; ++a)
            q.template segment<3>(3L * a) += Vector3d(3, -2, 1);
        EXPECT_NEAR(triangle.element.value(q), value, 1e-12 * (1.0 + value));
    }
}

// The step itself is a rigid rotation of a shell at rest: no energy, no force.
TYPED_TEST(ShellTriangleTest, CostsNothingToTurn) {
    constexpr int NODES = TypeParam::value;
    test::Random random(4);
    const Vector3d theta = random.vector3(2.0);
    const Quaterniond Q = updated_quaternion(Quaterniond::Identity(), theta, 1.0);
    for (const ShellCase& of : test::shell_cases()) {
        SCOPED_TRACE(of.name);
        const TestTriangle<NODES> triangle(test::random_triangle<NODES>(random), of);
        typename ShellTriangle<NODES>::Vec q;
        for (int a = 0; a < NODES; ++a) {
            const Vector3d X = triangle.rest.col(a);
            q.template segment<3>(3L * a) = Q * X - X;
        }
        for (int k = 0; k < 3; ++k)
            q.template segment<3>(3L * (NODES + k)) = theta;
        typename ShellTriangle<NODES>::Vec g;
        EXPECT_LT(triangle.element.gradient(q, g), 1e-28);
        EXPECT_LT(g.norm(), 3e-14);
    }
}

// Forces and torques of an isolated element balance, with the arms.
TYPED_TEST(ShellTriangleTest, BalancesForcesAndTorques) {
    constexpr int NODES = TypeParam::value;
    test::Random random(5);
    for (const ShellCase& of : test::shell_cases()) {
        SCOPED_TRACE(of.name);
        TestTriangle<NODES> triangle(test::random_triangle<NODES>(random), of);
        test::deform(random, triangle);
        TriangleNodes<NODES> now = triangle.rest + 0.1 * TriangleNodes<NODES>::Random();
        triangle.element.set_positions(now);
        typename ShellTriangle<NODES>::Vec g;
        triangle.element.gradient(ShellTriangle<NODES>::Vec::Zero(), g);
        Vector3d force = Vector3d::Zero();
        Vector3d torque = Vector3d::Zero();
        for (int a = 0; a < NODES; ++a) {
            const Vector3d f = g.template segment<3>(3L * a);
            force += f;
            torque += now.col(a).cross(f);
        }
        for (int k = 0; k < 3; ++k)
            torque += g.template segment<3>(3L * (NODES + k));
        EXPECT_LT(force.norm(), 1e-13 * (1.0 + g.norm()));
        EXPECT_LT(torque.norm(), 1e-13 * (1.0 + g.norm()));
    }
}

// On a flat rest shape the curved model is the plate, in value, gradient and Hessian.
TYPED_TEST(ShellTriangleTest, CurvedModelIsThePlateOnFlatRestShapes) {
    constexpr int NODES = TypeParam::value;
    test::Random random(6);
    for (const AreaLaw law : {AreaLaw::Linear, AreaLaw::Nonlinear}) {
        const ShellCase of{"", {{1.3, 0.9, 0.7}, 1.7, 0.6, 0.8, 2.0}, law};
        TestTriangle<NODES> triangle(test::random_triangle<NODES>(random, 0.0), of);
        test::deform(random, triangle);
        ShellTriangle<NODES> curved = triangle.element;
        curved.curved = &triangle.stiffness;
        const auto q = random_unknowns<NODES>(random);
        typename ShellTriangle<NODES>::Vec g[2];
        typename ShellTriangle<NODES>::Mat H[2];
        const double plate = triangle.element.hessian(q, g[0], H[0]);
        EXPECT_NEAR(curved.hessian(q, g[1], H[1]), plate, 1e-13 * plate);
        EXPECT_LT((g[1] - g[0]).norm(), 1e-13 * g[0].norm());
        EXPECT_LT((H[1] - H[0]).norm(), 1e-13 * H[0].norm());
    }
}

// Nothing depends on where the numbering of the corners begins, nor on which side is up.
TEST(ShellTriangle, DoesNotDependOnTheOrderOfItsNodes) {
    test::Random random(7);
    const int orders[2][6] = {{1, 2, 0, 4, 5, 3}, {0, 2, 1, 5, 4, 3}};
    for (const ShellCase& of : test::shell_cases()) {
        SCOPED_TRACE(of.name);
        const TriangleNodes<6> rest = test::random_triangle<6>(random);
        const TriangleNodes<6> now = rest + 0.1 * TriangleNodes<6>::Random();
        const Vector3d turns[3] = {random.vector3(0.5), random.vector3(0.5), random.vector3(0.5)};
        ShellCase even = of;
        const PointMaterials same{even.material, even.material, even.material};
        const auto energy = [&](const int(&order)[6]) {
            TriangleNodes<6> X;
            TriangleNodes<6> x;
            for (int a = 0; a < 6; ++a) {
                X.col(a) = rest.col(order[a]);
                x.col(a) = now.col(order[a]);
            }
            const CurvedStiffness stiffness = curved_stiffness<6>(X, same, of.law);
            ShellTriangle<6> element(X, same, of.law);
            if (of.curved) element.curved = &stiffness;
            element.set_positions(x);
            ShellTriangle<6>::Vec q = ShellTriangle<6>::Vec::Zero();
            for (int k = 0; k < 3; ++k)
                q.segment<3>(18 + 3L * k) = turns[order[k]];
            return element.value(q);
        };
        const int straight[6] = {0, 1, 2, 3, 4, 5};
        const double expected = energy(straight);
        for (const auto& order : orders)
            EXPECT_NEAR(energy(order), expected, 1e-13 * expected);
    }
}

// By hand: a flat triangle of area ½ stretched by 1 % along x and by nothing along y: h A (µ + λ̂) 0.01².
TEST(ShellTriangle, StretchedFlatTriangle) {
    TriangleNodes<6> X;
    X << 0, 1, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0.5, 0.5, 0, 0, 0, 0, 0, 0;
    const ShellMaterial material{{3.0, 5.0, 2.0}, 0.0, 0.0, 0.1, 1.0};
    ShellTriangle<6> element(X, {material, material, material}, AreaLaw::Linear);
    TriangleNodes<6> x = X;
    x.row(0) *= 1.01;
    element.set_positions(x);
    EXPECT_NEAR(element.energies().membrane, 0.1 * 0.5 * (3.0 + 2.0) * 1e-4, 1e-16);
    EXPECT_EQ(element.energies().bending, 0.0);
}

/// Directors that turn by `along_x` and `along_y` [rad/m] away from the origin.
void turn_evenly(ShellTriangle<6>& element, const TriangleNodes<6>& X, const Vector3d& along_x,
                 const Vector3d& along_y) {
    const auto turn = [&](const Vector3d& at) {
        return exp_quaternion(at.x() * along_x + at.y() * along_y);
    };
    for (int k = 0; k < 3; ++k)
        element.corner_rotations[k] = test::quat(turn(X.col(k)));
    for (int p = 0; p < TRIANGLE_POINTS; ++p) {
        const auto& L = TRIANGLE_QUADRATURE.points[p];
        const Vector3d at = L[0] * X.col(0) + L[1] * X.col(1) + L[2] * X.col(2);
        test::set_point(element.directors, p, turn(at) * test::point(element.frames, p));
    }
}

// A cylinder: turns about y that grow along x with curvature κ. Bending h³/12 A (µ + λ̂) κ² and curvature h A µL_c² κ²;
// with rest curvature Γ₀_21 = κ nothing is left.
TEST(ShellTriangle, BentToACylinder) {
    TriangleNodes<6> X;
    X << 0, 1, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0.5, 0.5, 0, 0, 0, 0, 0, 0;
    X *= 0.01;  // small: the energy is that of a constant curvature up to (κ·0.01)²
    const double kappa = 2.0;
    const ShellMaterial material{{3.0, 5.0, 2.0}, 0.0, 7.0, 0.1, 4.0};
    ShellTriangle<6> element(X, {material, material, material}, AreaLaw::Linear);
    turn_evenly(element, X, Vector3d(0.0, kappa, 0.0), Vector3d::Zero());
    const double area = 0.5e-4;
    const double expected = area * kappa * kappa * (4.0 * 1e-3 / 12.0 * (3.0 + 2.0) + 0.1 * 7.0);
    EXPECT_NEAR(element.energies().bending, expected, 1e-4 * expected);
    Matrix3d rest = Matrix3d::Zero();
    rest(1, 0) = kappa;
    for (int p = 0; p < TRIANGLE_POINTS; ++p)
        element.set_rest_curvature(p, rest);
    EXPECT_LT(element.energies().bending, 1e-7 * expected);
}

// The planar shell of [micropolar section 5.4] is the plate without L_c: its energy is one of Γ_plate = Rᵀ ∂d₃/∂X alone, so
// that turns about d₃ cost nothing.
TEST(ShellTriangle, PlanarShellOfDirectorsThatBend) {
    TriangleNodes<6> X;
    X << 0, 1, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0.5, 0.5, 0, 0, 0, 0, 0, 0;
    X *= 1e-4;  // small: the turns along x and along y commute
    const ShellMaterial material{{3.0, 5.0, 2.0}, 0.0, 0.0, 0.1, 1.0};
    ShellTriangle<6> element(X, {material, material, material}, AreaLaw::Linear);
    const Vector3d a(0.8, 1.1, 1.7);
    const Vector3d b(-0.6, 0.9, -1.3);
    turn_evenly(element, X, a, b);
    Matrix3d plate = Matrix3d::Zero();
    plate.col(0) = a.cross(Vector3d::UnitZ());  // ∂d₃/∂X₁
    plate.col(1) = b.cross(Vector3d::UnitZ());
    const double symmetric = (0.5 * (plate + plate.transpose())).squaredNorm();
    const double skew = (0.5 * (plate - plate.transpose())).squaredNorm();
    const double trace = plate.trace();
    const double expected =
        0.5e-8 * 1e-3 / 12.0 * (3.0 * symmetric + 5.0 * skew + 2.0 * trace * trace);
    EXPECT_NEAR(element.energies().bending, expected, 1e-3 * expected);
    turn_evenly(element, X, {0.0, 0.0, 1.7}, {0.0, 0.0, -1.3});
    EXPECT_LT(element.energies().bending, 1e-10 * expected);
}

TEST(ShellTriangle, RestStretchIsWithoutEnergyWhereItIsReached) {
    test::Random random(8);
    for (const AreaLaw law : {AreaLaw::Linear, AreaLaw::Nonlinear}) {
        const ShellMaterial material{{3.0, 5.0, 2.0}, 0.0, 0.0, 0.1, 1.0};
        const TriangleNodes<6> X = test::random_triangle<6>(random);
        ShellTriangle<6> element(X, {material, material, material}, law);
        for (int p = 0; p < TRIANGLE_POINTS; ++p)
            element.set_rest_stretch(p, 1.2 * Matrix3d::Identity());
        EXPECT_GT(element.energies().membrane, 1e-3);
        element.set_positions(1.2 * X);
        EXPECT_LT(element.energies().membrane, 1e-28);
    }
}

// One point would not see rotation fields that are zero at the centre; three do. Six rigid motions cost nothing, and no more.
TYPED_TEST(ShellTriangleTest, HasNoMotionsThatCostNothingButRigidOnes) {
    constexpr int NODES = TypeParam::value;
    test::Random random(9);
    const ShellCase of{"", {{1.3, 0.9, 0.7}, 1.7, 0.0, 0.8, 1.0}};
    const TestTriangle<NODES> triangle(test::random_triangle<NODES>(random), of);
    typename ShellTriangle<NODES>::Vec g;
    typename ShellTriangle<NODES>::Mat H;
    triangle.element.hessian(ShellTriangle<NODES>::Vec::Zero(), g, H);
    const Eigen::VectorXd all = test::eigenvalues_of(H);
    EXPECT_LT(std::abs(all[5]), 1e-12);
    EXPECT_GT(all[6], 1e-4);
}

TEST(ShellTriangle, KnowsNothingOfFullTurns) {
    test::Random random(10);
    for (const ShellCase& of : test::shell_cases()) {
        SCOPED_TRACE(of.name);
        TestTriangle<6> triangle(test::random_triangle<6>(random), of);
        test::deform(random, triangle);
        ShellTriangle<6> around = triangle.element;
        for (Quat<double>& corner : around.corner_rotations)
            corner = {-corner.w, -corner.v};
        around.directors = {-triangle.element.directors.w, -triangle.element.directors.v};
        const auto q = random_unknowns<6>(random);
        const double value = triangle.element.value(q);
        EXPECT_NEAR(around.value(q), value, 1e-13 * (1.0 + value));
    }
}

// No area left: infinite, and never a number that looks good.
TEST(ShellTriangle, NonlinearAreaIsInfiniteWhereThereIsNone) {
    test::Random random(11);
    const ShellCase of{"", {{1.3, 0.9, 0.7}, 1.7, 0.0, 0.8, 1.0}, AreaLaw::Nonlinear};
    TestTriangle<6> triangle(test::random_triangle<6>(random), of);
    TriangleNodes<6> x = triangle.rest;
    x.bottomRows<2>().setZero();
    triangle.element.set_positions(x);
    EXPECT_FALSE(std::isfinite(triangle.element.value(ShellTriangle<6>::Vec::Zero())));
}

}  // namespace
}  // namespace sinew::shells
