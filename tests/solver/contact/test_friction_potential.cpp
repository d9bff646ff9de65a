#include "contact/friction_potential.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "support/potential_checks.hpp"
#include "support/random.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double RUBBING_REACH = 0.1;
constexpr double RUBBING_GAP = 0.04;
constexpr double MU = 0.5;

/// A triangle of points that are blocks `first` to `first` + 2 of the total; −1: nothing moves it.
ContactSurface triangle(double size, const Vector3d& at, int first) {
    ContactSurface surface{.name = "Triangle"};
    for (const Vector3d& p : {Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(0, 1, 0)})
        surface.rest.emplace_back(at + size * p);
    if (first >= 0) {
        for (int i = 0; i < 3; ++i)
            surface.points.push_back(NodePoint::at(i));
        surface.range = {.first = first, .count = 3};
    }
    surface.triangles = {{0, 1, 2}};
    surface.radii.assign(3, 0.0);
    surface.friction.assign(3, MU);
    surface.sliding_friction.assign(3, 0.5 * MU);
    surface.reach = RUBBING_REACH;
    return surface;
}

/// A small triangle over a large one; each block is held by springs of 100 N/m.
class RubbingScene {
public:
    explicit RubbingScene(bool is_kinematic = false)
        : m_blocks(is_kinematic ? 3 : 6),
          contact({triangle(1.0, Vector3d(0.5, 0.6, RUBBING_GAP), 0),
                   triangle(4.0, Vector3d::Zero(), is_kinematic ? -1 : 3)},
                  m_blocks),
          friction(contact, anchors) {
        anchors.reset(contact.mesh().surfaces);
        begin_step();
    }
    void begin_step(const Vector3d& collider = Vector3d::Zero()) {
        for (std::size_t s = 0; s < 2; ++s) {
            const auto& rest = contact.surfaces()[s].rest;
            for (std::size_t i = 0; i < rest.size(); ++i) {
                contact.start_positions(s)[i] = rest[i];
                contact.end_positions(s)[i] = rest[i] + collider;
            }
        }
        contact.set_stiffness(
            [this] { return std::vector<Matrix3d>(m_blocks, 100.0 * Matrix3d::Identity()); });
        contact.set_motion(zero());
        contact.set_travelled(1.0);
        friction.begin_contacts();
    }
    /// The upper triangle moves by so much.
    VectorXd shifted(const Vector3d& by) const {
        VectorXd x = zero();
        for (int i = 0; i < 3; ++i)
            x.segment<3>(3L * i) = by;
        return x;
    }
    VectorXd zero() const { return VectorXd::Zero(3L * m_blocks); }
    int blocks() const { return m_blocks; }
    /// Force of friction on the upper triangle.
    Vector3d force(const VectorXd& x) const {
        VectorXd g = zero();
        friction.add_gradient(x, 1.0, g);
        return -(g.segment<3>(0) + g.segment<3>(3) + g.segment<3>(6));
    }
    double pressure(const VectorXd& x) {
        std::vector<PairForce> pairs;
        contact.forces(x, pairs);
        double sum = 0.0;
        for (const PairForce& pair : pairs)
            sum += pair.force * pair.normal.z();
        return sum;
    }

private:
    int m_blocks;

public:
    ContactPotential contact;
    ContactAnchors anchors;
    FrictionPotential friction;
};

}  // namespace

TEST(FrictionPotential, HasTheDerivativesOfItsEnergy) {
    RubbingScene scene;
    EXPECT_GT(scene.friction.lag(scene.zero()), 0.0);
    ASSERT_GT(scene.friction.contact_count(), 0U);
    // New contacts need room.
    EXPECT_FALSE(scene.friction.fits(BlockPattern::from_pairs(scene.blocks(), {})));
    Random random(3);
    // Stuck, and sliding.
    for (const double size : {0.02 * RUBBING_REACH, 0.5 * RUBBING_REACH}) {
        const VectorXd x = random.vector(3L * scene.blocks(), size);
        check_potential(scene.friction, scene.blocks(), x,
                        {.relative = 1e-6, .absolute = 1e-8, .step = 1e-8});
    }
}

