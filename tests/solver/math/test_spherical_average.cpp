#include "math/spherical_average.hpp"

#include <gtest/gtest.h>

#include <array>

#include "support/random.hpp"

namespace sinew {
namespace {

TEST(SphericalAverage, OfTwoIsSphericalLinearInterpolation) {
    test::Random random(1);
    const Quaterniond a = random.rotation();
    const Vector3d theta(0.4, -1.1, 0.3);
    const std::array<Quaterniond, 2> q{a, exp_quaternion(theta) * a};
    for (const double t : {0.0, 0.25, 0.7, 1.0}) {
        const Quaterniond average = spherical_average(q, std::array{1.0 - t, t});
        EXPECT_LT((average.coeffs() - (exp_quaternion(t * theta) * a).coeffs()).norm(), 1e-14);
    }
}

TEST(SphericalAverage, HasNoFirstMomentAboutItself) {
    test::Random random(2);
    const std::array weights{0.1, 0.4, 0.2, 0.3};
    std::array<Quaterniond, 4> q;
    const Quaterniond centre = random.rotation();
    for (Quaterniond& one : q)
        one = exp_quaternion(random.vector3(0.6)) * centre;
    const Quaterniond average = spherical_average(q, weights);
    Vector3d moment = Vector3d::Zero();
    for (std::size_t i = 0; i < 4; ++i)
        moment += weights[i] * log_quaternion(q[i] * average.conjugate());
    EXPECT_LT(moment.norm(), 1e-14);
    // Turning all rotations turns the average, from either side.
    const Quaterniond turn = random.rotation();
    std::array<Quaterniond, 4> left = q;
    std::array<Quaterniond, 4> right = q;
    for (std::size_t i = 0; i < 4; ++i) {
        left[i] = turn * q[i];
        right[i] = q[i] * turn;
    }
    EXPECT_LT((spherical_average(left, weights).coeffs() - (turn * average).coeffs()).norm(),
              1e-14);
    EXPECT_LT((spherical_average(right, weights).coeffs() - (average * turn).coeffs()).norm(),
              1e-14);
}

TEST(SphericalAverage, StaysOnTheBranchAndIsAlwaysARotation) {
    const Quaterniond q = exp_quaternion({0.0, 0.0, 3.0 * M_PI});
    const Quaterniond average = spherical_average(std::array{q, q}, std::array{0.5, 0.5});
    EXPECT_LT((average.coeffs() - q.coeffs()).norm(), 1e-15);
    const Quaterniond opposite(-q.coeffs());
    const Quaterniond any = spherical_average(std::array{q, opposite}, std::array{0.5, 0.5});
    EXPECT_NEAR(any.norm(), 1.0, 1e-15);
}

}  // namespace
}  // namespace sinew
