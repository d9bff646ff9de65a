#include "skin/skin_body.hpp"

#include <gmock/gmock.h>

#include "body/live_input.hpp"
#include "solver/skin/pills_fixture.hpp"

namespace sinew::skin {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using testing::HasSubstr;

/// A rod along x whose poses the test sets.
struct Puppet : PillSource {
    PillChains rest = test::straight_chain(Vector3d::Zero(), Vector3d(1, 0, 0), 4, 0.05);
    std::vector<SpherePose> poses = std::vector<SpherePose>(5);

    PillChains pills() const override { return rest; }
    void pill_poses(std::span<SpherePose> out) const override {
        std::copy(poses.begin(), poses.end(), out.begin());
    }
    void shift_all(const Vector3d& by) {
        for (SpherePose& pose : poses)
            pose = SpherePose(by, 0.0, Quaterniond::Identity());
    }
};

SkinDef tube_def() {
    SkinDef def;
    def.name = "Body";
    def.mesh = test::tube(1.0, 0.08, 9, 6);
    def.drivers = {"Rod"};
    return def;
}

/// A mover that turns by a quarter of a turn about z and grows to twice its size from frame 1 to 2.
Mover turning() {
    AnimatedArray keys;
    keys.width = MOVER_WIDTH;
    keys.frames = {1.0, 2.0};
    keys.values = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 0, 2, 0, 0, 0, 0, 0, 2, 0};
    return Mover({.name = "arm", .transforms = keys});
}

std::vector<Vector3d> positions(const Body& body) {
    std::vector<Vector3d> out(body.output_count());
    body.output_positions({out.data()->data(), 3 * out.size()});
    return out;
}

TEST(SkinBody, FollowsItsDriver) {
    Puppet rod;
    const SkinDef def = tube_def();
    SkinBody skin(def, {&rod}, {}, {});
    skin.follow(1.0);
    EXPECT_EQ(positions(skin), def.mesh.vertices);
    rod.shift_all(Vector3d(0, 0, 1));
    skin.follow(2.0);
    for (std::size_t v = 0; v < def.mesh.vertices.size(); ++v)
        EXPECT_NEAR((positions(skin)[v] - def.mesh.vertices[v] - Vector3d(0, 0, 1)).norm(), 0.0,
                    1e-15);
}

TEST(SkinBody, FollowsABoneExactly) {
    const Mover arm = turning();
    SkinDef def = tube_def();
    def.drivers.clear();
    def.bones = {{"arm", {{0, 0, 0}, {1, 0, 0}}, {0.05, 0.02}}};
    SkinBody skin(def, {}, {&arm}, {});
    skin.follow(1.0);
    EXPECT_EQ(positions(skin), def.mesh.vertices);
    skin.follow(2.0);
    for (std::size_t v = 0; v < def.mesh.vertices.size(); ++v) {
        const Vector3d& x = def.mesh.vertices[v];
        EXPECT_NEAR((positions(skin)[v] - Vector3d(-2 * x.y(), 2 * x.x(), 2 * x.z())).norm(), 0.0,
                    1e-14);
    }
}

TEST(SkinBody, MaskDecidesBetweenPillsAndBase) {
    Puppet rod;
    SkinDef def = tube_def();
    const std::size_t count = def.mesh.vertices.size();
    // The base moves along y from frame 1 to 3.
    def.base.width = 3 * count;
    def.base.frames = {1.0, 3.0};
    for (const double y : {0.0, 0.7}) {
        for (const Vector3d& x : def.mesh.vertices)
            def.base.values.insert(def.base.values.end(), {x.x(), x.y() + y, x.z()});
    }
    def.mask.assign(count, 1.0);
    def.mask[1] = 0.0;
    def.mask[2] = 0.25;
    SkinBody skin(def, {&rod}, {}, {});
    skin.follow(1.0);
    EXPECT_EQ(positions(skin), def.mesh.vertices);
    rod.shift_all(Vector3d(0, 0, 0.4));
    skin.follow(3.0);
    const std::vector<Vector3d> now = positions(skin);
    EXPECT_NEAR((now[0] - def.mesh.vertices[0] - Vector3d(0, 0, 0.4)).norm(), 0.0, 1e-15);
    EXPECT_EQ(now[1], Vector3d::Map(def.base.values.data() + def.base.width + 3));
    EXPECT_NEAR((now[2] - def.mesh.vertices[2] - Vector3d(0, 0.75 * 0.7, 0.1)).norm(), 0.0, 1e-15);
    skin.follow(2.0);
    EXPECT_NEAR(positions(skin)[1].y() - def.mesh.vertices[1].y(), 0.35, 1e-15);

    std::vector<double> base(3 * count, 9.0);
    LiveInputs inputs;
    inputs.begin_object("skin");
    skin.list_inputs(inputs);
    inputs.set("skin.base", 4.0, base);
    skin.follow(4.0);
    EXPECT_EQ(positions(skin)[1], Vector3d(9, 9, 9));
}

TEST(SkinBody, OffsetsChangeOverTimeAndRideOnBones) {
    const Mover arm = turning();
    SkinDef def = tube_def();
    def.drivers.clear();
    def.bones = {{"arm", {{0, 0, 0}, {1, 0, 0}}, {0.05, 0.02}}};
    def.offsets.vertices = {5, 3};
    def.offsets.values = {.width = 6,
                          .frames = {1.0, 2.0, 3.0},
                          .values = {0, 0, 0, 0, 0, 0, 0.1, 0, 0, 0, 0.2, 0, 0, 0, 0, 0, 0, 0}};
    SkinBody skin(def, {}, {&arm}, {});
    skin.follow(1.0);
    EXPECT_EQ(positions(skin), def.mesh.vertices);
    skin.follow(2.0);
    const std::vector<Vector3d> now = positions(skin);
    for (std::size_t v = 0; v < now.size(); ++v) {
        Vector3d x = def.mesh.vertices[v];
        if (v == 5) x.x() += 0.1;
        if (v == 3) x.y() += 0.2;
        EXPECT_NEAR((now[v] - Vector3d(-2 * x.y(), 2 * x.x(), 2 * x.z())).norm(), 0.0, 1e-14);
    }
    // Half-way to the last key half of it is left, and then nothing.
    skin.follow(2.5);
    EXPECT_NEAR((positions(skin)[5] - now[5] - Vector3d(0, -0.1, 0)).norm(), 0.0, 1e-14);
    skin.follow(9.0);
    EXPECT_NEAR((positions(skin)[5] - now[5] - Vector3d(0, -0.2, 0)).norm(), 0.0, 1e-14);
}

TEST(SkinBody, SaysWhichVerticesAreFarFromAllPills) {
    Puppet rod;
    SkinDef def = tube_def();
    def.mesh.vertices[7] = {0, 3, 0};
    def.mesh.vertices[9] = {0, 3, 0};
    std::string heard;
    const Log log([&](LogLevel level, std::string_view line) {
        EXPECT_EQ(level, LogLevel::Warning);
        heard += line;
    });
    SkinBody skin(def, {&rod}, {}, log);
    EXPECT_THAT(heard, HasSubstr("Body: 2 of 54 vertices, the first is 7, are farther"));
    EXPECT_THAT(heard, HasSubstr("10 radii"));
}

}  // namespace
}  // namespace sinew::skin
