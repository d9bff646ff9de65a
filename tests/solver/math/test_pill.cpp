// Pills against brute force.
#include "math/pill.hpp"

#include <gtest/gtest.h>

#include <array>

#include <algorithm>
#include <cmath>

#include "math/pack.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using test::Random;

Vec3<double> random_point(Random& random, double size) {
    const Eigen::Vector3d v = random.vector3(size);
    return {v.x(), v.y(), v.z()};
}

Pill<double> random_pill(Random& random) {
    return {random_point(random, 1.0), random_point(random, 1.0), random.uniform(0.05, 0.6),
            random.uniform(0.05, 0.6)};
}

double gap(const Pill<double>& a, double alpha, const Pill<double>& b, double beta) {
    const Vec3<double> away = a.centre(alpha) - b.centre(beta);
    return std::sqrt(dot(away, away)) - a.radius(alpha) - b.radius(beta);
}

double brute_force_gap(const Pill<double>& a, const Pill<double>& b, int steps) {
    double smallest = 1e30;
    for (int i = 0; i <= steps; ++i) {
        for (int k = 0; k <= steps; ++k) {
            smallest = std::min(smallest, gap(a, static_cast<double>(i) / steps, b,
                                              static_cast<double>(k) / steps));
        }
    }
    return smallest;
}

TEST(Pill, ProjectionIsTheNearestSphere) {
    Random random(3);
    for (int i = 0; i < 500; ++i) {
        const Pill<double> pill = random_pill(random);
        const Pill<double> point{random_point(random, 1.5), {}, 0.0, 0.0};
        const double t = project_on_pill(pill, point.c0);
        double smallest = 1e30;
        for (int k = 0; k <= 2000; ++k)
            smallest = std::min(smallest, gap(point, 0.0, pill, k / 2000.0));
        EXPECT_LE(gap(point, 0.0, pill, t), smallest + 1e-12);
    }
}

TEST(Pill, ProjectionOfAPillInsideItsOwnEndIsThatEnd) {
    const Pill<double> pill{{0, 0, 0}, {0.1, 0, 0}, 0.5, 0.2};
    EXPECT_EQ(project_on_pill(pill, {1.0, 0.3, 0.0}), 0.0);
    const Pill<double> turned{{0, 0, 0}, {0.1, 0, 0}, 0.2, 0.5};
    EXPECT_EQ(project_on_pill(turned, {-1.0, 0.3, 0.0}), 1.0);
    // No length at all.
    const Pill<double> sphere{{0, 0, 0}, {0, 0, 0}, 0.2, 0.2};
    const double t = project_on_pill(sphere, {1.0, 0.0, 0.0});
    EXPECT_TRUE(t >= 0.0 && t <= 1.0);
}

TEST(Pill, NearestSpheresMatchBruteForce) {
    Random random(4);
    for (int i = 0; i < 100; ++i) {
        const Pill<double> a = random_pill(random);
        const Pill<double> b = random_pill(random);
        const PillPair<double> pair = nearest_spheres(a, b);
        EXPECT_NEAR(pair.gap, gap(a, pair.alpha, b, pair.beta), 1e-12);
        const double smallest = brute_force_gap(a, b, 300);
        EXPECT_LE(pair.gap, smallest + 1e-6);
        EXPECT_GE(pair.gap, smallest - 0.01);
    }
}

TEST(Pill, NearestSpheresOfTwoPairsSideBySideAreThoseOfEach) {
    Random random(5);
    for (int i = 0; i < 50; ++i) {
        const std::array a{random_pill(random), random_pill(random)};
        const std::array b{random_pill(random), random_pill(random)};
        const std::array both = nearest_spheres(a, b);
        for (std::size_t n = 0; n < 2; ++n) {
            const PillPair<double> one = nearest_spheres(a[n], b[n]);
            EXPECT_EQ(both[n].alpha, one.alpha);
            EXPECT_EQ(both[n].beta, one.beta);
            EXPECT_EQ(both[n].gap, one.gap);
        }
    }
}