TEST(FrictionPotential, ResistsSlidingWithCoulombsForce) {
    RubbingScene scene;
    const double pressure = scene.pressure(scene.zero());
    ASSERT_GT(pressure, 0.0);
    scene.friction.lag(scene.zero());
    const Vector3d force = scene.force(scene.shifted({0.3, 0.0, 0.0}));
    EXPECT_NEAR(force.x(), -MU * pressure, 1e-9 * pressure);
    EXPECT_NEAR(force.y(), 0.0, 1e-12);
    EXPECT_NEAR(force.z(), 0.0, 1e-12);
}

TEST(FrictionPotential, LeavesTheMomentumOfFreeBodiesAsItIs) {
    RubbingScene scene;
    scene.friction.lag(scene.zero());
    Random random(5);
    VectorXd g = scene.zero();
    scene.friction.add_gradient(random.vector(3L * scene.blocks(), 0.1), 1.0, g);
    Vector3d sum = Vector3d::Zero();
    for (int i = 0; i < scene.blocks(); ++i)
        sum += g.segment<3>(3L * i);
    EXPECT_GT(g.norm(), 0.1);
    EXPECT_LT(sum.norm(), 1e-12);
}

TEST(FrictionPotential, DoesNotMindACommonMotion) {
    RubbingScene scene;
    scene.friction.lag(scene.zero());
    VectorXd x = scene.zero();
    for (int i = 0; i < scene.blocks(); ++i)
        x.segment<3>(3L * i) = Vector3d(0.3, -0.2, 0.1);
    EXPECT_LT(scene.friction.value(x), 1e-20);
}

TEST(FrictionPotential, RemembersWhatItCarries) {
    RubbingScene scene;
    scene.friction.lag(scene.zero());
    const VectorXd pulled = scene.shifted({0.001 * RUBBING_REACH, 0.0, 0.0});
    const Vector3d carried = scene.force(pulled);
    ASSERT_LT(carried.x(), 0.0);
    scene.friction.accept(pulled);
    // In the next step, without any motion, it is the same force.
    scene.begin_step();
    EXPECT_LT((scene.force(scene.zero()) - carried).norm(), 1e-12);
}

TEST(FrictionPotential, SlidesMoreEasilyOnceItSlides) {
    RubbingScene scene;
    scene.friction.lag(scene.zero());
    const VectorXd far = scene.shifted({0.3, 0.0, 0.0});
    const double at_first = scene.force(far).norm();
    scene.friction.accept(far);
    scene.begin_step();
    scene.friction.lag(scene.zero());
    EXPECT_NEAR(scene.force(far).norm() / at_first, 0.5, 1e-9);
}

TEST(FrictionPotential, CollidersDragBodiesAlong) {
    RubbingScene scene(true);
    scene.begin_step({0.3, 0.0, 0.0});
    scene.contact.set_travelled(0.0);
    scene.friction.lag(scene.zero());
    const double pressure = scene.pressure(scene.zero());
    scene.contact.set_travelled(1.0);
    EXPECT_NEAR(scene.force(scene.zero()).x(), MU * pressure, 1e-9 * pressure);
}

TEST(FrictionPotential, TellsHowMuchThePressureChanged) {
    RubbingScene scene;
    EXPECT_NEAR(scene.friction.lag(scene.zero()), 1.0, 1e-12);  // nothing, then something
    EXPECT_NEAR(scene.friction.lag(scene.zero()), 0.0, 1e-12);
    EXPECT_GT(scene.friction.lag(scene.shifted({0.0, 0.0, -0.3 * RUBBING_GAP})), 0.1);
    EXPECT_NEAR(scene.friction.lag(scene.shifted({0.0, 0.0, 10.0})), 1.0, 1e-12);  // apart
}

TEST(FrictionPotential, IsNeededWhereAMovingSurfaceRubs) {
    std::vector<ContactSurface> surfaces{triangle(1.0, Vector3d::Zero(), 0),
                                         triangle(1.0, Vector3d::Zero(), -1)};
    EXPECT_TRUE(FrictionPotential::is_needed(surfaces));
    surfaces[0].friction.assign(3, 0.0);
    EXPECT_FALSE(FrictionPotential::is_needed(surfaces));
}
