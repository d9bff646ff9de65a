// Pills on meshes between their points: where they touch, and what that contact does.
#include "viper/contact/mesh_touches.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/viper/contact/all_contacts.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "support/finite_differences.hpp"
#include "support/shapes.hpp"
#include "viper/contact/mesh_planes.hpp"
#include "viper/contact/pill_contacts.hpp"

namespace sinew::viper {
namespace {

using Eigen::Vector3d;
using sinew::test::Random;

constexpr double RAIL_RADIUS = 0.01;

/// A bar along y through (x, 0, 0), thin against the pills that cross it.
TriangleMesh rail_mesh(double x) {
    return sinew::test::tube_mesh(40, 32, [x](double t) {
        return sinew::test::TubeSection{.centre = {x, 0.4 * (t - 0.5), 0.0},
                                        .u = {0.0, 0.0, RAIL_RADIUS},
                                        .v = {RAIL_RADIUS, 0.0, 0.0}};
    });
}

MeshCollider collider_of(TriangleMesh mesh, const Mover* mover = nullptr) {
    MeshColliderDef def;
    def.name = "Rail";
    def.mesh = std::move(mesh);
    def.voxel_size = 0.0025;
    def.friction = 0.7;
    MeshCollider collider(def, mover);
    collider.begin_step(1.0, 2.0);
    return collider;
}

double gap_at(const Pill<double>& pill, const MeshCollider& mesh, double t) {
    return mesh.sample(eigen(pill.centre(t))).distance - pill.radius(t);
}

TEST(MeshTouches, FindsARailAnywhereBetweenTwoPoints) {
    const MeshCollider rail = collider_of(rail_mesh(0.0));
    for (const double at : {0.05, 0.21, 0.5, 0.83, 0.95}) {
        // 5 mm into the rail, with both ends far away from it.
        const double height = 0.02 + RAIL_RADIUS - 0.005;
        const Pill<double> pill{
            {-0.3 * at, 0.03, height}, {0.3 * (1.0 - at), 0.03, height}, 0.02, 0.02};
        const GapMinima minima = find_gap_minima(pill, rail, 1e-4);
        ASSERT_EQ(minima.count, 1) << at;
        EXPECT_NEAR(minima.deepest[0].alpha, at, 2e-3) << at;
        EXPECT_NEAR(minima.deepest[0].gap, -0.005, 3e-4) << at;
    }
}

TEST(MeshTouches, MissesNothingThatASearchStepByStepFinds) {
    const MeshCollider rails = collider_of(sinew::test::joined(rail_mesh(-0.06), rail_mesh(0.05)));
    Random random(8);
    int inside = 0;
    for (int i = 0; i < 300; ++i) {
        const Vector3d a = random.vector3(0.12);
        const Vector3d b = random.vector3(0.12);
        const Pill<double> pill{plain(a), plain(b), random.uniform(0.005, 0.03),
                                random.uniform(0.005, 0.03)};
        double lowest = std::min(gap_at(pill, rails, 0.0), gap_at(pill, rails, 1.0));
        const double at_ends = lowest;
        for (int k = 1; k < 400; ++k)
            lowest = std::min(lowest, gap_at(pill, rails, k / 400.0));
        const GapMinima minima = find_gap_minima(pill, rails, 0.0);
        double found = at_ends;
        for (int k = 0; k < minima.count; ++k)
            found = std::min(found, minima.deepest[k].gap);
        if (lowest > 0.0) continue;
        inside += lowest < at_ends - 1e-3 ? 1 : 0;
        EXPECT_NEAR(found, lowest, 5e-5) << i;
    }
    EXPECT_GT(inside, 20);
}

TEST(MeshTouches, SeesTwoRailsUnderOnePill) {
    const MeshCollider rails = collider_of(sinew::test::joined(rail_mesh(-0.05), rail_mesh(0.05)));
    const Pill<double> pill{{-0.1, 0.0, 0.025}, {0.1, 0.0, 0.028}, 0.02, 0.02};
    const GapMinima minima = find_gap_minima(pill, rails, 1e-4);
    ASSERT_EQ(minima.count, 2);
    EXPECT_NEAR(minima.deepest[0].alpha, 0.25, 0.01);
    EXPECT_NEAR(minima.deepest[1].alpha, 0.75, 0.01);
}

TEST(MeshTouches, LeavesFlatSurfacesToThePoints) {
    const MeshCollider box =
        collider_of(sinew::test::box_mesh({-0.1, -0.1, -0.05}, {0.2, 0.2, 0.05}));
    for (const double tilt : {-0.004, 0.0, 0.004}) {
        const Pill<double> pill{
            {-0.05, 0.0, 0.018 - tilt}, {0.06, 0.02, 0.018 + tilt}, 0.02, 0.015};
        EXPECT_EQ(find_gap_minima(pill, box, CONTACT_SOFTNESS * 0.015).count, 0) << tilt;
    }
    // But not their edges.
    const Pill<double> across{{0.06, 0.0, 0.055}, {0.14, 0.0, -0.025}, 0.02, 0.02};
    EXPECT_EQ(find_gap_minima(across, box, CONTACT_SOFTNESS * 0.02).count, 1);
}

TEST(MeshTouches, WhatWentThroughAThinWallIsHeldWhereItWentIn) {
    const MeshCollider wall =
        collider_of(sinew::test::box_mesh({-0.1, -0.1, -0.01}, {0.2, 0.2, 0.02}));
    const auto hit = [&](double from, double to) {
        const Vector3d end(0.01, 0.0, to);
        const SweptHit found = swept_hit(wall, {0.0, 0.0, from}, end, wall.sample(end));
        return std::pair(found.surface.normal.z(),
                         found.surface.normal.dot(found.place) - found.surface.distance);
    };
    for (const double end : {0.005, 0.001, -0.001, -0.005, -0.02, -0.08}) {
        const auto [normal, offset] = hit(0.03, end);
        EXPECT_NEAR(normal, 1.0, 1e-6) << end;
        EXPECT_NEAR(offset, 0.01, 1.5e-3) << end;
    }
    // From inside the nearest way out is taken.
    EXPECT_LT(hit(0.002, -0.006).first, -0.9);
}

/// A rod across a rail that goes with a mover, in lane 0; the middle of its second segment lies on the rail.
struct RodOnRail {
    explicit RodOnRail(const Mover* mover = nullptr)
        : RodOnRail(Eigen::Affine3d::Identity(), mover) {}
    RodOnRail(const Eigen::Affine3d& placed, const Mover* mover) : rod(placed_rod(placed)) {
        meshes.push_back(std::make_unique<MeshCollider>(collider_of(rail_mesh(0.0), mover)));
        RodBatch& batch = rod.batch();
        batch.lane_points[0] = batch.points;
        contacts.set_meshes(meshes);
    }

