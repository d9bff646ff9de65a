#include "viper/segment_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "support/random.hpp"

namespace sinew::viper {
namespace {

double distance_to(const SegmentGrid::Segment& segment, const Eigen::Vector3d& x) {
    const Eigen::Vector3d along = segment.b - segment.a;
    const double t = std::clamp(along.dot(x - segment.a) / along.squaredNorm(), 0.0, 1.0);
    const double radius = segment.radius_a + t * (segment.radius_b - segment.radius_a);
    return (segment.a + t * along - x).norm() - radius;
}

TEST(SegmentGrid, FindsWhatBruteForceFinds) {
    test::Random random(51);
    std::vector<SegmentGrid::Segment> segments;
    for (int i = 0; i < 200; ++i) {
        const Eigen::Vector3d a = random.vector3(2.0);
        segments.push_back(
            {a, a + random.vector3(0.3), random.uniform(0.01, 0.2), random.uniform(0.01, 0.2), i});
    }
    const SegmentGrid grid(segments);
    for (int i = 0; i < 500; ++i) {
        const Eigen::Vector3d x = random.vector3(i % 10 == 0 ? 20.0 : 2.5);
        double best = std::numeric_limits<double>::infinity();
        for (const SegmentGrid::Segment& segment : segments)
            best = std::min(best, distance_to(segment, x));
        const SegmentGrid::Nearest found = grid.nearest(x);
        EXPECT_NEAR(found.distance, best, 1e-12);
        EXPECT_NEAR(distance_to(segments[found.segment], x), best, 1e-12);
    }
}

TEST(SegmentGrid, ManyShortSegmentsOfAThickRodAreFoundQuickly) {
    // 10,000 queries at 100 segment lengths from the axis: minutes if the cells follow the length alone.
    std::vector<SegmentGrid::Segment> segments;
    for (int i = 0; i < 1000; ++i) {
        const double x = 0.001 * i;
        segments.push_back({{x, 0, 0}, {x + 0.001, 0, 0}, 0.1, 0.1, i});
    }
    const SegmentGrid grid(segments);
    for (int i = 0; i < 10000; ++i) {
        const double x = 0.0001 * i;
        EXPECT_NEAR(grid.nearest({x, 0.06, 0.08}).distance, 0.0, 1e-12);
    }
}

TEST(SegmentGrid, WorksForOneSegment) {
    const SegmentGrid grid({{Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX(), 0.1, 0.1, 7}});
    const SegmentGrid::Nearest found = grid.nearest(Eigen::Vector3d(0.25, 1.0, 0.0));
    EXPECT_DOUBLE_EQ(found.t, 0.25);
    EXPECT_DOUBLE_EQ(found.distance, 0.9);
}

}  // namespace
}  // namespace sinew::viper
