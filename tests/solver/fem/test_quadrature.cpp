#include "fem/quadrature.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew {
namespace {

double factorial(int n) {
    return n <= 1 ? 1.0 : n * factorial(n - 1);
}

/// Mean of λ₀^i λ₁^j over a simplex of dimension d: i! j! d!/(i + j + d)!.
double mean_of_monomial(int i, int j, int d) {
    return factorial(i) * factorial(j) * factorial(d) / factorial(i + j + d);
}

template <int NODES, int POINTS>
double quadrature_of_monomial(const Quadrature<NODES, POINTS>& rule, int i, int j) {
    double sum = 0.0;
    for (int p = 0; p < POINTS; ++p)
        sum += rule.weights[p] * std::pow(rule.points[p][0], i) * std::pow(rule.points[p][1], j);
    return sum;
}

template <int NODES, int POINTS>
void expect_degree_two(const Quadrature<NODES, POINTS>& rule) {
    for (int i = 0; i <= 2; ++i) {
        for (int j = 0; i + j <= 2; ++j) {
            EXPECT_NEAR(quadrature_of_monomial(rule, i, j), mean_of_monomial(i, j, NODES - 1),
                        1e-15)
                << i << " " << j;
        }
    }
    // And not more: the test would notice if it could not tell.
    EXPECT_GT(std::abs(quadrature_of_monomial(rule, 3, 0) - mean_of_monomial(3, 0, NODES - 1)),
              1e-4);
}

TEST(Quadrature, OfATetrahedronIsExactForDegreeTwo) {
    expect_degree_two(TET_QUADRATURE);
}

TEST(Quadrature, OfATriangleIsExactForDegreeTwo) {
    expect_degree_two(TRIANGLE_QUADRATURE);
}

/// Every barycentric coordinate between 0 and 1, not on the border, and all of a point one in sum; weights positive.
template <int NODES, int POINTS>
bool lies_inside(const Quadrature<NODES, POINTS>& rule) {
    double weights = 0.0;
    for (int p = 0; p < POINTS; ++p) {
        double sum = 0.0;
        for (const double coordinate : rule.points[p]) {
            if (!(coordinate > 1e-3 && coordinate < 1.0 - 1e-3)) return false;
            sum += coordinate;
        }
        if (std::abs(sum - 1.0) > 1e-15 || !(rule.weights[p] > 0.0)) return false;
        weights += rule.weights[p];
    }
    return std::abs(weights - 1.0) < 1e-15;
}

TEST(Quadrature, PointsLieInside) {
    EXPECT_TRUE(lies_inside(TET_QUADRATURE));
    EXPECT_TRUE(lies_inside(TRIANGLE_QUADRATURE));
    EXPECT_TRUE(lies_inside(TRIANGLE_QUADRATURE_4));
    // Also of degree two, with points on the edges; and one whose points are outside, in sum one all the same.
    constexpr Quadrature<3, 3> ON_EDGES{{{{0.5, 0.5, 0.0}, {0.0, 0.5, 0.5}, {0.5, 0.0, 0.5}}},
                                        {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}};
    constexpr Quadrature<3, 3> OUTSIDE{{{{1.2, -0.1, -0.1}, {-0.1, 1.2, -0.1}, {-0.1, -0.1, 1.2}}},
                                       {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}};
    EXPECT_FALSE(lies_inside(ON_EDGES));
    EXPECT_FALSE(lies_inside(OUTSIDE));
    EXPECT_NEAR(TET_NEAR, (5.0 + 3.0 * std::sqrt(5.0)) / 20.0, 2e-16);
    EXPECT_NEAR(TET_FAR, (5.0 - std::sqrt(5.0)) / 20.0, 2e-16);
}

}  // namespace
}  // namespace sinew