    static RodsDef placed_rod(const Eigen::Affine3d& placed) {
        RodsDef def = test::straight_rod(3, 0.3, 0.02);
        for (Vector3d& c : def.points)
            c = placed * (c + Vector3d(-0.155, 0.01, 0.02 + RAIL_RADIUS - 0.002));
        def.radii = {0.018, 0.019, 0.021, 0.02};
        return def;
    }

    void update_contacts(bool first) {
        find_tangent_planes(rod.batch(), meshes);
        contacts.begin_step(rod.batches, {}, 0.01);
        contacts.update_contacts(rod.batches, first);
    }
    double evaluate() { return test::evaluate_all(contacts, rod.batches); }
    Eigen::VectorXd gradient() const {
        Eigen::VectorXd g = Eigen::VectorXd::Zero(rod.unknowns() + 3);
        for (const PillContact& contact : contacts.contacts()) {
            for (int i = 0; i < contact.points(); ++i) {
                const auto at = static_cast<Eigen::Index>(contact.point(i).block());
                const double w = contact.weight(i);
                g.segment<3>(at) += w * (contact.slip_force - contact.force * contact.normal);
                g[at + 3] += w * contact.rest_radius(i) * contact.force;
            }
        }
        return g;
    }
    /// What the solver takes for the second derivative.
    Eigen::MatrixXd hessian() const {
        Eigen::MatrixXd h = Eigen::MatrixXd::Zero(rod.unknowns() + 3, rod.unknowns() + 3);
        for (const PillContact& contact : contacts.contacts()) {
            Eigen::MatrixXd move = Eigen::MatrixXd::Zero(3, h.rows());
            Eigen::VectorXd gap = Eigen::VectorXd::Zero(h.rows());
            for (int i = 0; i < contact.points(); ++i) {
                const auto at = static_cast<Eigen::Index>(contact.point(i).block());
                move.middleCols<3>(at) += contact.weight(i) * Eigen::Matrix3d::Identity();
                gap[at + 3] -= contact.weight(i) * contact.rest_radius(i);
            }
            gap += move.transpose() * contact.normal;
            const Eigen::Matrix3d across = Eigen::Matrix3d::Identity() -
                                           contact.start_normal * contact.start_normal.transpose();
            h += contact.press_stiffness * gap * gap.transpose() +
                 contact.slip_stiffness * move.transpose() * across * move;
        }
        return h;
    }
    void move_by(const RodState& kept, const Eigen::VectorXd& d) {
        std::vector<Pack> step(static_cast<std::size_t>(d.size()), Pack(0.0));
        for (Eigen::Index k = 0; k < d.size(); ++k)
            step[k].set(0, d[k]);
        advance(kept, step, Pack(1.0), rod.batch().current);
    }

