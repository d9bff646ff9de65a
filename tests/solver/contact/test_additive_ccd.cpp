#include "contact/additive_ccd.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "base/parallel.hpp"
#include "contact/closest_points.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;

enum class MovingKind { PointTriangle, EdgeEdge, PointEdge, PointPoint };
constexpr MovingKind ALL_KINDS[] = {MovingKind::PointTriangle, MovingKind::EdgeEdge,
                                    MovingKind::PointEdge, MovingKind::PointPoint};

/// Of a point and an edge, the third corner is the last of the edge; of two points, the second.
struct MovingPair {
    MovingKind kind = MovingKind::PointTriangle;
    std::array<Vector3d, 4> x{};
    std::array<Vector3d, 4> dx{};
    double min_distance = 0.0;

    std::array<Vector3d, 4> at(double t) const {
        std::array<Vector3d, 4> moved;
        for (int i = 0; i < 4; ++i)
            moved[i] = x[i] + t * dx[i];
        return moved;
    }
    double distance(double t) const {
        const auto [p, a, b, c] = at(t);
        switch (kind) {
            case MovingKind::PointTriangle:
                return closest_point_triangle(p, a, b, c).between.norm();
            case MovingKind::EdgeEdge: return closest_edge_edge(p, a, b, c).between.norm();
            case MovingKind::PointEdge: return closest_edge_edge(p, p, a, b).between.norm();
            case MovingKind::PointPoint: break;
        }
        return (p - a).norm();
    }
    double toi(const CcdSettings& settings = {}) const {
        switch (kind) {
            case MovingKind::PointTriangle:
                return point_triangle_toi(x, dx, min_distance, settings);
            case MovingKind::EdgeEdge: return edge_edge_toi(x, dx, min_distance, settings);
            case MovingKind::PointEdge:
                return point_edge_toi({x[0], x[1], x[2]}, {dx[0], dx[1], dx[2]}, min_distance,
                                      settings);
            case MovingKind::PointPoint: break;
        }
        return point_point_toi({x[0], x[1]}, {dx[0], dx[1]}, min_distance, settings);
    }
    /// What must be kept.
    double kept(const CcdSettings& settings = {}) const {
        return min_distance + std::min(settings.kept_gap * (distance(0.0) - min_distance),
                                       settings.largest_kept_gap);
    }
};

/// The first time at which the distance is below `kept`, by sampling and bisection; 1 if never.
double first_time_below(const MovingPair& pair, double kept, int samples = 4000) {
    for (int i = 1; i <= samples; ++i) {
        double high = static_cast<double>(i) / samples;
        if (pair.distance(high) >= kept) continue;
        double low = static_cast<double>(i - 1) / samples;
        for (int k = 0; k < 60; ++k) {
            const double middle = 0.5 * (low + high);
            (pair.distance(middle) < kept ? high : low) = middle;
        }
        return low;
    }
    return 1.0;
}

/// Neither later than what sampling finds, nor earlier than the tolerance allows.
void expect_right(const MovingPair& pair, const CcdSettings& settings = {}) {
    const double kept = pair.kept(settings);
    const double toi = pair.toi(settings);
    ASSERT_GT(pair.distance(0.0), pair.min_distance);
    double size = 0.0;
    for (int i = 0; i < 4; ++i)
        size = std::max({size, pair.x[i].cwiseAbs().maxCoeff(), pair.dx[i].cwiseAbs().maxCoeff()});
    const double round_off = 1e-14 * size;
    EXPECT_GE(toi, 0.0);
    EXPECT_LE(toi, 1.0);
    EXPECT_LE(toi, first_time_below(pair, kept - round_off));
    if (toi < 1.0) {
        EXPECT_LE(pair.distance(toi),
                  kept + 1.01 * settings.tolerance * (kept - pair.min_distance) + round_off);
    }
}

MovingPair random_pair(test::Random& random, MovingKind kind, double speed) {
    MovingPair pair{.kind = kind};
    const Vector3d common = random.vector3(speed);
    for (int i = 0; i < 4; ++i) {
        pair.x[i] = random.vector3();
        pair.dx[i] = common + random.vector3(speed);
    }
    // Towards each other.
    const int first = kind == MovingKind::EdgeEdge ? 2 : 1;
    for (int i = 0; i < 4; ++i)
        pair.dx[i] += (i < first ? 1.0 : -1.0) * speed * (pair.x[3] - pair.x[0]);
    return pair;
}

