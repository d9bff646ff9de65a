#include "contact/surface_crossings.hpp"

#include <gtest/gtest.h>

#include "support/shapes.hpp"
#include "support/tangle_scenes.hpp"

using namespace sinew;
using Eigen::Vector3d;

namespace {

/// Two surfaces of one triangle each: one in the plane z = 0, and one that stands on its corner at `lowest`.
struct TwoTriangles {
    ContactMesh mesh;
    std::vector<Vector3d> positions;

    explicit TwoTriangles(const Vector3d& lowest) {
        positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, lowest, {0.25, 0.25, 1.0}, {0.75, 0.5, 1.0}};
        mesh.points = 6;
        mesh.triangles = {{0, 1, 2}, {3, 4, 5}};
        mesh.edges = {{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}};
        mesh.surfaces = {0, 0, 0, 1, 1, 1};
        mesh.rules = ContactRules(2);
    }
};

}  // namespace

TEST(SurfaceCrossings, AreEdgesThatGoThroughTriangles) {
    const TwoTriangles apart({0.25, 0.25, 0.1});
    EXPECT_TRUE(find_crossings(apart.mesh, apart.positions).empty());
    const TwoTriangles through({0.25, 0.25, -0.1});
    const std::vector<SurfaceCrossing> found = find_crossings(through.mesh, through.positions);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].first, 0);
    EXPECT_EQ(found[0].second, 1);
    EXPECT_EQ(found[0].places, 2U);  // both edges that leave the corner below
    const TwoTriangles beside({2.0, 2.0, -0.1});
    EXPECT_TRUE(find_crossings(beside.mesh, beside.positions).empty());
    const TwoTriangles touching({0.25, 0.25, 0.0});
    EXPECT_EQ(find_crossings(touching.mesh, touching.positions).size(), 1U);
}

TEST(SurfaceCrossings, CountOnlyWhereSurfacesMeet) {
    TwoTriangles through({0.25, 0.25, -0.1});
    through.mesh.rules.set_meets(0, 1, false);
    EXPECT_TRUE(find_crossings(through.mesh, through.positions).empty());
    // One surface that crosses itself.
    through.mesh.surfaces.assign(6, 0);
    EXPECT_EQ(find_crossings(through.mesh, through.positions).size(), 1U);
    through.mesh.rules.set_meets(0, 0, false);
    EXPECT_TRUE(find_crossings(through.mesh, through.positions).empty());
}

TEST(SurfaceCrossings, LeaveWhatLiesInOnePlaneOut) {
    // The strips of a tube are plane but for round-off.
    const TriangleMesh tube = test::tube_mesh(9, 14, [](double t) {
        return test::TubeSection{.centre = {0.01, 0.02, t - 0.5},
                                 .u = 0.1 * Vector3d::UnitX(),
                                 .v = 0.1 * Vector3d::UnitY()};
    });
    ContactMesh mesh = test::contact_mesh_of({tube});
    mesh.rules.set_meets(0, 0, true);
    EXPECT_TRUE(find_crossings(mesh, mesh.rest_positions).empty());
}

TEST(SurfaceCrossings, LeaveNeighboursOut) {
    // Two triangles with a common edge, folded sharply, share no more than that.
    ContactMesh mesh;
    mesh.points = 4;
    mesh.triangles = {{0, 1, 2}, {0, 1, 3}};
    mesh.edges = {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}};
    const std::vector<Vector3d> positions = {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0.5, 1, 0.01}};
    EXPECT_TRUE(find_crossings(mesh, positions).empty());
}