    test::BatchOfOne rod;
    std::vector<std::unique_ptr<MeshCollider>> meshes;
    PillContacts contacts;
};

TEST(MeshTouches, TheContactPushesByHand) {
    RodOnRail scene;
    scene.update_contacts(true);
    const double energy = scene.evaluate();
    ASSERT_EQ(scene.contacts.contacts().size(), 1U);
    const PillContact& contact = scene.contacts.contacts()[0];
    EXPECT_TRUE(contact.is_kinematic());
    EXPECT_EQ(contact.a.point, 1);
    EXPECT_NEAR(contact.alpha, 0.55, 0.01);
    EXPECT_NEAR(contact.normal.z(), 1.0, 1e-3);
    // φ of the gap with the stiffness of the two points.
    const RodBatch& batch = scene.rod.batch();
    const double a = contact.alpha;
    const double k = 1e8 * ((1.0 - a) * batch.point[1].mass[0] + a * batch.point[2].mass[0]);
    const double radius = (1.0 - a) * 0.019 + a * 0.021;
    const double depth = radius - (0.02 - 0.002);
    EXPECT_NEAR(contact.stiffness, k, 1e-9 * k);
    EXPECT_NEAR(-contact.gap, depth, 2e-4);
    const double deep = -contact.gap - 0.5 * CONTACT_SOFTNESS * radius;
    EXPECT_NEAR(contact.force, k * deep, 1e-6 * k * deep);
    EXPECT_NEAR(energy, contact_response(contact.gap, k, CONTACT_SOFTNESS * radius).energy,
                1e-9 * energy);
}

TEST(MeshTouches, GradientAndHessianMatchFiniteDifferences) {
    RodOnRail scene;
    Random random(12);
    scene.rod.shake(random, 5e-4);
    scene.update_contacts(false);
    scene.evaluate();
    ASSERT_EQ(scene.contacts.contacts().size(), 1U);
    EXPECT_GT(scene.contacts.contacts()[0].slip_force.norm(), 0.0);
    const Eigen::VectorXd gradient = scene.gradient();
    const Eigen::MatrixXd hessian = scene.hessian();
    const RodState kept = scene.rod.batch().current;
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(gradient.size());
    const auto value = [&](const Eigen::VectorXd& d) {
        scene.move_by(kept, d);
        return scene.evaluate();
    };
    const auto slope = [&](const Eigen::VectorXd& d) {
        value(d);
        return scene.gradient();
    };
    EXPECT_TRUE(
        sinew::test::gradient_matches(value, gradient, zero, {.relative = 1e-6, .step = 1e-7}));
    EXPECT_TRUE(
        sinew::test::jacobian_matches(slope, hessian, zero, {.relative = 1e-6, .step = 1e-7}));
}

TEST(MeshTouches, AreTheSameWhenAllIsTurnedAndMoved) {
    RodOnRail here;
    here.update_contacts(true);
    const double energy = here.evaluate();
    Random random(2);
    Eigen::Affine3d placed(random.rotation());
    placed.translation() = random.vector3(3.0);
    MoverDef def;
    def.name = "bone";
    def.transforms = {.width = MOVER_WIDTH, .frames = {1}, .values = {}};
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column)
            def.transforms.values.push_back(placed.matrix()(row, column));
    }
    const Mover mover(def);
    RodOnRail there(placed, &mover);
    there.update_contacts(true);
    EXPECT_NEAR(there.evaluate(), energy, 1e-9 * energy);
    ASSERT_EQ(there.contacts.contacts().size(), 1U);
    const PillContact& a = here.contacts.contacts()[0];
    const PillContact& b = there.contacts.contacts()[0];
    EXPECT_NEAR(b.gap, a.gap, 1e-12);
    EXPECT_LT((b.normal - placed.linear() * a.normal).norm(), 1e-9);
    EXPECT_NEAR(b.slip_force.norm(), a.slip_force.norm(), 1e-9 * a.force);
}

/// A collider that goes along with a rod does not rub it.
TEST(MeshTouches, WhatGoesAlongDoesNotSlip) {
    MoverDef def;
    def.name = "bone";
    def.transforms = {.width = MOVER_WIDTH,
                      .frames = {1, 2},
                      .values = {1, 0, 0, -0.01, 0, 1, 0, 0.02, 0, 0, 1, 0,  //
                                 1, 0, 0, 0,     0, 1, 0, 0,    0, 0, 1, 0}};
    const Mover mover(def);
    RodOnRail scene(&mover);
    // Where it was is as far back as the rail was.
    for (Vec3p& c : scene.rod.batch().state.c)
        c += {Pack(-0.01), Pack(0.02), Pack(0.0)};
    scene.update_contacts(false);
    scene.evaluate();
    ASSERT_EQ(scene.contacts.contacts().size(), 1U);
    EXPECT_GT(scene.contacts.contacts()[0].slip_stiffness, 0.0);
    EXPECT_LT(scene.contacts.contacts()[0].slip_force.norm(),
              1e-9 * scene.contacts.contacts()[0].force);
}

}  // namespace
}  // namespace sinew::viper
