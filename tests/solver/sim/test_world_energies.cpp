// What a world measures of rods that hold on to others: bundling and contact, each alone and by hand. All points are
// pinned, so that what is measured is known.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "contact/contact_law.hpp"
#include "solver/viper/rod_fixture.hpp"
#include "support/rods_in_world.hpp"

namespace sinew {
namespace {

using test::add;
using test::run;
using test::without_gravity;
using viper::RodsBody;
using viper::RodsDef;
using viper::test::straight_rod;

constexpr double PILL_RADIUS = 0.02;
constexpr double PILL_LENGTH = 0.2;
/// Relative, of a gap: where two pills are nearest is searched for.
constexpr double GAP_TOLERANCE = 1e-5;

/// Every point stays where it is now, as thick as it is and turned as it is.
void pin_all(RodsDef& def) {
    viper::RodPins pins{
        .points = std::vector<int>(def.points.size()), .frame = true, .scale = true};
    std::iota(pins.points.begin(), pins.points.end(), 0);
    if (!def.initial_positions.empty()) {
        pins.positions = {.width = 3 * def.points.size(), .frames = {1}, .values = {}};
        for (const Eigen::Vector3d& c : def.initial_positions)
            pins.positions.values.insert(pins.positions.values.end(), c.begin(), c.end());
    }
    def.pins = {pins};
}

/// One pill along x, its middle at `height` above the origin.
RodsDef pinned_pill(const char* name, double height) {
    RodsDef def = straight_rod(1, PILL_LENGTH, PILL_RADIUS);
    def.name = name;
    for (Eigen::Vector3d& c : def.points)
        c += Eigen::Vector3d(-0.5 * PILL_LENGTH, 0.0, height);
    def.collision.enabled = true;
    pin_all(def);
    return def;
}

double step_of(const World& world) {
    return 1.0 / (world.settings().frame_rate * world.settings().substeps);
}

/// Of the half of a pill that each of its points carries [kg].
double half_mass(const RodsDef& def) {
    return 0.5 * def.params.density * M_PI * PILL_RADIUS * PILL_RADIUS * PILL_LENGTH;
}

/// φ of contact_law.hpp when the spheres are deep in each other.
double deep_energy(double stiffness, double depth, double softness) {
    const double deep = depth - 0.5 * softness;
    return stiffness * (0.5 * deep * deep + softness * softness / 24.0);
}

TEST(Energies, OfABoneInARodByHand) {
    World world(without_gravity());
    const double depth = 0.01;
    world.add(PillColliderDef{.name = "Bone",
                              .mover = {},
                              .points = {{0.0, -0.1, 0.0}, {0.0, 0.1, 0.0}},
                              .radii = {PILL_RADIUS, PILL_RADIUS}});
    const RodsDef def = pinned_pill("Rod", 2.0 * PILL_RADIUS - depth);
    const RodsBody& body = add(world, def);
    EXPECT_EQ(body.measure({}).energy.contact, 0.0);  // how stiff it is, the step decides
    run(world, 1);
    const double flesh = PILL_RADIUS * def.params.volume_stiffness;
    const double dt = step_of(world);
    const double stiffness = std::min(flesh, CONTACT_FACTOR * half_mass(def) / (dt * dt));
    const double expected = deep_energy(stiffness, depth, CONTACT_SOFTNESS * 2.0 * PILL_RADIUS);
    EXPECT_NEAR(world.measure().energy.contact, expected, GAP_TOLERANCE * expected);
    EXPECT_NEAR(world.measure().energy.elastic, 0.0, 1e-12);
}

TEST(Energies, OfTwoRodsInEachOtherAreShared) {
    World world(without_gravity());
    const double depth = 0.012;
    const RodsDef below = pinned_pill("Below", 0.0);
    RodsDef above = pinned_pill("Above", 2.0 * PILL_RADIUS - depth);
    for (Eigen::Vector3d& c : above.points)
        c = {0.0, c.x(), c.z()};  // across
    const RodsBody& a = add(world, below);
    const RodsBody& b = add(world, above);
    run(world, 1);
    const double flesh = 0.5 * PILL_RADIUS * below.params.volume_stiffness;  // one after the other
    const double dt = step_of(world);
    const double stiffness = std::min(flesh, CONTACT_FACTOR * half_mass(below) / (dt * dt));
    const double expected = deep_energy(stiffness, depth, CONTACT_SOFTNESS * 2.0 * PILL_RADIUS);
    EXPECT_NEAR(world.measure().energy.contact, expected, GAP_TOLERANCE * expected);
    EXPECT_NEAR(a.measure({}).energy.contact, 0.5 * expected, GAP_TOLERANCE * expected);
    EXPECT_NEAR(b.measure({}).energy.contact, 0.5 * expected, GAP_TOLERANCE * expected);
    // Contacts are not those of a state that came from elsewhere.
    ByteWriter saved;
    world.save(saved);
    ByteReader reader(saved.bytes());
    world.load(reader);
    EXPECT_EQ(world.measure().energy.contact, 0.0);
}

TEST(Energies, OfABoxInARodByHand) {
    World world(without_gravity());
    MeshColliderDef box;
    box.name = "Box";
    box.voxel_size = 0.005;
    for (int i = 0; i < 8; ++i)
        box.mesh.vertices.emplace_back(i & 1 ? 0.15 : -0.15, i & 2 ? 0.05 : -0.05,
                                       i & 4 ? 0.0 : -0.1);
    box.mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                          {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    world.add(box);
    const double depth = 0.005;
    const RodsDef def = pinned_pill("Rod", PILL_RADIUS - depth);
    add(world, def);
    run(world, 1);
    const double dt = step_of(world);
    const PlaneLaw& law = SOFT_PLANES;
    const double stiffness = law.factor * half_mass(def) / (dt * dt);
    const double expected = 2.0 * deep_energy(stiffness, depth, law.softness * PILL_RADIUS);
    EXPECT_NEAR(world.measure().energy.contact, expected,
                0.01 * expected);  // as voxels know the box
}

TEST(Energies, OfTwoRodsDrawnApartInTheirSectionsByHand) {
    // The example of test_section.cpp at both ends of two rods that are moved apart as wholes: nothing else is strained.
    RodsDef def;
    def.name = "Pair";
    def.counts = {2, 2};
    def.points = {{-0.1, 0, 0}, {-0.1, 0, 1}, {0.1, 0, 0}, {0.1, 0, 1}};
    def.radii.assign(4, PILL_RADIUS);
    def.bundling.sections = {{0, 2}, {1, 3}};
    def.bundling.stiffness = 500.0;
    def.initial_positions = def.points;
    World at_rest(without_gravity());
    pin_all(def);
    add(at_rest, def);
    run(at_rest, 1);
    EXPECT_NEAR(at_rest.measure().energy.elastic, 0.0, 1e-15);

    def.initial_positions[2].x() += 0.04;
    def.initial_positions[3].x() += 0.04;
    pin_all(def);
    World world(without_gravity());
    add(world, def);
    run(world, 1);
    const double s = (0.1 * 0.12 + 3e-4) / (0.01 + 3e-4);
    const double weight = 500.0 * M_PI * PILL_RADIUS * PILL_RADIUS * 0.5 / (0.01 + 2e-4);
    const double error = 0.12 - s * 0.1;
    const double of_a_section = weight * (error * error + 3e-4 * (1.0 - s) * (1.0 - s));
    EXPECT_NEAR(world.measure().energy.elastic, 2.0 * of_a_section, 1e-12);
    EXPECT_EQ(world.measure().energy.contact, 0.0);
}

}  // namespace
}  // namespace sinew
