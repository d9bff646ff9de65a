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

TEST(Quadrature, PointsLieInside) {
    for (const auto& point : TET_QUADRATURE.points)
        EXPECT_NEAR(point[0] + point[1] + point[2] + point[3], 1.0, 1e-15);
    for (const auto& point : TRIANGLE_QUADRATURE.points)
        EXPECT_NEAR(point[0] + point[1] + point[2], 1.0, 1e-15);
    EXPECT_NEAR(TET_NEAR, (5.0 + 3.0 * std::sqrt(5.0)) / 20.0, 2e-16);
    EXPECT_NEAR(TET_FAR, (5.0 - std::sqrt(5.0)) / 20.0, 2e-16);
}

}  // namespace
}  // namespace sinew
