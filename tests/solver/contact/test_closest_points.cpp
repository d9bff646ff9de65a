#include "contact/closest_points.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <random>

using namespace sinew;
using Eigen::Vector3d;

namespace {

struct FourPoints {
    std::array<Vector3d, 4> p;
};

FourPoints random_points(std::mt19937& random, double size = 1.0,
                         const Vector3d& origin = Vector3d::Zero()) {
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    FourPoints four;
    for (Vector3d& p : four.p)
        p = origin + size * Vector3d(number(random), number(random), number(random));
    return four;
}

ClosestPoints point_triangle(const FourPoints& four) {
    return closest_point_triangle(four.p[0], four.p[1], four.p[2], four.p[3]);
}

ClosestPoints edge_edge(const FourPoints& four) {
    return closest_edge_edge(four.p[0], four.p[1], four.p[2], four.p[3]);
}

Vector3d sum_of(const std::array<double, 4>& weights, const FourPoints& four) {
    Vector3d sum = Vector3d::Zero();
    for (int i = 0; i < 4; ++i)
        sum += weights[i] * four.p[i];
    return sum;
}

constexpr int STEPS = 60;

/// Smallest distance to a fine net of points on the triangle: at least the true one.
double sampled_point_triangle(const FourPoints& four) {
    double smallest = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= STEPS; ++i) {
        for (int j = 0; i + j <= STEPS; ++j) {
            const double u = static_cast<double>(i) / STEPS;
            const double v = static_cast<double>(j) / STEPS;
            smallest = std::min(smallest, sum_of({1.0, u + v - 1.0, -u, -v}, four).norm());
        }
    }
    return smallest;
}

double sampled_edge_edge(const FourPoints& four) {
    double smallest = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= STEPS; ++i) {
        for (int j = 0; j <= STEPS; ++j) {
            const double s = static_cast<double>(i) / STEPS;
            const double t = static_cast<double>(j) / STEPS;
            smallest = std::min(smallest, sum_of({1.0 - s, s, t - 1.0, -t}, four).norm());
        }
    }
    return smallest;
}

void expect_within_sampling(double distance, double sampled) {
    EXPECT_LE(distance, sampled + 1e-12);
    EXPECT_GE(distance, sampled - 4.0 / STEPS);
}

}  // namespace

TEST(ClosestPoints, OfPointAndTriangleAreNearest) {
    std::mt19937 random(1);
    for (int k = 0; k < 500; ++k) {
        const FourPoints four = random_points(random);
        const ClosestPoints closest = point_triangle(four);
        expect_within_sampling(closest.between.norm(), sampled_point_triangle(four));
        EXPECT_LT((sum_of(closest.weights, four) - closest.between).norm(), 1e-12);
        EXPECT_EQ(closest.weights[0], 1.0);
        EXPECT_NEAR(closest.weights[1] + closest.weights[2] + closest.weights[3], -1.0, 1e-14);
        for (int i = 1; i < 4; ++i)
            EXPECT_LE(closest.weights[i], 0.0);
    }
}

TEST(ClosestPoints, OfTwoEdgesAreNearest) {
    std::mt19937 random(2);
    for (int k = 0; k < 500; ++k) {
        const FourPoints four = random_points(random);
        const ClosestPoints closest = edge_edge(four);
        expect_within_sampling(closest.between.norm(), sampled_edge_edge(four));
        EXPECT_LT((sum_of(closest.weights, four) - closest.between).norm(), 1e-12);
        EXPECT_NEAR(closest.weights[0] + closest.weights[1], 1.0, 1e-14);
        EXPECT_NEAR(closest.weights[2] + closest.weights[3], -1.0, 1e-14);
        EXPECT_GE(std::min(closest.weights[0], closest.weights[1]), 0.0);
        EXPECT_LE(std::max(closest.weights[2], closest.weights[3]), 0.0);
    }
}

TEST(ClosestPoints, NameCornersAndEdgesByZeroWeights) {
    const Vector3d a(0, 0, 0);
    const Vector3d b(1, 0, 0);
    const Vector3d c(0, 1, 0);
    const std::array<double, 4> corner = {1.0, -1.0, 0.0, 0.0};
    EXPECT_EQ(closest_point_triangle({-1, -2, 0.5}, a, b, c).weights, corner);
    const std::array<double, 4> edge = {1.0, -0.5, -0.5, 0.0};
    EXPECT_EQ(closest_point_triangle({0.5, -1, 0.5}, a, b, c).weights, edge);
    // Above an edge and above a corner: the point belongs to the edge and to the corner.
    EXPECT_EQ(closest_point_triangle({0.5, 0, 0.25}, a, b, c).weights, edge);
    EXPECT_EQ(closest_point_triangle({0, 0, 0.25}, a, b, c).weights, corner);
    const std::array<double, 4> ends = {0.0, 1.0, -1.0, 0.0};
    EXPECT_EQ(closest_edge_edge({0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {3, 2, 1}).weights, ends);
}

TEST(ClosestPoints, OfParallelEdgesLieAtAnEnd) {
    const ClosestPoints closest =
        closest_edge_edge({0, 0, 0}, {1, 0, 0}, {0.25, 0, 0.5}, {2, 0, 0.5});
    EXPECT_DOUBLE_EQ(closest.between.norm(), 0.5);
    const int zeros =
        static_cast<int>(std::count(closest.weights.begin(), closest.weights.end(), 0.0));
    EXPECT_GE(zeros, 1);
}

TEST(ClosestPoints, OfShapesWithoutExtentAreThoseOfWhatIsLeft) {
    const Vector3d p(0, 0, 1);
    // A triangle that is a line, and one that is a point.
    EXPECT_DOUBLE_EQ(closest_point_triangle(p, {-1, 0, 0}, {1, 0, 0}, {3, 0, 0}).between.norm(),
                     1.0);
    EXPECT_DOUBLE_EQ(closest_point_triangle(p, {3, 0, 1}, {3, 0, 1}, {3, 0, 1}).between.norm(),
                     3.0);
    EXPECT_DOUBLE_EQ(closest_edge_edge(p, p, {-1, 0, 0}, {1, 0, 0}).between.norm(), 1.0);
    EXPECT_DOUBLE_EQ(closest_edge_edge(p, p, {0, 2, 1}, {0, 2, 1}).between.norm(), 2.0);
}

TEST(ClosestPoints, KeepTheirDigitsFarFromTheOrigin) {
    const Vector3d far(4096.0, -8192.0, 2048.0);
    const double gap = std::ldexp(1.0, -30);
    const Vector3d up(0, 0, gap);
    EXPECT_DOUBLE_EQ(closest_point_triangle(far + up + Vector3d(0.25, 0.25, 0), far,
                                            far + Vector3d(1, 0, 0), far + Vector3d(0, 1, 0))
                         .between.norm(),
                     gap);
    EXPECT_DOUBLE_EQ(
        closest_edge_edge(far + up + Vector3d(0.25, -1, 0), far + up + Vector3d(0.25, 1, 0), far,
                          far + Vector3d(1, 0, 0))
            .between.norm(),
        gap);
}
