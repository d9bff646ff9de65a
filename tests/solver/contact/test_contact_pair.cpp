#include "contact/contact_pair.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <cmath>
#include <limits>

#include "contact/barrier.hpp"
#include "support/dense_algebra.hpp"
#include "support/element_checks.hpp"
#include "support/random.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;
using Vec = ContactPair::Vec;
using Mat = ContactPair::Mat;

namespace {

Vec points(const Vector3d& p0, const Vector3d& p1, const Vector3d& p2, const Vector3d& p3) {
    Vec p;
    p << p0, p1, p2, p3;
    return p;
}

/// Far enough to act on all that the tests place, with edges that count as parallel below a sine of 0.03.
ContactPair pair_of(PairKind kind, double offset = 0.0) {
    return {.kind = kind,
            .stiffness = 3.0,
            .reach = 2.0,
            .offset = offset,
            .parallel = ContactPair::PARALLEL_SHARE};
}

/// Of every kind of nearest points, with the reach of `pair_of`.
std::vector<std::pair<PairKind, Vec>> places() {
    const Vector3d a(0, 0, 0);
    const Vector3d b(1, 0.1, 0);
    const Vector3d c(0.2, 1, 0.1);
    const PairKind triangle = PairKind::PointTriangle;
    const PairKind edges = PairKind::EdgeEdge;
    const PairKind pill = PairKind::PointEdge;
    const PairKind balls = PairKind::PointPoint;
    return {{triangle, points({0.3, 0.3, 0.5}, a, b, c)},
            {triangle, points({0.5, -0.4, 0.5}, a, b, c)},
            {triangle, points({0.9, 0.8, -0.3}, a, b, c)},
            {triangle, points({-0.3, 0.6, 0.4}, a, b, c)},
            {triangle, points({-0.4, -0.5, 0.3}, a, b, c)},
            {edges, points({0, 0, 0}, {1, 0, 0}, {0.4, -0.5, 0.6}, {0.6, 0.7, 0.4})},
            {edges, points({0, 0, 0}, {1, 0, 0}, {1.3, -0.5, 0.6}, {1.6, 0.7, 0.4})},
            {edges, points({0, 0, 0}, {1, 0, 0}, {0.4, 0.2, 0.6}, {0.6, 0.9, 0.8})},
            {edges, points({0, 0, 0}, {1, 0, 0}, {1.3, 0.3, 0.4}, {1.6, 0.9, 0.8})},
            // nearly parallel: beside each other, and one behind the other
            {edges, points({0, 0, 0}, {1, 0, 0}, {0.1, 0.5, -0.008}, {1.2, 0.5, 0.01})},
            {edges, points({0, 0, 0}, {1, 0, 0}, {1.2, 0.5, 0.1}, {2.2, 0.51, 0.1})},
            {pill, points({0.3, 0.3, 0.5}, a, b, b)},
            {pill, points({-0.3, 0.3, 0.5}, a, b, b)},
            {pill, points({1.3, 0.3, 0.5}, a, b, b)},
            {balls, points({0.3, 0.3, 0.5}, c, c, c)}};
}

}  // namespace

TEST(Barrier, HasTheValuesOfItsFormula) {
    // β(½) = ¼ ln 2, β′(½) = −ln 2 − ½ and β″(½) = 5 + 2 ln 2 = c.
    const double c = 5.0 + 2.0 * std::log(2.0);
    const Barrier half = barrier(0.05, 7.0, 0.1);
    EXPECT_NEAR(half.energy, 7.0 * 0.01 / c * 0.25 * std::log(2.0), 1e-15);
    EXPECT_NEAR(half.slope, -7.0 * 0.1 / c * (std::log(2.0) + 0.5), 1e-15);
    EXPECT_NEAR(half.curvature, 7.0, 1e-14);
}

TEST(Barrier, BeginsSmoothlyAndHasNoEnd) {
    const Barrier beyond = barrier(0.1, 7.0, 0.1);
    EXPECT_EQ(beyond.energy, 0.0);
    EXPECT_EQ(beyond.slope, 0.0);
    EXPECT_EQ(beyond.curvature, 0.0);
    const Barrier begins = barrier(0.1 * (1.0 - 1e-6), 7.0, 0.1);
    EXPECT_LT(begins.energy, 1e-18);
    EXPECT_LT(std::abs(begins.slope), 1e-12);
    EXPECT_LT(begins.curvature, 1e-4);
    EXPECT_GT(std::abs(barrier(1e-12, 7.0, 0.1).slope), 1e9);
    EXPECT_EQ(barrier(0.0, 7.0, 0.1).energy, std::numeric_limits<double>::infinity());
    EXPECT_EQ(barrier(-0.1, 7.0, 0.1).energy, std::numeric_limits<double>::infinity());
}