TEST(AdditiveCcd, StopsWhereSamplingDoes) {
    test::Random random(41);
    int hits = 0;
    for (const MovingKind kind : ALL_KINDS)
        for (int i = 0; i < 400; ++i) {
            MovingPair pair = random_pair(random, kind, i % 2 == 0 ? 0.5 : 2.0);
            if (i % 3 == 0) pair.min_distance = 0.5 * pair.distance(0.0);
            expect_right(pair);
            if (pair.toi() < 1.0) ++hits;
        }
    EXPECT_GT(hits, 400);
    EXPECT_LT(hits, 1500);
}

TEST(AdditiveCcd, StopsWhereSamplingDoesAtAnySizeAndPlace) {
    test::Random random(42);
    for (const MovingKind kind : ALL_KINDS)
        for (const double size : {1e-8, 1e6})
            for (const double away : {0.0, 1e3})
                for (int i = 0; i < 20; ++i) {
                    MovingPair pair = random_pair(random, kind, 1.0);
                    for (int k = 0; k < 4; ++k) {
                        pair.x[k] = size * (pair.x[k] + Vector3d(away, -away, away));
                        pair.dx[k] *= size;
                    }
                    expect_right(pair);
                }
}

TEST(AdditiveCcd, CommonMotionNeverStops) {
    test::Random random(43);
    for (const MovingKind kind : ALL_KINDS)
        for (int i = 0; i < 100; ++i) {
            MovingPair pair = random_pair(random, kind, 1.0);
            pair.dx.fill(random.vector3(1000.0));
            EXPECT_EQ(pair.toi(), 1.0);
            pair.dx.fill(Vector3d::Zero());
            EXPECT_EQ(pair.toi(), 1.0);
        }
}