TEST(Pill, CrossingParallelAndTouchingPillsByHand) {
    const Pill<double> x{{-1, 0, 0}, {1, 0, 0}, 0.1, 0.1};
    const Pill<double> y{{0, -1, 0.5}, {0, 1, 0.5}, 0.1, 0.1};
    const PillPair<double> cross = nearest_spheres(x, y);
    EXPECT_NEAR(cross.alpha, 0.5, 1e-3);
    EXPECT_NEAR(cross.beta, 0.5, 1e-3);
    EXPECT_NEAR(cross.gap, 0.3, 1e-6);
    const Pill<double> beside{{-1, 0.2, 0}, {1, 0.2, 0}, 0.1, 0.1};
    EXPECT_NEAR(nearest_spheres(x, beside).gap, 0.0, 1e-12);
    const Pill<double> ahead{{1.5, 0, 0}, {3, 0, 0}, 0.1, 0.2};
    const PillPair<double> ends = nearest_spheres(x, ahead);
    EXPECT_EQ(ends.alpha, 1.0);
    EXPECT_EQ(ends.beta, 0.0);
    EXPECT_NEAR(ends.gap, 0.3, 1e-12);
}

TEST(Pill, FourAtOnceAreTheSameAsOneByOne) {
    Random random(5);
    Pill<double> a[4];
    Pill<double> b[4];
    Pill<Pack> packed_a;
    Pill<Pack> packed_b;
    const auto put = [](Vec3<Pack>& v, int lane, const Vec3<double>& value) {
        v.x.set(lane, value.x);
        v.y.set(lane, value.y);
        v.z.set(lane, value.z);
    };
    for (int lane = 0; lane < 4; ++lane) {
        a[lane] = random_pill(random);
        b[lane] = random_pill(random);
        put(packed_a.c0, lane, a[lane].c0);
        put(packed_a.c1, lane, a[lane].c1);
        put(packed_b.c0, lane, b[lane].c0);
        put(packed_b.c1, lane, b[lane].c1);
        packed_a.r0.set(lane, a[lane].r0);
        packed_a.r1.set(lane, a[lane].r1);
        packed_b.r0.set(lane, b[lane].r0);
        packed_b.r1.set(lane, b[lane].r1);
    }
    const PillPair<Pack> pairs = nearest_spheres(packed_a, packed_b);
    for (int lane = 0; lane < 4; ++lane) {
        const PillPair<double> pair = nearest_spheres(a[lane], b[lane]);
        EXPECT_NEAR(pairs.gap[lane], pair.gap, 1e-12);
    }
}

TEST(Pill, AxesAreAsFarApartAsBruteForceFinds) {
    Random random(5);
    constexpr int PLACES = 60;
    for (int trial = 0; trial < 200; ++trial) {
        const Pill<double> a = random_pill(random);
        Pill<double> b = random_pill(random);
        if (trial % 4 == 0) b.c1 = b.c0 + 0.7 * (a.c1 - a.c0);  // parallel
        if (trial % 10 == 1) b.c1 = b.c0;                       // a point
        double nearest = 1e9;
        for (int i = 0; i <= PLACES; ++i) {
            for (int j = 0; j <= PLACES; ++j) {
                const Vec3<double> away =
                    a.centre(double(i) / PLACES) - b.centre(double(j) / PLACES);
                nearest = std::min(nearest, std::sqrt(dot(away, away)));
            }
        }
        const double distance = std::sqrt(axis_distance_squared(a, b));
        EXPECT_LT(distance, nearest + 1e-9) << trial;
        EXPECT_NEAR(distance, nearest, 0.05) << trial;  // axes are at most 2 √3 long
        // What it is for: no spheres are nearer than the axes and the largest radii allow.
        EXPECT_GT(nearest_spheres(a, b).gap,
                  distance - std::max(a.r0, a.r1) - std::max(b.r0, b.r1) - 1e-9)
            << trial;
    }
}

}  // namespace
}  // namespace sinew
