#include "viper/contact/start_overlaps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "solver/viper/rod_fixture.hpp"
#include "support/shapes.hpp"

namespace sinew::viper {
namespace {

using test::straight_rod;
using testing::AllOf;
using testing::HasSubstr;

/// A rod along x from 0 to 0.4 m, 4 cm thick, that collides.
RodsDef rod_at(const std::string& name, double y, double z) {
    RodsDef def = straight_rod(8, 0.4, 0.02);
    def.name = name;
    def.collision.enabled = true;
    for (Eigen::Vector3d& c : def.points)
        c += Eigen::Vector3d(0.0, y, z);
    return def;
}

std::vector<StartOverlap> overlaps(const std::vector<RodsDef>& defs,
                                   const Colliders& colliders = {}, double frame = 1.0) {
    std::vector<const RodsDef*> bodies;
    for (const RodsDef& def : defs)
        bodies.push_back(&def);
    return find_start_overlaps(bodies, colliders, frame);
}

Colliders bone(double radius, const Mover* mover = nullptr) {
    Colliders colliders;
    colliders.pills.push_back({{.name = "Humerus",
                                .mover = {},
                                .points = {{0.0, 0.0, 0.0}, {0.4, 0.0, 0.0}},
                                .radii = {radius, radius}},
                               mover});
    return colliders;
}

TEST(StartOverlaps, NameBothBodiesAndTheDepthDeepestFirst) {
    // 3 cm apart: 1 cm deep; 2.5 cm apart: 1.5 cm. The outer two do not meet.
    const auto found = overlaps(
        {rod_at("Biceps", 0.0, 0.0), rod_at("Brachialis", 0.0, 0.03), rod_at("Fat", 0.025, 0.03)});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].body, "Brachialis");
    EXPECT_EQ(found[0].other, "Fat");
    EXPECT_NEAR(found[0].depth, 0.015, 1e-9);
    EXPECT_NEAR(found[1].depth, 0.010, 1e-9);
    EXPECT_GE(found[1].places, 8U);
    EXPECT_THAT(found[1].message(),
                AllOf(HasSubstr("Biceps"), HasSubstr("10.0 mm inside Brachialis"),
                      HasSubstr("one collision group")));
}

TEST(StartOverlaps, AreNoneWhereRodsTouchDoNotCollideOrShareAGroup) {
    EXPECT_TRUE(overlaps({rod_at("A", 0.0, 0.0), rod_at("B", 0.0, 0.0385)}).empty());
    RodsDef ghost = rod_at("Ghost", 0.0, 0.0);
    ghost.collision.enabled = false;
    EXPECT_TRUE(overlaps({rod_at("A", 0.0, 0.01), ghost}).empty());
    std::vector<RodsDef> group = {rod_at("A", 0.0, 0.0), rod_at("B", 0.0, 0.01)};
    for (RodsDef& def : group)
        def.collision.groups = {7};
    EXPECT_TRUE(overlaps(group).empty());
    group[1].collision.groups = {8};
    EXPECT_EQ(overlaps(group).size(), 1U);
}

TEST(StartOverlaps, LeaveOutTheEndsThatHangOnTheBone) {
    // Both ends lie in the bone, the belly arches over it.
    RodsDef muscle = rod_at("Biceps", 0.0, 0.0);
    for (Eigen::Vector3d& c : muscle.points)
        c.z() = c.x() == 0.0 || c.x() == 0.4 ? 0.0 : 0.1;
    EXPECT_EQ(overlaps({muscle}, bone(0.02)).size(), 1U);
    muscle.attachments = {{.mover = "arm", .points = {0, 8}}};
    EXPECT_TRUE(overlaps({muscle}, bone(0.02)).empty());
    // A thicker bone reaches the belly.
    const auto found = overlaps({muscle}, bone(0.09));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].other_is_collider);
    // Deepest in the middle of the segments that hang on it, 5 cm above its axis.
    EXPECT_NEAR(found[0].depth, 0.09 + 0.02 - 0.05, 1e-9);
    EXPECT_THAT(found[0].message(),
                AllOf(HasSubstr("60.0 mm inside Humerus"), HasSubstr("preroll")));
    // A rod that lies in the bone is told although both its segments hang on it.
    RodsDef inside = straight_rod(2, 0.4, 0.02);
    inside.collision.enabled = true;
    inside.attachments = {{.mover = "arm", .points = {0, 2}}};
    EXPECT_EQ(overlaps({inside}, bone(0.02)).size(), 1U);
    // A pin holds as well, as long as it is not released.
    muscle.attachments.clear();
    muscle.pins = {{.points = {0, 8}}};
    EXPECT_TRUE(overlaps({muscle}, bone(0.02)).empty());
    muscle.pins[0].release_frame = 0.0;
    EXPECT_EQ(overlaps({muscle}, bone(0.02)).size(), 1U);
}

TEST(StartOverlaps, SeeCollidersWhereTheyAreAtTheFrame) {
    MoverDef def;
    def.name = "arm";
    def.transforms = {.width = MOVER_WIDTH, .frames = {1, 5}, .values = {}};
    for (const double lift : {1.0, 0.0}) {
        for (const double value : {1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, lift})
            def.transforms.values.push_back(value);
    }
    const Mover arm(def);
    EXPECT_TRUE(overlaps({rod_at("Biceps", 0.0, 0.03)}, bone(0.02, &arm), 1.0).empty());
    EXPECT_EQ(overlaps({rod_at("Biceps", 0.0, 0.03)}, bone(0.02, &arm), 5.0).size(), 1U);
}

TEST(StartOverlaps, CountPointsInsidePlanesAndMeshes) {
    Colliders colliders;
    colliders.planes.push_back({.name = "Floor"});
    MeshColliderDef chest;
    chest.name = "Chest";
    chest.mesh = sinew::test::box_mesh({-0.1, -0.2, 0.5}, {0.6, 0.4, 0.3});
    colliders.meshes.push_back(std::make_unique<MeshCollider>(chest, nullptr));
    RodsDef low = rod_at("Low", 0.0, 0.005);
    low.collision.enabled = false;  // planes and meshes stop all rods
    auto found = overlaps({low}, colliders);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].other, "Floor");
    EXPECT_NEAR(found[0].depth, 0.015, 1e-12);
    EXPECT_EQ(found[0].places, 9U);
    found = overlaps({rod_at("High", 0.0, 0.49)}, colliders);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].other, "Chest");
    EXPECT_NEAR(found[0].depth, 0.010, 1e-3);
}

TEST(StartOverlaps, BeginWhereTheRodsBegin) {
    RodsDef a = rod_at("A", 0.0, 0.0);
    const RodsDef b = rod_at("B", 0.0, 0.1);
    EXPECT_TRUE(overlaps({a, b}).empty());
    a.initial_positions = b.points;
    EXPECT_EQ(overlaps({a, b}).size(), 1U);
    a.initial_positions.clear();
    a.initial_scales.assign(9, 4.5);
    EXPECT_EQ(overlaps({a, b}).size(), 1U);
}

}  // namespace
}  // namespace sinew::viper
