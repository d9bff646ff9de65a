// Each energy term alone: value by hand, gradient and Hessian against finite differences, rigid motion.
#include "viper/rods/rod_terms.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "math/rotation.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "support/dense_algebra.hpp"

namespace sinew::viper {
namespace {

using test::BatchOfOne;
using test::expect_derivatives_match;
using test::nothing_but_mass;
using test::Random;

struct Term {
    const char* name;
    double RodParams::*stiffness;
};

const Term TERMS[] = {
    {"stretch", &RodParams::stretch_stiffness},
    {"cross_section", &RodParams::cross_section_stiffness},
    {"scale_gradient", &RodParams::scale_gradient_stiffness},
    {"bend", &RodParams::bend_stiffness},
    {"twist", &RodParams::twist_stiffness},
    {"surface_bending", &RodParams::surface_bending_stiffness},
    {"volume", &RodParams::volume_stiffness},
};

class RodTerm : public testing::TestWithParam<Term> {
protected:
    /// A random rod with this term only, no inertia.
    static BatchOfOne alone(Random& random, int lane = 0) {
        RodsDef def = test::random_rod(4, random);
        def.params = nothing_but_mass();
        def.params.density = 0.0;
        def.params.*GetParam().stiffness = 1e5;
        return BatchOfOne(def, lane);
    }
};

INSTANTIATE_TEST_SUITE_P(Each, RodTerm, testing::ValuesIn(TERMS),
                         [](const auto& term) { return term.param.name; });

TEST_P(RodTerm, DerivativesMatchFiniteDifferences) {
    Random random(21);
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        SCOPED_TRACE(lane);
        BatchOfOne rod = alone(random, lane);
        rod.shake(random, 0.02);
        expect_derivatives_match(rod);
    }
}

TEST_P(RodTerm, IsZeroAtRest) {
    Random random(22);
    BatchOfOne rod = alone(random);
    EXPECT_NEAR(rod.value(Eigen::VectorXd::Zero(rod.unknowns())), 0.0, 1e-25);
    EXPECT_NEAR(rod.gradient().norm(), 0.0, 1e-11);
}

TEST_P(RodTerm, IsInvariantUnderRigidMotion) {
    Random random(23);
    BatchOfOne rod = alone(random);
    rod.shake(random, 0.02);
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(rod.unknowns());
    const double before = rod.value(zero);
    const Eigen::Quaterniond turn = random.rotation();
    const Eigen::Vector3d shift = random.vector3(3.0);
    RodState& x = rod.batch().current;
    for (int j = 0; j < rod.batch().points; ++j) {
        const Eigen::Vector3d c =
            turn * Eigen::Vector3d(x.c[j].x[0], x.c[j].y[0], x.c[j].z[0]) + shift;
        x.c[j] = {Pack(c.x()), Pack(c.y()), Pack(c.z())};
        const Quatp world{Pack(turn.w()), {Pack(turn.x()), Pack(turn.y()), Pack(turn.z())}};
        x.q[j] = world * x.q[j];
    }
    EXPECT_NEAR(rod.value(zero), before, 1e-11 * before);
}

TEST_P(RodTerm, GaussNewtonHessianIsNeverIndefinite) {
    Random random(24);
    for (int i = 0; i < 5; ++i) {
        BatchOfOne rod = alone(random);
        rod.shake(random, 0.05);
        rod.expansion.resize(rod.batch().points);
        expand(rod.batch(), rod.batch().current, {}, Pack(0.0), rod.expansion);
        const Eigen::VectorXd eigenvalues = sinew::test::eigenvalues_of(rod.hessian());
        EXPECT_GT(eigenvalues.minCoeff(), -1e-10 * eigenvalues.maxCoeff());
    }
}

TEST(RodInertia, DerivativesMatchFiniteDifferences) {
    Random random(25);
    RodsDef def = test::random_rod(4, random);
    def.params = nothing_but_mass();
    BatchOfOne rod(def);
    for (int j = 0; j < rod.batch().segments(); ++j) {
        rod.batch().segment_step[j].inertia = rod.batch().segment[j].inertia;
    }
    rod.shake(random, 0.02);
    expect_derivatives_match(rod);
}

TEST(RodContact, DerivativesMatchFiniteDifferences) {
    Random random(26);
    RodsDef def = test::random_rod(4, random);
    def.params = nothing_but_mass();
    def.params.density = 0.0;
    BatchOfOne rod(def);
    for (RodPointStep& point : rod.batch().point_step)
        point.contact_weight = Pack(1e4);
    // Deep enough that every sphere stays inside while differences are taken.
    const HalfPlane plane{"floor", Eigen::Vector3d(0.6, 0.0, 0.8), 1.0};
    expect_derivatives_match(rod, std::span(&plane, 1));
}

TEST(RodDamping, PullsTowardsTheStrainAtTheStartOfTheStep) {
    Random random(27);
    RodsDef def = test::random_rod(3, random);
    BatchOfOne rod(def);
    rod.batch().stiffening = Pack(1.0 + 0.7);
    for (int j = 0; j < rod.batch().points; ++j) {
        rod.batch().point_step[j].section_target = Pack(0.1);
        rod.batch().point_step[j].bend_target = {Pack(0.3), Pack(-0.2), Pack(0.4)};
        rod.batch().segment_step[j].stretch_target = {Pack(0.1), Pack(-0.05), Pack(1.1)};
        rod.batch().segment_step[j].volume_target = {Pack(-0.1), Pack(0.02), Pack(0.9)};
    }
    rod.shake(random, 0.02);
    expect_derivatives_match(rod);
}

// Values by hand, on a straight rod along x with l = 0.5 m, r = 0.1 m and k = 1000 Pa.

double value_of(double RodParams::*stiffness, const std::function<void(RodState&)>& deform,
                int segments) {
    RodsDef def = test::straight_rod(segments, 0.5 * segments, 0.1);
    def.params = nothing_but_mass();
    def.params.density = 0.0;
    def.params.*stiffness = 1000.0;
    BatchOfOne rod(def);
    deform(rod.batch().current);
    return rod.value(Eigen::VectorXd::Zero(rod.unknowns()));
}

constexpr double AREA = M_PI * 0.01;
constexpr double MOMENT = M_PI * 1e-4 / 4.0;

TEST(RodTermValue, StretchByTenPercent) {
    const double value = value_of(
        &RodParams::stretch_stiffness, [](RodState& x) { x.c[1].x += Pack(0.05); }, 1);
    EXPECT_NEAR(value, 0.5 * 1000.0 * AREA * 0.5 * 0.1 * 0.1, 1e-12);  // ½ k π r² l ε²
}

TEST(RodTermValue, ThickerByTwentyPercent) {
    const double value = value_of(
        &RodParams::cross_section_stiffness, [](RodState& x) { x.s[0] = x.s[1] = Pack(1.2); }, 1);
    EXPECT_NEAR(value, 0.5 * 1000.0 * AREA * 0.5 * 0.2 * 0.2, 1e-12);
}

TEST(RodTermValue, ScaleGradient) {
    const double value = value_of(
        &RodParams::scale_gradient_stiffness, [](RodState& x) { x.s[1] = Pack(1.2); }, 1);
    EXPECT_NEAR(value, 0.5 * 1000.0 * MOMENT * 0.5 * (0.2 / 0.5) * (0.2 / 0.5), 1e-12);
}

/// One segment turned by an angle about one of its own axes, and thicker at the bend.
std::function<void(RodState&)> bent(double angle, int axis, double s) {
    return [=](RodState& x) {
        Vec3p v{};
        (axis == 0 ? v.x : axis == 1 ? v.y : v.z) = Pack(std::sin(0.5 * angle));
        x.q[1] = x.q[1] * Quatp{Pack(std::cos(0.5 * angle)), v};
        x.s[1] = Pack(s);
    };
}

TEST(RodTermValue, BendAndTwistWithTheMomentsOfTheDisc) {
    const double Omega = 2.0 / 0.5 * std::sin(0.15);  // Eq. (40), L = 0.5
    const double expected = 0.5 * 1000.0 * MOMENT * 0.5 * (1.1 * Omega) * (1.1 * Omega);
    EXPECT_NEAR(value_of(&RodParams::bend_stiffness, bent(0.3, 0, 1.1), 2), expected, 1e-12);
    EXPECT_NEAR(value_of(&RodParams::bend_stiffness, bent(0.3, 1, 1.1), 2), expected, 1e-12);
    EXPECT_NEAR(value_of(&RodParams::bend_stiffness, bent(0.3, 2, 1.1), 2), 0.0, 1e-12);
    // The polar moment is twice that of bending: twist_stiffness is a shear modulus.
    EXPECT_NEAR(value_of(&RodParams::twist_stiffness, bent(0.3, 2, 1.1), 2), 2.0 * expected, 1e-12);
    EXPECT_NEAR(value_of(&RodParams::twist_stiffness, bent(0.3, 0, 1.1), 2), 0.0, 1e-12);
}

TEST(RodTermValue, SurfaceBendingDividesByTheDualLength) {
    const double value = value_of(
        &RodParams::surface_bending_stiffness, [](RodState& x) { x.s[1] = Pack(1.1); }, 2);
    const double laplacian = (-0.1 / 0.5 - 0.1 / 0.5) / 0.5;
    EXPECT_NEAR(value, 0.5 * 1000.0 * MOMENT * 0.5 * laplacian * laplacian, 1e-12);
}

TEST(RodTermValue, VolumeOfAStretchedSegment) {
    const double value = value_of(
        &RodParams::volume_stiffness,
        [](RodState& x) {
            x.c[1].x += Pack(0.5);  // twice as long
            x.s[0] = Pack(0.9);
            x.s[1] = Pack(0.7);
        },
        1);
    const double W = 0.8 * 0.8 * 2.0 - 1.0;
    EXPECT_NEAR(value, 0.5 * 1000.0 * AREA * 0.5 * W * W, 1e-12);
}

TEST(RodTermValue, VolumeDoesNotResistBending) {
    const double s = 1.05;  // mean of 1 and 1.1
    // The turned frame also makes the segment itself differ: s² D − R e with R turned by 0.3.
    const double turned = s * s * s * s + 1.0 - 2.0 * s * s * std::cos(0.3);
    const double straight = (s * s - 1.0) * (s * s - 1.0);
    // Scales 1, 1.1, 1 are a zigzag of ±0.05: a change of volume of 0.1.
    const double zigzag = 0.1 * 0.1;
    const double expected = 0.5 * 1000.0 * AREA * 0.5 * (turned + straight + zigzag);
    EXPECT_NEAR(value_of(&RodParams::volume_stiffness, bent(0.3, 0, 1.1), 2), expected, 1e-12);
}

}  // namespace
}  // namespace sinew::viper