TEST(ContactPair, HasTheDerivativesOfItsEnergy) {
    for (const auto& [kind, p] : places()) {
        for (const double offset : {0.0, 0.1}) {
            SCOPED_TRACE(testing::Message() << p.transpose());
            const ContactPair pair = pair_of(kind, offset);
            ASSERT_TRUE(pair.is_active(p));
            ASSERT_GT(pair.value(p), 0.0);
            check_element(pair, p, {.relative = 1e-6, .absolute = 1e-9, .step = 1e-6});
        }
    }
}

TEST(ContactPair, HasDerivativesAcrossTheThresholdOfParallelEdges) {
    // sin² of the angle is 0.5, 0.999, 1.001 and 2 times the share.
    for (const double times : {0.5, 0.999, 1.001, 2.0}) {
        const double sine = std::sqrt(times * ContactPair::PARALLEL_SHARE);
        const Vec p =
            points({-0.5, 0, 0}, {0.5, 0, 0}, {-0.5, -0.5 * sine, 0.5}, {0.5, 0.5 * sine, 0.5});
        const ContactPair pair = pair_of(PairKind::EdgeEdge);
        check_element(pair, p, {.relative = 1e-5, .absolute = 1e-9, .step = 1e-7});
    }
    const Vec parallel = points({-0.5, 0, 0}, {0.5, 0, 0}, {-0.5, 0, 0.5}, {0.5, 0, 0.5});
    EXPECT_EQ(pair_of(PairKind::EdgeEdge).value(parallel), 0.0);
}

TEST(ContactPair, PushesByItsDistanceAlone) {
    const ContactPair pair = pair_of(PairKind::PointTriangle, 0.1);
    const Vec p = points({0.25, 0.25, 0.6}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const Barrier push = barrier(0.5, pair.stiffness, pair.reach);
    Vec g;
    EXPECT_DOUBLE_EQ(pair.gradient(p, g), push.energy);
    const std::array<double, 4> weights = {1.0, -0.5, -0.25, -0.25};
    for (int i = 0; i < 4; ++i)
        EXPECT_LT((g.segment<3>(3L * i) - Vector3d(0, 0, weights[i] * push.slope)).norm(), 1e-14);
}

TEST(ContactPair, OfASmallerPairPushesItsPointsAlone) {
    // 3-4-5: the pill at a distance of 0.5, the ball at one of 1.3 beyond its end.
    const Vec beside = points({0.2, 0.3, 0.4}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0});
    const ContactPair pill = pair_of(PairKind::PointEdge, 0.1);
    const Barrier push = barrier(0.4, pill.stiffness, pill.reach);
    Vec g;
    EXPECT_DOUBLE_EQ(pill.gradient(beside, g), push.energy);
    const Vector3d n(0, 0.6, 0.8);
    const std::array<double, 4> weights = {1.0, -0.8, -0.2, 0.0};
    for (int i = 0; i < 4; ++i)
        EXPECT_LT((g.segment<3>(3L * i) - weights[i] * push.slope * n).norm(), 1e-14);
    EXPECT_DOUBLE_EQ(pill.normal_force(beside), -push.slope);

    const Vec apart = points({1.5, 1.2, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0});
    EXPECT_DOUBLE_EQ(pair_of(PairKind::PointPoint, 0.3).gap(apart), 1.0);
    EXPECT_DOUBLE_EQ(pair_of(PairKind::PointEdge, 0.3).gap(apart), 1.0);
}

TEST(ContactPair, IsTheSameWhereverItIs) {
    Random random(3);
    for (const auto& [kind, p] : places()) {
        const ContactPair pair = pair_of(kind);
        const Eigen::Quaterniond turn = random.rotation();
        const Vector3d shift = random.vector3(5.0);
        Vec there;
        for (int i = 0; i < 4; ++i)
            there.segment<3>(3L * i) = turn * p.segment<3>(3L * i) + shift;
        EXPECT_NEAR(pair.value(there), pair.value(p), 1e-12);
        // Neither a force nor a torque on the pair as a whole.
        Vec g;
        pair.gradient(p, g);
        Vector3d force = Vector3d::Zero();
        Vector3d torque = Vector3d::Zero();
        for (int i = 0; i < 4; ++i) {
            force += g.segment<3>(3L * i);
            torque += Vector3d(p.segment<3>(3L * i)).cross(Vector3d(g.segment<3>(3L * i)));
        }
        EXPECT_LT(force.norm(), 1e-13);
        EXPECT_LT(torque.norm(), 1e-13);
    }
}

