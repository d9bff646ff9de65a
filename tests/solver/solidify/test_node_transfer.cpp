#include "solidify/node_transfer.hpp"

#include <gtest/gtest.h>

#include "mesh/box_tets.hpp"
#include "support/random.hpp"
#include "support/shapes.hpp"

namespace sinew::solidify {
namespace {

using Eigen::Vector3d;

/// A box of triangles around a box of tetrahedra that is a little smaller.
struct BoxInBox {
    TriangleMesh surface = test::box_mesh({0, 0, 0}, {1, 1, 2});
    TetMesh tets = box_tets({0.05, 0.05, 0.05}, {0.9, 0.9, 1.9}, {3, 3, 6});
    NodeTransfer transfer{surface, tets};
};

TEST(NodeTransfer, KeepsWhatIsTheSameEverywhereAndFollowsWhatIsLinearOnTheSurface) {
    const BoxInBox box;
    std::vector<double> heights;
    for (const Vector3d& x : box.surface.vertices)
        heights.push_back(0.5 * x.z());
    const std::vector<double> carried = box.transfer.carried(heights);
    ASSERT_EQ(carried.size(), box.tets.vertices.size());
    const std::vector<double> ones(heights.size(), 1.0);
    const std::vector<double> constant = box.transfer.carried(ones);
    for (std::size_t n = 0; n < carried.size(); ++n) {
        EXPECT_EQ(constant[n], 1.0);  // a weight above 1 would be refused
        const Vector3d& x = box.tets.vertices[n];
        const double to_side = std::min({x.x(), 1.0 - x.x(), x.y(), 1.0 - x.y()});
        const double to_end = std::min(x.z(), 2.0 - x.z());
        // The nearest place of a side is as high as the node.
        if (to_side < to_end) {
            EXPECT_NEAR(carried[n], 0.5 * x.z(), 1e-12);
        }
    }
}

TEST(NodeTransfer, CarriesDirectionsAsUnitVectorsAlsoWhereTheyCancel) {
    const BoxInBox box;
    std::vector<Vector3d> directions;
    for (std::size_t v = 0; v < box.surface.vertices.size(); ++v)
        directions.emplace_back(0, 0, v % 2 == 0 ? 3.0 : -3.0);
    for (const Vector3d& direction : box.transfer.carried_directions(directions))
        EXPECT_NEAR(direction.norm(), 1.0, 1e-12);
}

TEST(NodeTransfer, CarriesEveryKey) {
    const BoxInBox box;
    const std::size_t vertices = box.surface.vertices.size();
    AnimatedArray values{9 * vertices, {1.0, 5.0}, {}};
    values.values.assign(9 * vertices, 1.0);
    values.values.resize(18 * vertices, 7.0);
    const AnimatedArray carried = box.transfer.carried(values, 9);
    EXPECT_EQ(carried.width, 9 * box.tets.vertices.size());
    EXPECT_EQ(carried.frames, values.frames);
    for (std::size_t i = 0; i < carried.width; ++i) {
        EXPECT_NEAR(carried.number(i), 1.0, 1e-13);
        EXPECT_NEAR(carried.number(carried.width + i), 7.0, 1e-13);
    }
}

TEST(NodeTransfer, KeepsTheSumAndTheMomentOfForces) {
    const BoxInBox box;
    test::Random random(4);
    AnimatedArray forces{3 * box.surface.vertices.size(), {1.0}, {}};
    Vector3d sum = Vector3d::Zero();
    Vector3d moment = Vector3d::Zero();
    for (const Vector3d& x : box.surface.vertices) {
        const Vector3d force = random.vector3(2.0);
        forces.values.insert(forces.values.end(), force.begin(), force.end());
        sum += force;
        moment += x.cross(force);
    }
    const AnimatedArray divided = box.transfer.divided(forces);
    for (std::size_t n = 0; n < box.tets.vertices.size(); ++n) {
        const Eigen::Map<const Vector3d> force(divided.values.data() + 3 * n);
        sum -= force;
        moment -= box.tets.vertices[n].cross(force);
    }
    EXPECT_LT(sum.norm(), 1e-12);
    EXPECT_LT(moment.norm(), 1e-12);
}

TEST(NodeTransfer, KnowsTheBorder) {
    const TetMesh tets = box_tets({0, 0, 0}, {1, 1, 1}, {3, 3, 3});
    const std::vector<bool> border = border_vertices(tets);
    for (std::size_t n = 0; n < tets.vertices.size(); ++n) {
        const Vector3d& x = tets.vertices[n];
        EXPECT_EQ(border[n], x.minCoeff() < 1e-9 || x.maxCoeff() > 1.0 - 1e-9);
    }
}

}  // namespace
}  // namespace sinew::solidify