TEST(AdditiveCcd, AFastPairDoesNotPassThrough) {
    // A point through the middle of a triangle, and an edge through an edge, a thousand sizes in one step.
    const MovingPair point{.kind = MovingKind::PointTriangle,
                           .x = {Vector3d(0.3, 0.3, 1.0), {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                           .dx = {Vector3d(0, 0, -1000), {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    EXPECT_NEAR(point.toi(), 0.9e-3, 1e-6);
    expect_right(point);
    const MovingPair edges{.kind = MovingKind::EdgeEdge,
                           .x = {Vector3d(-1, 0, 1), {1, 0, 1}, {0, -1, 0}, {0, 1, 0}},
                           .dx = {Vector3d(0, 0, -500), {0, 0, -500}, {0, 0, 500}, {0, 0, 500}}};
    EXPECT_NEAR(edges.toi(), 0.9e-3, 1e-6);
    EXPECT_LE(edges.toi(), 0.9e-3);
}

TEST(AdditiveCcd, KeepsTheThickness) {
    MovingPair pair{.kind = MovingKind::PointTriangle,
                    .x = {Vector3d(0.3, 0.3, 1.0), {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                    .dx = {Vector3d(0, 0, -2), {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                    .min_distance = 0.4};
    EXPECT_NEAR(pair.toi(), 0.5 * (1.0 - 0.4 - 0.06), 1e-3);
    EXPECT_GE(pair.distance(pair.toi()), 0.46 - 1e-12);
    EXPECT_NEAR(pair.toi({.kept_gap = 0.5}), 0.5 * (1.0 - 0.7), 1e-3);
}

TEST(AdditiveCcd, VerticesMeetHeadOn) {
    // Corner on corner, corner on edge: through every kind of nearest point.
    const std::array<Vector3d, 4> still{Vector3d(0, 0, 0), {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    for (const Vector3d& target :
         {Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(0, 1, 0), Vector3d(0.5, 0, 0),
          Vector3d(0.5, 0.5, 0), Vector3d(0.2, 0.3, 0)})
        for (const Vector3d& start :
             {Vector3d(0, 0, 1), Vector3d(-1, -2, 0), Vector3d(3, 1, 2), Vector3d(0.1, -3, 0.01)}) {
            MovingPair pair{.x = still};
            pair.x[0] = start;
            pair.dx.fill(Vector3d::Zero());
            pair.dx[0] = 2.0 * (target - start);
            expect_right(pair);
            EXPECT_LT(pair.toi(), 0.5);
        }
    const MovingPair ends{.kind = MovingKind::EdgeEdge,
                          .x = {Vector3d(0, 0, 0), {1, 0, 0}, {2, 0, 0}, {3, 0, 0}},
                          .dx = {Vector3d(1, 0, 0), {1, 0, 0}, {-1, 0, 0}, {-1, 0, 0}}};
    EXPECT_NEAR(ends.toi(), 0.45, 1e-3);
    expect_right(ends);
    const MovingPair points{.kind = MovingKind::PointPoint,
                            .x = {Vector3d(0, 0, 0), {1, 1, 1}},
                            .dx = {Vector3d(2, 2, 2), {0, 0, 0}}};
    EXPECT_NEAR(points.toi(), 0.45, 1e-3);
}

TEST(AdditiveCcd, ParallelEdgesSlidePastEachOther) {
    for (const double tilt : {0.0, 1e-16, 1e-12, 1e-8, 1e-4}) {
        SCOPED_TRACE(tilt);
        MovingPair pair{.kind = MovingKind::EdgeEdge,
                        .x = {Vector3d(-3, 0, 0.01), {-2, tilt, 0.01}, {0, 0, 0}, {1, 0, 0}},
                        .dx = {Vector3d(6, 0, 0), {6, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
        // A tenth of the distance at the start is more than the gap, so this needs a limit.
        EXPECT_LT(pair.toi(), 0.4);
        expect_right(pair);
        EXPECT_EQ(pair.toi({.largest_kept_gap = 0.009}), 1.0);
        expect_right(pair, {.largest_kept_gap = 0.011});
        EXPECT_LT(pair.toi({.largest_kept_gap = 0.011}), 0.4);
        // Now down onto the other.
        for (Vector3d* dx : {&pair.dx[0], &pair.dx[1]})
            *dx = Vector3d(2.5, 0, -0.02);
        expect_right(pair);
        EXPECT_LT(pair.toi(), 1.0);
        // Side by side from the start.
        pair.x[0].x() = 0.2;
        pair.x[1].x() = 0.9;
        for (Vector3d* dx : {&pair.dx[0], &pair.dx[1]})
            *dx = Vector3d(0.05, 0, -0.02);
        expect_right(pair);
        EXPECT_NEAR(pair.toi(), 0.45, 1e-3);
    }
}

TEST(AdditiveCcd, NearlyParallelEdgesNeverCross) {
    test::Random random(44);
    for (int i = 0; i < 300; ++i) {
        const double tilt = std::pow(10.0, random.uniform(-16.0, -1.0));
        const double gap = std::pow(10.0, random.uniform(-9.0, -1.0));
        MovingPair pair{.kind = MovingKind::EdgeEdge,
                        .x = {Vector3d(0, 0, gap), {1, 0, gap}, {-0.3, 0, 0}, {0.8, 0, 0}}};
        for (int k = 0; k < 4; ++k) {
            pair.x[k] += random.vector3(tilt);
            pair.dx[k] = Vector3d(0, 0, k < 2 ? -3.0 * gap : 0.0) + random.vector3(tilt);
        }
        if (pair.distance(0.0) < 0.1 * gap) continue;
        expect_right(pair);
    }
}

TEST(AdditiveCcd, NeedlesAndLargeTrianglesKeepSmallGaps) {
    test::Random random(45);
    for (int i = 0; i < 300; ++i) {
        const double width = std::pow(10.0, random.uniform(-10.0, 0.0));
        const double gap = std::pow(10.0, random.uniform(-9.0, -1.0));
        MovingPair pair{
            .x = {Vector3d(random.uniform(-0.2, 1.2), width * random.uniform(-1.0, 1.0), gap),
                  {0, 0, 0},
                  {1, 0, 0},
                  {random.uniform(0.0, 1.0), width, 0}}};
        for (int k = 0; k < 4; ++k)
            pair.dx[k] = Vector3d(0, 0, k < 1 ? -3.0 * gap : 0.0) + random.vector3(0.3 * gap);
        expect_right(pair);
    }
    // Without area, without length.
    MovingPair line{.x = {Vector3d(0.5, 0, 1), {0, 0, 0}, {1, 0, 0}, {2, 0, 0}}};
    line.dx.fill(Vector3d::Zero());
    line.dx[0].z() = -2.0;
    EXPECT_NEAR(line.toi(), 0.45, 1e-3);
    MovingPair spot = line;
    spot.x[2] = spot.x[3] = spot.x[1];
    spot.dx[0] = -2.0 * spot.x[0];
    EXPECT_NEAR(spot.toi(), 0.45, 1e-3);
    spot.kind = MovingKind::EdgeEdge;
    spot.x[1] = spot.x[0];
    spot.dx[1] = spot.dx[0];
    EXPECT_NEAR(spot.toi(), 0.45, 1e-3);
}

TEST(AdditiveCcd, PositionsAfterTheStepKeepTheDistance) {
    // Round-off of x + t dx is larger than the gap that is kept.
    test::Random random(46);
    for (const MovingKind kind : ALL_KINDS)
        for (int i = 0; i < 300; ++i) {
            MovingPair pair = random_pair(random, kind, 1.0);
            const Vector3d away = random.vector3(1e5);
            for (int k = 0; k < 4; ++k)
                pair.x[k] += away;
            pair.min_distance = pair.distance(0.0) - 1e-9;
            EXPECT_GE(pair.distance(pair.toi({.kept_gap = 1e-3})), pair.min_distance);
        }
}

TEST(AdditiveCcd, APairThatIsTooNearMayOnlyMoveApart) {
    MovingPair pair{.x = {Vector3d(0.3, 0.3, 0.01), {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                    .min_distance = 0.02};
    pair.dx.fill(Vector3d::Zero());
    for (const double rise : {-1.0, -1e-6, 1e-6, 1.0}) {
        pair.dx[0] = Vector3d(0, 0, rise);
        EXPECT_EQ(pair.toi(), rise < 0.0 ? 0.0 : 1.0);
    }
    // Apart at first, then back: as near as at the start is allowed.
    pair.x[0] = Vector3d(2, 0, 0);
    pair.min_distance = 1.5;
    pair.dx[0] = Vector3d(-4, 0.5, 0);
    EXPECT_EQ(pair.toi(), 0.0);
    pair.dx[0] = Vector3d(0, 1, 0);
    pair.dx[1] = Vector3d(0, 0.5, 0);
    EXPECT_EQ(pair.toi(), 1.0);
    // Another corner rises, but stays lower than the nearest one.
    const MovingPair tilting{.x = {Vector3d(0, 0, 0.01), {0, 0, 0}, {1, 0, -0.004}, {0, 1, -0.004}},
                             .dx = {Vector3d(0, 0, 0), {0, 0, 0}, {0, 0, 0.003}, {0, 0, 0}},
                             .min_distance = 0.02};
    EXPECT_EQ(tilting.toi(), 1.0);
}

TEST(AdditiveCcd, PartsThatTouchMayMoveApart) {
    // On a vertex, on an edge, inside.
    for (const Vector3d& start :
         {Vector3d(0, 0, 0), Vector3d(0.5, 0, 0), Vector3d(0.25, 0.25, 0)}) {
        MovingPair pair{.x = {start, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
        pair.dx.fill(Vector3d::Zero());
        for (const double rise : {1.0, -1.0}) {
            pair.dx[0] = Vector3d(0.1, 0.2, rise);
            EXPECT_EQ(pair.toi(), 1.0);
        }
        // One corner of the triangle follows.
        pair.dx[0] = Vector3d(0, 0, 1);
        pair.dx[2] = Vector3d(0, 0, 2);
        EXPECT_EQ(pair.toi(), 0.0);
    }
    const MovingPair crossing{.kind = MovingKind::EdgeEdge,
                              .x = {Vector3d(-1, 0, 0), {1, 0, 0}, {0, -1, 0}, {0, 1, 0}},
                              .dx = {Vector3d(0, 0, 1), {0, 0, -1}, {0, 0, 0}, {0, 0, 0}}};
    EXPECT_EQ(crossing.toi(), 0.0);
    MovingPair same_point{.kind = MovingKind::PointPoint};
    same_point.x.fill(Vector3d(1, 2, 3));
    same_point.dx.fill(Vector3d(1, 1, 1));
    EXPECT_EQ(same_point.toi(), 1.0);
    same_point.dx[0] = Vector3d(2, 1, 1);
    EXPECT_EQ(same_point.toi(), 1.0);
}

TEST(AdditiveCcd, TheCapOfStepsIsSafe) {
    test::Random random(47);
    for (const int max_steps : {1, 2, 3})
        for (const MovingKind kind : ALL_KINDS)
            for (int i = 0; i < 50; ++i) {
                const MovingPair pair = random_pair(random, kind, 2.0);
                const double toi = pair.toi({.max_steps = max_steps});
                EXPECT_LE(toi, pair.toi());
                EXPECT_LE(toi, first_time_below(pair, pair.kept() - 1e-13, 1000));
            }
}

/// Many pairs of each kind, in one mesh.
struct MovingScene {
    ContactMesh mesh;
    ContactCandidates candidates;
    std::vector<Vector3d> x;
    std::vector<Vector3d> dx;
    std::vector<MovingPair> pairs;  ///< in the order of the candidates
};

MovingScene moving_scene(int pairs_of_each) {
    MovingScene scene;
    test::Random random(48);
    for (const MovingKind kind : ALL_KINDS)
        for (int i = 0; i < pairs_of_each; ++i) {
            MovingPair pair = random_pair(random, kind, 1.0);
            const double radius = random.uniform(0.0, 0.1 * pair.distance(0.0));
            pair.min_distance = 2.0 * radius;
            const int first = static_cast<int>(scene.x.size());
            scene.x.insert(scene.x.end(), pair.x.begin(), pair.x.end());
            scene.dx.insert(scene.dx.end(), pair.dx.begin(), pair.dx.end());
            scene.mesh.radii.insert(scene.mesh.radii.end(), 4, radius);
            // Only the thickest counts.
            if (kind == MovingKind::PointTriangle) scene.mesh.radii[first + 2] *= 0.5;
            scene.pairs.push_back(pair);
            ContactCandidates& list = scene.candidates;
            switch (kind) {
                case MovingKind::PointTriangle:
                    list.point_triangles.push_back({first, first + 1, first + 2, first + 3});
                    break;
                case MovingKind::EdgeEdge:
                    list.edge_edges.push_back({first, first + 1, first + 2, first + 3});
                    break;
                case MovingKind::PointEdge:
                    list.point_edges.push_back({first, first + 1, first + 2});
                    break;
                case MovingKind::PointPoint: list.point_points.push_back({first, first + 1});
            }
        }
    scene.mesh.points = static_cast<int>(scene.x.size());
    return scene;
}

TEST(ImpactSearch, GivesTheTimesOfSinglePairsOnAnyNumberOfThreads) {
    const MovingScene scene = moving_scene(4099);
    std::vector<double> expected;
    for (const MovingPair& pair : scene.pairs)
        expected.push_back(pair.toi());
    for (const int threads : {1, 2, 4}) {
        ThreadPool pool(threads);
        ImpactSearch search(scene.mesh);
        ImpactTimes times;
        double earliest = 0.0;
        pool.run([&] {
            search.all(scene.candidates, scene.x, scene.dx, times);
            earliest = search.earliest(scene.candidates, scene.x, scene.dx);
        });
        std::vector<double> all = times.point_triangles;
        for (const auto* list : {&times.edge_edges, &times.point_edges, &times.point_points})
            all.insert(all.end(), list->begin(), list->end());
        ASSERT_EQ(all.size(), expected.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            EXPECT_NEAR(all[i], expected[i], 1e-9);
        EXPECT_EQ(earliest, *std::min_element(all.begin(), all.end()));
        EXPECT_GT(earliest, 0.0);
        EXPECT_LT(earliest, 0.5);
    }
}

TEST(ImpactSearch, EarliestIsThatOfEachKindAlone) {
    const MovingScene scene = moving_scene(50);
    ImpactSearch search(scene.mesh);
    ImpactTimes times;
    search.all(scene.candidates, scene.x, scene.dx, times);
    const auto least = [](const std::vector<double>& list) {
        return *std::min_element(list.begin(), list.end());
    };
    ContactCandidates only;
    EXPECT_EQ(search.earliest(only, scene.x, scene.dx), 1.0);
    only.point_triangles = scene.candidates.point_triangles;
    EXPECT_EQ(search.earliest(only, scene.x, scene.dx), least(times.point_triangles));
    only = {};
    only.edge_edges = scene.candidates.edge_edges;
    EXPECT_EQ(search.earliest(only, scene.x, scene.dx), least(times.edge_edges));
    only = {};
    only.point_edges = scene.candidates.point_edges;
    EXPECT_EQ(search.earliest(only, scene.x, scene.dx), least(times.point_edges));
    only = {};
    only.point_points = scene.candidates.point_points;
    EXPECT_EQ(search.earliest(only, scene.x, scene.dx), least(times.point_points));
}

}  // namespace
}  // namespace sinew
