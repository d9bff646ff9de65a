// Rods on meshes that are thinner than their segments are long: on rails between two points.
#include <gtest/gtest.h>

#include <cmath>

#include "contact/contact_law.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "support/rods_in_world.hpp"
#include "support/shapes.hpp"

namespace sinew {
namespace {

using Eigen::Vector3d;
using test::add;
using test::run;
using viper::RodsBody;
using viper::RodsDef;
using viper::test::straight_rod;

constexpr double RAIL_RADIUS = 0.01;   ///< its radius [m]
constexpr double BEAM_RADIUS = 0.015;  ///< radius of rods [m]
constexpr double BEAM_LENGTH = 0.5;    ///< [m]
constexpr int BEAM_SEGMENTS = 5;

/// A bar along y, or along a slope, whose highest line goes through BEAM_RADIUS under the origin and this far beyond [m].
MeshColliderDef rail(double length = 0.1, double slope = 0.0, double friction = 0.5) {
    const Vector3d along(0.0, std::cos(slope), -std::sin(slope));
    const Vector3d up(0.0, std::sin(slope), std::cos(slope));
    MeshColliderDef def;
    def.name = "Rail";
    def.friction = friction;
    def.voxel_size = 0.004;
    def.mesh = test::tube_mesh(2, 64, [&](double t) {
        return test::TubeSection{
            .centre = ((length + 0.1) * t - 0.1) * along - (RAIL_RADIUS + BEAM_RADIUS) * up,
            .u = RAIL_RADIUS * up,
            .v = {RAIL_RADIUS, 0.0, 0.0}};
    });
    return def;
}

/// Along x with the middle of its middle segment in the origin; too stiff to bend by what counts.
RodsDef beam(bool among_others) {
    RodsDef def = straight_rod(BEAM_SEGMENTS, BEAM_LENGTH, BEAM_RADIUS);
    def.name = "Beam";
    for (Vector3d& c : def.points)
        c.x() -= 0.5 * BEAM_LENGTH;
    def.params.bend_stiffness = def.params.twist_stiffness = 1e8;
    def.params.stretch_stiffness = 1e7;
    def.params.cross_section_stiffness = 1e7;
    def.params.damping = 0.0;
    def.collision.enabled = among_others;
    return def;
}

/// φ of contact_law.hpp where it pushes with this force [N].
double energy_of(double force, double k, double softness) {
    const double depth = force > 0.5 * k * softness ? force / k + 0.5 * softness
                                                    : std::sqrt(2.0 * force * softness / k);
    return contact_response(-depth, k, softness).energy;
}

WorldSettings in_quarter_frames() {
    WorldSettings settings;
    settings.substeps = 4;
    return settings;
}

class RodsOnARail : public testing::TestWithParam<bool> {};

TEST_P(RodsOnARail, LieOnItWithTheirWeight) {
    World world(in_quarter_frames());
    world.add(rail());
    RodsDef def = beam(GetParam());
    def.params.damping = 6.0;
    // It would tip over sooner or later: the middle segment is held level from both sides.
    def.pins = {{.points = {2, 3}, .position = false, .frame = true}};
    for (Vector3d& c : def.points)
        c.z() += 0.02;
    const RodsBody& body = add(world, def);
    run(world, 48);
    const auto state = body.state();
    for (int j = 0; j <= BEAM_SEGMENTS; ++j) {
        EXPECT_NEAR(state.c[j].z(), 0.0, 1.5e-3) << j;  // the field rounds a rail of few voxels off
        EXPECT_LT(state.c_rate[j].norm(), 5e-3) << j;
    }
    // One contact holds it: the energy of contact is that of the force m g.
    const double dt = 1.0 / (24.0 * 4.0);
    const double mass = def.params.density * M_PI * BEAM_RADIUS * BEAM_RADIUS * BEAM_LENGTH;
    const double factor = GetParam() ? CONTACT_FACTOR : HARD_PLANES.factor;
    const double k = factor * mass / BEAM_SEGMENTS / (dt * dt);
    const double expected = energy_of(9.81 * mass, k, CONTACT_SOFTNESS * BEAM_RADIUS);
    EXPECT_NEAR(body.measure({}).energy.contact, expected, 0.02 * expected);
}

TEST_P(RodsOnARail, HangDownOnBothSidesOfIt) {
    World world(in_quarter_frames());
    world.add(rail(0.1, 0.0, 1.0));
    RodsDef def = straight_rod(9, 0.45, BEAM_RADIUS);
    def.name = "Rope";
    for (Vector3d& c : def.points)
        c.x() -= 0.225;
    def.params.bend_stiffness = def.params.twist_stiffness = 2e4;
    def.params.damping = 6.0;
    def.collision.enabled = GetParam();
    const RodsBody& body = add(world, def);
    run(world, 72);
    const auto state = body.state();
    const Vector3d middle = 0.5 * (state.c[4] + state.c[5]);
    EXPECT_NEAR(middle.z(), 0.0, 2e-3);
    EXPECT_LT(state.c[0].z(), -0.05);
    EXPECT_NEAR(state.c[9].z(), state.c[0].z(), 0.02);
}

/// Rails that slope by 20 degrees: ½ g (sin − μ cos) t² along them.
TEST_P(RodsOnARail, SlideDownAsCoulombSays) {
    const double slope = 20.0 * M_PI / 180.0;
    for (const double friction : {0.0, 0.2, 0.6}) {
        World world(in_quarter_frames());
        world.add(rail(0.5, slope, friction));
        RodsDef def = beam(GetParam());
        def.pins = {{.points = {0, 1, 2, 3, 4, 5}, .position = false, .frame = true}};
        const RodsBody& body = add(world, def);
        run(world, 12);
        const double t = 0.5;
        const double pull = std::max(0.0, std::sin(slope) - friction * std::cos(slope));
        const double expected = 0.5 * 9.81 * pull * t * t;
        const auto state = body.state();
        const Vector3d middle = 0.5 * (state.c[2] + state.c[3]);
        const double way = middle.y() * std::cos(slope) - middle.z() * std::sin(slope);
        EXPECT_NEAR(way, expected, 0.04 * expected + 0.004) << friction;
    }
}

TEST_P(RodsOnARail, AreLiftedAndTakenAlong) {
    World world(in_quarter_frames());
    MoverDef mover;
    mover.name = "lift";
    mover.transforms.width = MOVER_WIDTH;
    for (int frame = 1; frame <= 13; ++frame) {
        const double t = (frame - 1) / 12.0;
        mover.transforms.frames.push_back(frame);
        const double rows[] = {1, 0, 0, 0, 0, 1, 0, 0.2 * t * t * t, 0, 0, 1, 0.2 * t * t};
        mover.transforms.values.insert(mover.transforms.values.end(), rows, rows + 12);
    }
    world.add(mover);
    MeshColliderDef lift = rail(0.1, 0.0, 2.0);
    lift.mover = "lift";
    world.add(lift);
    RodsDef def = beam(GetParam());
    def.pins = {{.points = {0, 1, 2, 3, 4, 5}, .position = false, .frame = true}};
    const RodsBody& body = add(world, def);
    run(world, 12);
    const Vector3d middle = 0.5 * (body.state().c[2] + body.state().c[3]);
    EXPECT_NEAR(middle.z(), 0.2, 0.004);
    EXPECT_NEAR(middle.y(), 0.2, 0.01);
}

/// Faster than the rail is thick in a step.
TEST_P(RodsOnARail, AreStoppedHoweverFastTheyFall) {
    for (const double height : {0.1, 0.4, 1.0, 2.0}) {
        World world(in_quarter_frames());
        world.add(rail());
        RodsDef def = beam(GetParam());
        def.params.damping = 2.0;
        def.pins = {{.points = {0, 1, 2, 3, 4, 5}, .position = false, .frame = true}};
        const double speed = std::sqrt(2.0 * 9.81 * height);
        for (Vector3d& c : def.points)
            c.z() += 0.05;
        def.initial_velocities.assign(def.points.size(), Vector3d(0.0, 0.0, -speed));
        const RodsBody& body = add(world, def);
        run(world, 24);
        EXPECT_GT(body.state().c[2].z(), -0.005) << height;
    }
}

INSTANTIATE_TEST_SUITE_P(AloneAndAmongOthers, RodsOnARail, testing::Values(false, true));

/// Rods that lie on a flat face or are far away have no contact between their points: they are what they are without this.
TEST(RodsOnMeshes, OfFlatFacesOnlyThePointsTouch) {
    World world(in_quarter_frames());
    MeshColliderDef box;
    box.name = "Box";
    box.mesh = test::box_mesh({-1.0, -1.0, -0.5}, {2.0, 2.0, 0.5 - BEAM_RADIUS});
    box.voxel_size = 0.05;
    world.add(box);
    RodsDef def = beam(false);
    def.params.damping = 4.0;
    const RodsBody& body = add(world, def);
    run(world, 24);
    const double dt = 1.0 / (24.0 * 4.0);
    const double mass =
        def.params.density * M_PI * BEAM_RADIUS * BEAM_RADIUS * BEAM_LENGTH / BEAM_SEGMENTS;
    double expected = 0.0;
    for (int j = 0; j <= BEAM_SEGMENTS; ++j) {
        const double m = j == 0 || j == BEAM_SEGMENTS ? 0.5 * mass : mass;
        const double k = HARD_PLANES.factor * m / (dt * dt);
        expected += energy_of(9.81 * m, k, HARD_PLANES.softness * BEAM_RADIUS);
    }
    EXPECT_NEAR(body.measure({}).energy.contact, expected, 0.02 * expected);
}

}  // namespace
}  // namespace sinew
