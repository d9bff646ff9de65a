#include "viperize/nearest_point.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace sinew::viperize {
namespace {

using Eigen::Vector3d;

std::size_t by_brute_force(const std::vector<Vector3d>& points, const Vector3d& at) {
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        if ((points[i] - at).squaredNorm() < (points[nearest] - at).squaredNorm()) nearest = i;
    }
    return nearest;
}

TEST(NearestPoint, IsThatOfBruteForce) {
    test::Random random(5);
    NearestPoint nearest;
    for (const int count : {1, 2, 7, 100, 3000}) {
        std::vector<Vector3d> points;
        for (int i = 0; i < count; ++i) {
            // On a bent sheet, every tenth twice.
            const double x = random.uniform(-1, 1);
            points.emplace_back(x, random.uniform(-0.3, 0.3), 0.5 * x * x);
            if (i % 10 == 9) points.push_back(points.back());
        }
        nearest.assign(points);
        for (int i = 0; i < 500; ++i) {
            const Vector3d at = random.vector3(i % 5 == 0 ? 20.0 : 1.0);
            double distance = 0.0;
            const std::size_t found = nearest.find(at, &distance);
            EXPECT_EQ(found, by_brute_force(points, at));
            EXPECT_DOUBLE_EQ(distance, (points[found] - at).squaredNorm());
        }
    }
}

TEST(NearestPoint, TakesPointsAtOnePlace) {
    NearestPoint nearest;
    nearest.assign(std::vector<Vector3d>(5, Vector3d(1, 2, 3)));
    EXPECT_EQ(nearest.find({0, 0, 0}), 0u);
}

}  // namespace
}  // namespace sinew::viperize
