#include "contact/contact_candidates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "contact/closest_points.hpp"
#include "support/random.hpp"

namespace sinew {
namespace {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

/// A mesh and a motion.
struct MotionScene {
    std::string name;
    ContactMesh mesh;
    std::vector<Vector3d> from;
    std::vector<Vector3d> to;
    std::vector<double> reach;
};

void add_edges_of_triangles(ContactMesh& mesh) {
    std::set<std::array<int, 2>> edges;
    for (const auto& [a, b, c] : mesh.triangles)
        for (const auto& [i, k] : {std::array{a, b}, std::array{b, c}, std::array{c, a}})
            edges.insert({std::min(i, k), std::max(i, k)});
    mesh.edges.insert(mesh.edges.end(), edges.begin(), edges.end());
}

/// Sheets of squares cut into triangles, one above the other; each is a surface.
MotionScene sheets(int layers, int squares, double gap, double size = 1.0,
                   const Vector3d& at = {0, 0, 0}) {
    MotionScene scene;
    ContactMesh& mesh = scene.mesh;
    test::Random random(31);
    const int side = squares + 1;
    for (int layer = 0; layer < layers; ++layer) {
        const int first = layer * side * side;
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                scene.from.push_back(
                    at + size * (Vector3d(x, y, 0) / squares + Vector3d(0, 0, layer * gap)));
                scene.to.push_back(scene.from.back() + random.vector3(0.2 * size * gap));
                mesh.surfaces.push_back(layer);
            }
        for (int y = 0; y < squares; ++y)
            for (int x = 0; x < squares; ++x) {
                const int corner = first + y * side + x;
                mesh.triangles.push_back({corner, corner + 1, corner + side});
                mesh.triangles.push_back({corner + 1, corner + side + 1, corner + side});
            }
    }
    mesh.points = static_cast<int>(scene.from.size());
    mesh.rules = ContactRules(layers);
    add_edges_of_triangles(mesh);
    scene.reach.assign(mesh.points, 0.4 * size * gap);
    return scene;
}

/// Triangles, rods and loose points in a box.
MotionScene soup(int triangles, int rods, int loose_points) {
    MotionScene scene;
    ContactMesh& mesh = scene.mesh;
    test::Random random(32);
    const auto add_part = [&](int corners) {
        const Vector3d centre = random.vector3();
        const int first = static_cast<int>(scene.from.size());
        for (int i = 0; i < corners; ++i) {
            scene.from.push_back(centre + random.vector3(0.15));
            scene.to.push_back(scene.from.back() + random.vector3(0.05));
            scene.reach.push_back(random.uniform(0.0, 0.05));
            mesh.radii.push_back(random.uniform(0.0, 0.02));
        }
        return first;
    };
    for (int i = 0; i < rods; ++i) {
        const int first = add_part(3);
        mesh.edges.push_back({first, first + 1});
        mesh.edges.push_back({first + 1, first + 2});
    }
    for (int i = 0; i < triangles; ++i) {
        const int first = add_part(3);
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    for (int i = 0; i < loose_points; ++i)
        add_part(1);
    mesh.points = static_cast<int>(scene.from.size());
    add_edges_of_triangles(mesh);
    return scene;
}

template <std::size_t COUNT>
AlignedBox3d box_of(const MotionScene& scene, const std::vector<Vector3d>& x,
                    const std::array<int, COUNT>& corners) {
    AlignedBox3d box;
    for (const int i : corners) {
        const double inflation = scene.reach[i] + scene.mesh.radius(i);
        box.extend(x[i] + Vector3d::Constant(inflation));
        box.extend(x[i] - Vector3d::Constant(inflation));
    }
    return box;
}

/// Whether all that both sweep is nearer than `tolerance` and no gap along an axis is larger than that at both ends of the way.
template <std::size_t FIRST, std::size_t SECOND>
bool overlap_on_the_way(const MotionScene& scene, const std::array<int, FIRST>& a,
                        const std::array<int, SECOND>& b, double tolerance) {
    const AlignedBox3d a0 = box_of(scene, scene.from, a);
    const AlignedBox3d a1 = box_of(scene, scene.to, a);
    const AlignedBox3d b0 = box_of(scene, scene.from, b);
    const AlignedBox3d b1 = box_of(scene, scene.to, b);
    AlignedBox3d swept = a0.merged(a1);
    swept.min().array() -= tolerance;
    swept.max().array() += tolerance;
    if (!swept.intersects(b0.merged(b1))) return false;
    for (int axis = 0; axis < 3; ++axis) {
        const auto gap = [&](const AlignedBox3d& below, const AlignedBox3d& above) {
            return above.min()[axis] - below.max()[axis];
        };
        if (std::min(gap(a0, b0), gap(a1, b1)) > tolerance) return false;
        if (std::min(gap(b0, a0), gap(b1, a1)) > tolerance) return false;
    }
    return true;
}

template <std::size_t FIRST, std::size_t SECOND>
double rest_distance(const ContactMesh& mesh, const std::array<int, FIRST>& a,
                     const std::array<int, SECOND>& b) {
    const auto& x = mesh.rest_positions;
    if constexpr (SECOND == 3)
        return closest_point_triangle(x[a[0]], x[b[0]], x[b[1]], x[b[2]]).between.norm();
    else
        return closest_edge_edge(x[a[0]], x[a[FIRST - 1]], x[b[0]], x[b[SECOND - 1]])
            .between.norm();
}

/// Boxes within `tolerance` of each other count as overlapping.
template <std::size_t FIRST, std::size_t SECOND>
std::vector<std::array<int, FIRST + SECOND>> brute_force(
    const MotionScene& scene, const std::vector<std::array<int, FIRST>>& first,
    const std::vector<std::array<int, SECOND>>& second, bool is_self, double tolerance) {
    const ContactMesh& mesh = scene.mesh;
    std::vector<std::array<int, FIRST + SECOND>> pairs;
    for (std::size_t a = 0; a < first.size(); ++a)
        for (std::size_t b = is_self ? a + 1 : 0; b < second.size(); ++b) {
            bool may_meet = mesh.rules.meets(mesh.surface(first[a][0]), mesh.surface(second[b][0]));
            for (const int i : first[a])
                may_meet &= std::find(second[b].begin(), second[b].end(), i) == second[b].end();
            if (!may_meet || !overlap_on_the_way(scene, first[a], second[b], tolerance)) continue;
            if (!mesh.rest_positions.empty() &&
                mesh.surface(first[a][0]) == mesh.surface(second[b][0]) &&
                rest_distance(mesh, first[a], second[b]) <
                    mesh.radius(first[a]) + mesh.radius(second[b]) + mesh.rest_margin)
                continue;
            std::array<int, FIRST + SECOND> pair;
            std::copy(first[a].begin(), first[a].end(), pair.begin());
            std::copy(second[b].begin(), second[b].end(), pair.begin() + FIRST);
            pairs.push_back(pair);
        }
    return pairs;
}

ContactCandidates found(const MotionScene& scene) {
    CandidateSearch search(scene.mesh);
    ContactCandidates candidates;
    search.find(scene.from, scene.to, scene.reach, candidates);
    return candidates;
}

/// The order of brute force is that which is promised, so lists without tolerance must be parts of those found, in the same order.
template <class Pair>
void expect_between(const std::vector<Pair>& least, const std::vector<Pair>& pairs,
                    const std::vector<Pair>& most) {
    auto next = pairs.begin();
    for (const Pair& pair : least) {
        next = std::find(next, pairs.end(), pair);
        ASSERT_NE(next, pairs.end()) << "missing or out of order: " << testing::PrintToString(pair);
        ++next;
    }
    auto allowed = most.begin();
    for (const Pair& pair : pairs) {
        allowed = std::find(allowed, most.end(), pair);
        ASSERT_NE(allowed, most.end()) << "too much: " << testing::PrintToString(pair);
        ++allowed;
    }
}

void expect_brute_force(const MotionScene& scene) {
    const ContactMesh& mesh = scene.mesh;
    std::vector<std::array<int, 1>> points;
    std::vector<std::array<int, 1>> bare;
    std::vector<std::array<int, 1>> loose;
    std::vector<std::array<int, 2>> rod_edges;
    AlignedBox3d bounds;
    for (int i = 0; i < mesh.points; ++i) {
        points.push_back({i});
        bounds.extend(scene.from[i]);
        const auto has_point = [&](const auto& part) {
            return std::find(part.begin(), part.end(), i) != part.end();
        };
        if (std::none_of(mesh.triangles.begin(), mesh.triangles.end(), has_point))
            bare.push_back({i});
        if (std::none_of(mesh.edges.begin(), mesh.edges.end(), has_point)) loose.push_back({i});
    }
    for (const auto& edge : mesh.edges) {
        const auto has_edge = [&](const auto& triangle) {
            return std::count(triangle.begin(), triangle.end(), edge[0]) +
                       std::count(triangle.begin(), triangle.end(), edge[1]) ==
                   2;
        };
        if (std::none_of(mesh.triangles.begin(), mesh.triangles.end(), has_edge))
            rod_edges.push_back(edge);
    }
    const ContactCandidates candidates = found(scene);
    const double much = bounds.isEmpty() ? 0.0 : bounds.sizes().maxCoeff() * 0x1p-19;
    expect_between(brute_force(scene, points, mesh.triangles, false, 0.0),
                   candidates.point_triangles,
                   brute_force(scene, points, mesh.triangles, false, much));
    expect_between(brute_force(scene, mesh.edges, mesh.edges, true, 0.0), candidates.edge_edges,
                   brute_force(scene, mesh.edges, mesh.edges, true, much));
    expect_between(brute_force(scene, bare, rod_edges, false, 0.0), candidates.point_edges,
                   brute_force(scene, bare, rod_edges, false, much));
    expect_between(brute_force(scene, loose, loose, true, 0.0), candidates.point_points,
                   brute_force(scene, loose, loose, true, much));
}

TEST(CandidateSearch, FindsWhatBruteForceFinds) {
    expect_brute_force(sheets(3, 6, 0.1));
    expect_brute_force(soup(80, 40, 250));
    EXPECT_GT(found(soup(80, 40, 250)).point_edges.size(), 20);
    EXPECT_GT(found(soup(80, 40, 250)).point_points.size(), 20);
    EXPECT_GT(found(soup(80, 40, 250)).edge_edges.size(), 200);
}

TEST(CandidateSearch, FindsWhatBruteForceFindsInDegenerateScenes) {
    expect_brute_force({});
    expect_brute_force(soup(1, 0, 0));
    expect_brute_force(soup(0, 1, 0));
    expect_brute_force(soup(0, 0, 1));
    expect_brute_force(soup(0, 30, 0));
    // All in one plane, at rest, without reach: only boxes that touch.
    MotionScene plane = sheets(1, 8, 0.1);
    plane.to = plane.from;
    std::fill(plane.reach.begin(), plane.reach.end(), 0.0);
    expect_brute_force(plane);
    // Everything at one place.
    MotionScene heap = soup(12, 4, 4);
    std::fill(heap.from.begin(), heap.from.end(), Vector3d(1, 2, 3));
    heap.to = heap.from;
    expect_brute_force(heap);
}

TEST(CandidateSearch, FindsWhatBruteForceFindsAtAnySizeAndPlace) {
    expect_brute_force(sheets(3, 6, 0.1, 1e-8));
    expect_brute_force(sheets(3, 6, 0.1, 1e6));
    expect_brute_force(sheets(3, 6, 0.1, 1.0, {1e6, -2e6, 3e6}));
}

TEST(CandidateSearch, WhatMovesAlikeAddsNoPairs) {
    MotionScene scene = sheets(2, 12, 0.2);
    scene.to = scene.from;
    const ContactCandidates still = found(scene);
    // Far, and turning: opposite to the directions of the grid.
    for (Vector3d& x : scene.to)
        x += Vector3d(2.0, -3.0, 4.0) + 0.01 * Vector3d(x.y(), x.x(), 0.0);
    expect_brute_force(scene);
    const ContactCandidates moving = found(scene);
    EXPECT_LT(5 * moving.size(), 6 * still.size());
    EXPECT_GE(moving.size(), still.size());
}

TEST(CandidateSearch, KeepsToTheRules) {
    MotionScene scene = sheets(4, 5, 0.05);
    scene.mesh.rules.set_meets(0, 0, false);
    scene.mesh.rules.set_meets(2, 1, false);
    scene.mesh.rules.set_kinematic(2, true);
    scene.mesh.rules.set_kinematic(3, true);
    const ContactCandidates candidates = found(scene);
    std::set<std::array<int, 2>> met;
    for (const auto& pair : candidates.edge_edges)
        met.insert({pair[0] / 36, pair[2] / 36});
    EXPECT_EQ(met, (std::set<std::array<int, 2>>{{0, 1}, {1, 1}}));
    expect_brute_force(scene);
}

TEST(CandidateSearch, KeepsToTheRulesOfMoreSurfacesThanBits) {
    MotionScene scene = sheets(70, 1, 0.01);
    for (int a = 0; a < 70; ++a)
        for (int b = 0; b < 70; ++b)
            scene.mesh.rules.set_meets(a, b, (a + b) % 3 == 0);
    expect_brute_force(scene);
    EXPECT_GT(found(scene).point_triangles.size(), 20);
}

TEST(CandidateSearch, LeavesOutPartsOfASurfaceThatAreNearAtRest) {
    MotionScene scene = sheets(2, 8, 0.1);
    const std::size_t before = found(scene).size();
    scene.mesh.radii.assign(scene.mesh.points, 0.03);
    scene.mesh.rest_positions = scene.from;
    scene.mesh.rest_margin = 0.07;
    expect_brute_force(scene);
    // Sides of the squares are 0.125: pairs at opposite sides of a square may still meet, pairs across a diagonal not.
    const ContactCandidates candidates = found(scene);
    EXPECT_GT(before, 0);
    double nearest = 1.0;
    for (const auto& [p, a, b, c] : candidates.point_triangles)
        if (scene.mesh.surface(p) == scene.mesh.surface(a))
            nearest =
                std::min(nearest, rest_distance(scene.mesh, std::array{p}, std::array{a, b, c}));
    EXPECT_GE(nearest, 0.13);
    scene.mesh.rest_margin = 0.0;
    expect_brute_force(scene);
}

TEST(CandidateSearch, LeavesOutLoosePointsAndRodsThatAreNearAtRest) {
    MotionScene scene = soup(40, 40, 250);
    const ContactCandidates before = found(scene);
    scene.mesh.rest_positions = scene.from;
    scene.mesh.rest_margin = 0.03;
    expect_brute_force(scene);
    const ContactCandidates after = found(scene);
    EXPECT_LT(after.point_edges.size(), before.point_edges.size());
    EXPECT_LT(after.point_points.size(), before.point_points.size());
    EXPECT_GT(after.point_edges.size(), 10);
    EXPECT_GT(after.point_points.size(), 10);
}

TEST(CandidateSearch, PairsOfTwoSurfacesMeetHoweverNearAtRest) {
    MotionScene scene = sheets(2, 4, 0.001);
    scene.mesh.radii.assign(scene.mesh.points, 0.01);
    scene.mesh.rest_positions = scene.from;
    expect_brute_force(scene);
    bool has_met = false;
    for (const auto& [p, a, b, c] : found(scene).point_triangles)
        has_met |= scene.mesh.surface(p) != scene.mesh.surface(a);
    EXPECT_TRUE(has_met);
}

TEST(CandidateSearch, ResultDoesNotDependOnThreadsOrOnEarlierSearches) {
    const MotionScene scene = sheets(4, 60, 0.02);
    ContactCandidates first;
    for (const int threads : {1, 2, 4}) {
        ThreadPool pool(threads);
        pool.run([&] {
            CandidateSearch search(scene.mesh);
            ContactCandidates candidates;
            search.find(scene.from, scene.to, scene.reach, candidates);
            const ContactCandidates once = candidates;
            // Another motion between two equal searches.
            search.find(scene.to, scene.to, scene.reach, candidates);
            search.find(scene.from, scene.to, scene.reach, candidates);
            EXPECT_EQ(candidates.point_triangles, once.point_triangles);
            EXPECT_EQ(candidates.edge_edges, once.edge_edges);
            if (threads == 1) first = once;
            EXPECT_EQ(once.point_triangles, first.point_triangles);
            EXPECT_EQ(once.edge_edges, first.edge_edges);
        });
    }
    EXPECT_GT(first.edge_edges.size(), 10000);
}

}  // namespace
}  // namespace sinew
