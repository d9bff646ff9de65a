#include "solids/contact_points.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numeric>

#include "solid_cases.hpp"

namespace sinew::solids {
namespace {

using Eigen::Vector3d;

double area_of_all(const ContactPoints& contacts) {
    return std::accumulate(contacts.areas.begin(), contacts.areas.end(), 0.0);
}

Vector3d position_of(const NodePoint& point, const SolidDef& def) {
    Vector3d x = Vector3d::Zero();
    for (int a = 0; a < 4; ++a)
        x += point.weights[a] * def.tets.vertices[point.nodes[a]];
    return x;
}

TEST(ContactPoints, OfTetrahedraAreTheirBorder) {
    const SolidDef def = test::bar({2, 1, 1}, {4, 2, 2});
    const ContactPoints contacts = contact_points(def, {});
    EXPECT_NEAR(area_of_all(contacts), 10.0, 1e-12);
    EXPECT_EQ(contacts.points.size(), 45U - 3U);  // three nodes are inside
    double volume = 0.0;                          // seen from outside
    for (const Eigen::Vector3i& t : border_triangles(def.tets)) {
        const auto& x = def.tets.vertices;
        volume += x[t[0]].dot(x[t[1]].cross(x[t[2]])) / 6.0;
    }
    EXPECT_NEAR(volume, 2.0, 1e-12);
}

// A box of twelve triangles around many tetrahedra: the faces have points between their corners.
TEST(ContactPoints, OfAMeshCoverItsLargeTriangles) {
    SolidDef def = test::bar({1, 1, 1}, {4, 4, 4});
    const TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
    def.surface = box.vertices;
    def.surface_triangles = box.triangles;
    const ContactPoints contacts = contact_points(def, TetEmbedding(def.tets, def.surface));
    EXPECT_NEAR(area_of_all(contacts), 6.0, 1e-12);
    const double size = mean_tet_size(def.tets);
    for (const Vector3d& place : {Vector3d(0.5, 0.5, 0.0), Vector3d(1.0, 0.3, 0.7)}) {
        double nearest = 1.0;
        for (const NodePoint& point : contacts.points)
            nearest = std::min(nearest, (position_of(point, def) - place).norm());
        EXPECT_LT(nearest, size);
    }
    for (const NodePoint& point : contacts.points)
        EXPECT_LT((position_of(point, def).array() - 0.5).abs().maxCoeff(), 0.5 + 1e-12);
}

}  // namespace
}  // namespace sinew::solids
