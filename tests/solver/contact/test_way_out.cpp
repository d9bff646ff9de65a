#include "contact/way_out.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "contact/inside_exit.hpp"
#include "support/shapes.hpp"
#include "support/tangle_scenes.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

constexpr double STEP = 1.0 / 24.0;

/// Ways of the first surface against the second, with their signs.
std::vector<WayOut> ways_of(const ContactMesh& mesh) {
    Tangles tangles(mesh);
    tangles.begin_step(mesh.rest_positions);
    const std::vector<double> reach(mesh.points, 1e-4);
    return find_ways_out(tangles, mesh.rest_positions, reach, STEP);
}

void expect_all_along(const std::vector<WayOut>& ways, const Vector3d& d, double cosine = 0.99) {
    ASSERT_FALSE(ways.empty());
    for (const WayOut& way : ways)
        EXPECT_GT(way.direction.dot(d), cosine) << way.direction.transpose();
}

}  // namespace

TEST(InsideExit, IsTheNearestPlaceOrAlongALine) {
    const ContactMesh mesh =
        contact_mesh_of({box_mesh(Vector3d(0, 0, 0), Vector3d(1, 2, 3)), sheet(1.0, 1)});
    const SurfaceParts parts(mesh);
    const InsideExit exit(parts, 0, mesh.rest_positions);
    const Vector3d point(0.3, 0.9, 1.2);
    EXPECT_NEAR((exit.nearest(point).way - Vector3d(-0.3, 0, 0)).norm(), 0.0, 1e-14);
    EXPECT_NEAR(exit.along(point, Vector3d::UnitX()), 0.7, 1e-14);
    EXPECT_NEAR(exit.along(point, -Vector3d::UnitZ()), 1.2, 1e-14);
    EXPECT_EQ(exit.along(Vector3d(5, 5, 5), Vector3d::UnitX()), 0.0);
}

TEST(InsideExit, TriesDirectionsAndTheirOpposites) {
    const auto& all = directions_to_try();
    ASSERT_EQ(all.size(), 26U);
    for (const Vector3d& d : all) {
        EXPECT_NEAR(d.norm(), 1.0, 1e-15);
        EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                                [&](const Vector3d& e) { return (d + e).norm() < 1e-15; }));
    }
}

TEST(WayOut, OfASheetInABallIsOverItsNearerSide) {
    for (const double height : {0.03, -0.04}) {
        const ContactMesh mesh =
            contact_mesh_of({moved(sheet(0.41, 10), {0.01, 0, height}), ball_mesh(0.1, 8, 12)});
        expect_all_along(ways_of(mesh), Vector3d(0, 0, height > 0.0 ? 1.0 : -1.0));
    }
}

TEST(WayOut, OfATightSleeveIsOutwardsAllAround) {
    // A closed tube a little thicker than the open one around it.
    const auto round = [](double radius) {
        return [radius](double t) {
            return TubeSection{.centre = {0, 0, t - 0.5},
                               .u = radius * Vector3d::UnitX(),
                               .v = radius * Vector3d::UnitY()};
        };
    };
    TriangleMesh sleeve = tube_mesh(9, 16, round(0.1));
    const int last = static_cast<int>(sleeve.vertices.size());
    sleeve = without_triangles(
        sleeve, [&](int t) { return (sleeve.triangles[t].array() >= last - 2).any(); });
    TriangleMesh body = tube_mesh(13, 16, round(0.103));
    for (Vector3d& v : body.vertices)
        v.z() *= 0.5;  // the sleeve sticks out at both ends
    const ContactMesh mesh = contact_mesh_of({sleeve, body});
    int ways = 0;
    for (const WayOut& way : ways_of(mesh)) {
        if (way.weights[4] != 0.0) continue;  // piercings
        Vector3d outwards = mesh.rest_positions[way.points[0]];
        if (std::abs(outwards.z()) > 0.2) continue;  // near a cap, which the sleeve pierces
        outwards.z() = 0.0;
        EXPECT_GT(way.direction.dot(outwards.normalized()), 0.9);
        ++ways;
    }
    EXPECT_GT(ways, 50);
}

TEST(WayOut, OfSleevesThatCrossIsAcrossBoth) {
    // Open tubes along z and along x, the first one above the other in y.
    const auto tube = [](bool turned, double y) {
        TriangleMesh mesh = sheet(1.0, 12);
        for (Vector3d& v : mesh.vertices) {
            const double angle = 2.0 * M_PI * (v.x() + 0.5);
            const double along = 0.5 * v.y();
            v = turned ? Vector3d(along, y + 0.05 * std::cos(angle), 0.05 * std::sin(angle))
                       : Vector3d(0.05 * std::sin(angle), y + 0.05 * std::cos(angle), along);
        }
        return mesh;
    };
    const ContactMesh mesh = contact_mesh_of({tube(false, 0.04), tube(true, 0.0)});
    // Tubes of twelve sides: their contours are a little askew.
    expect_all_along(ways_of(mesh), Vector3d::UnitY(), 0.9);
}

TEST(WayOut, IsBounded) {
    const ContactMesh mesh = contact_mesh_of({sheet(0.41, 10), ball_mesh(0.1, 8, 12)});
    const SurfaceParts parts(mesh);
    const double longest = std::min(0.5 * std::min(parts[0].mean_edge, parts[1].mean_edge),
                                    0.05 * std::min(parts[0].size, parts[1].size));
    for (const WayOut& way : ways_of(mesh)) {
        EXPECT_LE(way.goal, longest);
        EXPECT_NEAR(way.direction.norm(), 1.0, 1e-12);
        double sum = 0.0;
        for (const double weight : way.weights)
            sum += weight;
        EXPECT_NEAR(sum, 0.0, 1e-12);  // a common motion does not change it
    }
}