TEST(ContactPair, HasAPositivePartThatIsNoLessThanItsHessian) {
    for (const auto& [kind, p] : places()) {
        const ContactPair pair = pair_of(kind);
        Vec g;
        Mat exact;
        pair.hessian(p, g, exact);
        Vec g_positive;
        Mat positive;
        EXPECT_DOUBLE_EQ(pair.positive_hessian(p, g_positive, positive), pair.value(p));
        EXPECT_LT((g_positive - g).norm(), 1e-15);
        EXPECT_GE(eigenvalues_of(positive)[0], -1e-12 * exact.norm());
        EXPECT_GE(eigenvalues_of(positive - exact)[0], -1e-12 * exact.norm());
        // And it is no more than twice the nearest positive matrix: steps stay long.
        Mat nearest = exact;
        clamp_to_psd(nearest);
        EXPECT_LE(positive.norm(), 2.0 * nearest.norm());
    }
}

TEST(ContactPair, ActsWithinReachAndOffset) {
    const ContactPair pair{.kind = PairKind::PointTriangle,
                           .stiffness = 1.0,
                           .reach = 0.1,
                           .offset = 0.2,
                           .parallel = 0.0};
    const auto at = [](double height) {
        return points({0.25, 0.25, height}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    };
    EXPECT_FALSE(pair.is_active(at(0.31)));
    EXPECT_EQ(pair.value(at(0.31)), 0.0);
    EXPECT_TRUE(pair.is_active(at(-0.29)));
    EXPECT_GT(pair.value(at(-0.29)), 0.0);
    EXPECT_EQ(pair.value(at(0.19)), std::numeric_limits<double>::infinity());
}

TEST(SoftBarrier, GoesOnAsAParabola) {
    const Barrier at = barrier(0.2, 3.0, 2.0);
    EXPECT_EQ(soft_barrier(0.5, 3.0, 2.0, 0.2).energy, barrier(0.5, 3.0, 2.0).energy);
    const Barrier below = soft_barrier(-0.3, 3.0, 2.0, 0.2);
    EXPECT_NEAR(below.energy, at.energy - 0.5 * at.slope + 0.125 * at.curvature, 1e-13);
    EXPECT_NEAR(below.slope, at.slope - 0.5 * at.curvature, 1e-13);
    EXPECT_EQ(below.curvature, at.curvature);
}

// Above, in the parabola and below the half-plane: the derivatives are exact, and without negative eigenvalues.
TEST(ContactPair, MeetsHalfPlanes) {
    ContactPair pair{.kind = PairKind::PointPlane,
                     .stiffness = 3.0,
                     .reach = 2.0,
                     .offset = 0.1,
                     .normal = Vector3d(0.36, 0.48, 0.8),
                     .soft = 0.2};
    const Vector3d foot(0.3, -0.2, 0.5);
    for (const double gap : {1.9, 0.7, 0.15, -0.6, 2.5}) {
        const Vector3d along = pair.normal.unitOrthogonal();
        const Vec p = points(foot + (gap + 0.1) * pair.normal + 0.4 * along, foot, foot, foot);
        EXPECT_NEAR(pair.gap(p), gap, 1e-14);
        EXPECT_EQ(pair.is_active(p), gap < 2.0);
        const double energy = pair.value(p);
        EXPECT_NEAR(energy, soft_barrier(gap, 3.0, 2.0, 0.2).energy, 1e-12);
        Vec g;
        Mat H;
        EXPECT_EQ(pair.hessian(p, g, H), energy);
        constexpr double STEP = 1e-6;
        for (int i = 0; i < 12; ++i) {
            Vec ahead = p;
            Vec behind = p;
            ahead[i] += STEP;
            behind[i] -= STEP;
            EXPECT_NEAR((pair.value(ahead) - pair.value(behind)) / (2.0 * STEP), g[i], 1e-7);
            Vec g_ahead;
            Vec g_behind;
            pair.gradient(ahead, g_ahead);
            pair.gradient(behind, g_behind);
            EXPECT_LT(((g_ahead - g_behind) / (2.0 * STEP) - H.col(i)).norm(), 1e-6);
        }
        Vec positive;
        Mat projected;
        pair.positive_hessian(p, positive, projected);
        EXPECT_EQ(projected, H);
        EXPECT_EQ((H + 1e-9 * Mat::Identity()).llt().info(), Eigen::Success);
    }
}
