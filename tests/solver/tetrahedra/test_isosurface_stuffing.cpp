#include "tetrahedra/isosurface_stuffing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "solver/tetrahedra/conformity.hpp"
#include "support/random.hpp"
#include "tetrahedra/tet_quality.hpp"

namespace sinew::tetrahedra {
namespace {

constexpr int CUBES = 12;

TetMesh stuffed(const std::function<double(const Eigen::Vector3d&)>& value) {
    const BccLattice lattice(Eigen::Vector3d::Zero(), 1.0, Eigen::Vector3i::Constant(CUBES));
    std::vector<double> values(lattice.nodes());
    for (std::size_t node = 0; node < lattice.nodes(); ++node) {
        const Eigen::Vector3d at = lattice.position(node);
        const bool border = (at.array() < 1.0).any() || (at.array() > CUBES - 1.0).any();
        values[node] = border ? std::max(0.3, value(at)) : value(at);
    }
    return stuff_isosurface(lattice, values);
}

void expect_sound(const TetMesh& mesh, double smallest_angle) {
    ASSERT_FALSE(mesh.tetrahedra.empty());
    const TetQuality quality = measure_quality(mesh);
    EXPECT_GE(quality.smallest_dihedral, smallest_angle);
    EXPECT_LE(quality.largest_dihedral, 165.0);
    EXPECT_GT(quality.smallest_volume, 0.0);
    const test::Conformity conformity = test::check_conformity(mesh);
    EXPECT_EQ(conformity.overfull_faces, 0);
    EXPECT_EQ(conformity.faces_seen_twice, 0);
    EXPECT_EQ(conformity.open_edges, 0);
    EXPECT_EQ(conformity.unused_vertices, 0U);
}

TEST(IsosurfaceStuffing, FillsBallsOfAnyPlaceAndSize) {
    test::Random random(1);
    for (int trial = 0; trial < 20; ++trial) {
        const Eigen::Vector3d centre = Eigen::Vector3d::Constant(0.5 * CUBES) + random.vector3(0.6);
        const double radius = random.uniform(1.5, 4.0);
        const TetMesh mesh =
            stuffed([&](const Eigen::Vector3d& at) { return (at - centre).norm() - radius; });
        expect_sound(mesh, 14.0);
        EXPECT_EQ(test::check_conformity(mesh).edges_of_many_faces, 0);
        const double volume = 4.0 / 3.0 * std::numbers::pi * std::pow(radius, 3);
        // Chords of the ball: smaller, by the square of the size over the radius.
        EXPECT_NEAR(measure_quality(mesh).volume / volume, 1.0, 0.5 / (radius * radius));
    }
}

TEST(IsosurfaceStuffing, FollowsPlanesExactly) {
    test::Random random(2);
    for (int trial = 0; trial < 20; ++trial) {
        const Eigen::Vector3d normal = random.rotation() * Eigen::Vector3d::UnitX();
        const auto plane = [&](const Eigen::Vector3d& at) {
            return normal.dot(at - Eigen::Vector3d::Constant(0.5 * CUBES)) - 0.1;
        };
        const TetMesh mesh = stuffed(plane);
        expect_sound(mesh, 12.0);
        double outermost = -1.0;
        for (const Eigen::Vector3d& vertex : mesh.vertices)
            outermost = std::max(outermost, plane(vertex));
        EXPECT_NEAR(outermost, 0.0, 1e-12);
    }
}

TEST(IsosurfaceStuffing, KeepsItsAnglesInNoise) {
    // Every way of cutting a tetrahedron comes up.
    for (int seed = 0; seed < 40; ++seed) {
        test::Random random(seed);
        expect_sound(stuffed([&](const Eigen::Vector3d&) { return random.uniform(-0.4, 0.6); }),
                     10.7);
        // Cuts right at where nodes begin to move, 0.28 and 0.4 of an edge.
        expect_sound(stuffed([&](const Eigen::Vector3d&) {
                         const double step =
                             std::log(0.72 / 0.28) * (static_cast<int>(random.index(4)) - 1) +
                             std::log(1.5) * (static_cast<int>(random.index(5)) - 2) +
                             random.uniform(0.0, 1e-4);
                         return (random.index(100) < 45 ? 0.2 : -0.2) * std::exp(step);
                     }),
                     10.0);
    }
}

TEST(IsosurfaceStuffing, TakesNodesOnTheSurfaceAndEmptyInsides) {
    const auto box = [](const Eigen::Vector3d& at) {
        return (at - Eigen::Vector3d::Constant(0.5 * CUBES)).cwiseAbs().maxCoeff() - 3.0;
    };
    const TetMesh mesh = stuffed(box);
    expect_sound(mesh, 10.7);
    EXPECT_NEAR(measure_quality(mesh).volume, 216.0, 8.0);
    EXPECT_TRUE(stuffed([](const Eigen::Vector3d&) { return 1.0; }).tetrahedra.empty());
}

}  // namespace
}  // namespace sinew::tetrahedra
