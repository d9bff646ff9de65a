#include "contact/untangle_potential.hpp"

#include <gtest/gtest.h>

#include "support/potential_checks.hpp"
#include "support/random.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

ContactSurface triangle(const std::string& name, double height, int first, bool is_free) {
    ContactSurface surface{.name = name};
    surface.rest = {{0, 0, height}, {1, 0, height}, {0, 1, height}};
    surface.triangles = {{0, 1, 2}};
    surface.radii.assign(3, 0.0);
    surface.reach = 0.01;
    for (int i = 0; is_free && i < 3; ++i)
        surface.points.push_back(NodePoint::at(i));
    surface.range = {.first = first, .count = is_free ? 3 : 0};
    return surface;
}

/// Two triangles, each block held by springs of 100 N/m.
struct Scene {
    ContactPotential contact;
    UntanglePotential term;
    int blocks;

    explicit Scene(bool second_is_free, const Vector3d& way = Vector3d::Zero())
        : contact({triangle("A", 0.5, 0, true), triangle("B", 0.0, 3, second_is_free)},
                  second_is_free ? 6 : 3),
          term(contact),
          blocks(second_is_free ? 6 : 3) {
        for (std::size_t s = 0; s < 2; ++s) {
            const auto& rest = contact.surfaces()[s].rest;
            for (std::size_t i = 0; i < 3; ++i) {
                contact.start_positions(s)[i] = rest[i];
                contact.end_positions(s)[i] = rest[i] + (s == 1 ? way : Vector3d::Zero());
            }
        }
        contact.set_stiffness(
            [this] { return std::vector<Matrix3d>(blocks, 100.0 * Matrix3d::Identity()); });
        contact.set_motion(VectorXd::Zero(3L * blocks));
    }
};

/// A quarter of an edge of A against the middle of B, up by 2 mm.
WayOut way_up() {
    return {.points = {0, 1, 3, 4, 5},
            .weights = {0.75, 0.25, -1.0 / 3, -1.0 / 3, -1.0 / 3},
            .direction = Vector3d::UnitZ(),
            .goal = 0.002};
}

}  // namespace

TEST(UntanglePotential, IsASpringAsStiffAsWhatItMoves) {
    Scene scene(true);
    scene.term.set_ways({way_up()});
    ASSERT_EQ(scene.term.spring_count(), 1U);
    // 1/k = (0.75² + 0.25² + 3/9)/100
    const double k = 100.0 / (0.625 + 1.0 / 3);
    EXPECT_NEAR(scene.term.value(VectorXd::Zero(18)), 0.5 * k * 0.002 * 0.002, 1e-15);
    VectorXd x = VectorXd::Zero(18);
    x[2] = 0.004;  // 3 mm at the place
    EXPECT_NEAR(scene.term.value(x), 0.5 * k * 0.001 * 0.001, 1e-15);
}

TEST(UntanglePotential, HasTheDerivativesOfItsEnergy) {
    Scene scene(true);
    WayOut way = way_up();
    way.direction = Vector3d(1, 2, 2) / 3.0;
    scene.term.set_ways({way, way_up()});
    Random random(5);
    check_potential(scene.term, 6, random.vector(18, 0.01));
}

TEST(UntanglePotential, KeepsTheMomentum) {
    Scene scene(true);
    scene.term.set_ways({way_up()});
    VectorXd g = VectorXd::Zero(18);
    scene.term.add_gradient(VectorXd::Zero(18), 1.0, g);
    Vector3d sum = Vector3d::Zero();
    for (int i = 0; i < 6; ++i)
        sum += block_of(g, i);
    EXPECT_NEAR(sum.norm(), 0.0, 1e-15);
    EXPECT_LT(g[2], 0.0);  // the force is up
}

TEST(UntanglePotential, CountsTheWayOfColliders) {
    Scene scene(false, Vector3d(0, 0, 0.001));
    scene.term.set_ways({way_up()});
    scene.contact.set_travelled(0.5);
    const double k = 100.0 / 0.625;
    EXPECT_NEAR(scene.term.value(VectorXd::Zero(9)), 0.5 * k * 0.0025 * 0.0025, 1e-15);
    // Forces change as add_travel says when the rest of the way is gone.
    VectorXd now = VectorXd::Zero(9);
    VectorXd then = VectorXd::Zero(9);
    scene.term.add_gradient(VectorXd::Zero(9), 1.0, now);
    scene.term.add_travel(VectorXd::Zero(9), now);
    scene.contact.set_travelled(1.0);
    scene.term.add_gradient(VectorXd::Zero(9), 1.0, then);
    EXPECT_NEAR((now - then).norm(), 0.0, 1e-15);
}

TEST(UntanglePotential, LeavesPinnedPairsAlone) {
    Scene scene(true);
    scene.contact.set_pin_stiffness(
        [] { return std::vector<Matrix3d>(6, 95.0 * Matrix3d::Identity()); });
    scene.term.set_ways({way_up()});
    EXPECT_EQ(scene.term.spring_count(), 0U);
}
