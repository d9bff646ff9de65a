#include "body/live_input.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "base/error.hpp"
#include "body/mover.hpp"
#include "body/vertex_pins.hpp"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The message of an Error; empty when there is none.
std::string refusal(const LiveInputs& inputs, std::string_view path, std::vector<double> values) {
    try {
        inputs.set(path, 5.0, values);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
        return error.what();
    }
    return "";
}

TEST(LiveInputs, GoFromWhereTheyAreToTheTargetAndStay) {
    AnimatedArray keys{.width = 2, .frames = {1.0, 9.0}, .values = {0.0, 10.0, 8.0, 10.0}};
    LiveInputs inputs;
    inputs.begin_object("bodies.Rod");
    inputs.add("radial_force", keys);
    inputs.set("bodies.Rod.radial_force", 5.0, std::vector{7.0, 20.0});
    std::vector<double> now(2);
    keys.sample(4.0, now);
    EXPECT_THAT(now, ElementsAre(3.0, 10.0));  // between the keys of the job
    keys.sample(4.5, now);
    EXPECT_THAT(now, ElementsAre(5.0, 15.0));
    for (const double frame : {5.0, 9.0}) {
        keys.sample(frame, now);
        EXPECT_THAT(now, ElementsAre(7.0, 20.0));
    }
}

TEST(LiveInputs, WithoutKeysAreNotListed) {
    AnimatedArray none;
    AnimatedRotations no_rotations;
    LiveInputs inputs;
    inputs.begin_object("bodies.Rod");
    inputs.add("radial_force", none);
    inputs.add("pins[0].rotations", no_rotations, 3);
    EXPECT_TRUE(inputs.all().empty());
    EXPECT_THAT(refusal(inputs, "bodies.Rod.radial_force", {1.0}), HasSubstr("which has none"));
}

TEST(LiveInputs, TurnQuaternionsFromBetweenTwoKeysTheShorterWay) {
    // From 0° to −q(40°) about z: half way it is at 20°, which is no mean of the numbers.
    const auto wxyz = [](double degrees) {
        const double half = degrees * M_PI / 360.0;
        return std::vector<double>{std::cos(half), 0.0, 0.0, std::sin(half)};
    };
    AnimatedRotations keys;
    keys.width = 4;
    keys.frames = {3.0, 5.0};
    keys.values = wxyz(0.0);
    for (const double number : wxyz(40.0))
        keys.values.push_back(-number);
    LiveInputs inputs;
    inputs.begin_object("bodies.Cloth");
    inputs.add("pins[0].rotations", keys, 1);
    inputs.set("bodies.Cloth.pins[0].rotations", 5.0, wxyz(30.0));
    const auto angle = [&](double frame) {
        return std::abs(Eigen::AngleAxisd(keys.at(frame, 0, 1)).angle()) * 180.0 / M_PI;
    };
    EXPECT_NEAR(angle(4.0), 20.0, 1e-9);
    EXPECT_NEAR(angle(4.5), 25.0, 1e-9);
    EXPECT_NEAR(angle(5.0), 30.0, 1e-9);
    EXPECT_THAT(refusal(inputs, "bodies.Cloth.pins[0].rotations", {0, 0, 0, 0}),
                HasSubstr("zero at quaternion 0: a quaternion w, x, y, z must not be zero"));
    EXPECT_NEAR(angle(5.0), 30.0, 1e-9) << "a refusal changes nothing";
}

TEST(LiveInputs, ReplaceTheSamplesOfAJob) {
    AnimatedRotations keys = AnimatedArray{
        .width = 4,
        .frames = {3.0, 5.0},
        .values = {},
        .tail = SharedNumbers(std::vector<float>{1.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 1.0F})};
    LiveInputs inputs;
    inputs.begin_object("bodies.Cloth");
    inputs.add("pins[0].rotations", keys, 1);
    const std::vector<double> about_x = {0.0, 1.0, 0.0, 0.0};
    inputs.set("bodies.Cloth.pins[0].rotations", 4.0, about_x);
    EXPECT_THAT(keys.frames, ElementsAre(3.0, 4.0));
    EXPECT_THAT(keys.read_key(0), ElementsAre(1.0, 0.0, 0.0, 0.0));
    EXPECT_THAT(keys.read_key(1), ElementsAre(0.0, 1.0, 0.0, 0.0));
    EXPECT_EQ(keys.count(), 8U);
}

TEST(LiveInputs, OfRotationVectorsAreLinear) {
    AnimatedRotations keys;
    keys.width = 3;
    keys.frames = {4.0};
    keys.values = {0.0, 0.0, 0.0};
    LiveInputs inputs;
    inputs.begin_object("b");
    inputs.add("rotations", keys, 1);
    inputs.set("b.rotations", 5.0, std::vector{0.0, 0.0, 3.0 * M_PI});
    EXPECT_NEAR(keys.at(4.5, 0, 1).angularDistance(
                    Eigen::Quaterniond(Eigen::AngleAxisd(1.5 * M_PI, Eigen::Vector3d::UnitZ()))),
                0.0, 1e-12);
}

TEST(LiveInputs, RefuseWhatDoesNotFit) {
    AnimatedArray level = AnimatedArray::constant({0.5, 0.5});
    AnimatedArray stretch = AnimatedArray::constant({1.0});
    LiveInputs inputs;
    inputs.begin_object("bodies.Arm");
    inputs.add("activation", level, {.least = 0.0, .most = 1.0});
    inputs.add("rest_stretch", stretch, {.above = 0.0});
    EXPECT_EQ(refusal(inputs, "bodies.Arm.activation", {1.0}),
              "bodies.Arm.activation is 1 numbers: must have 2 numbers");
    EXPECT_EQ(refusal(inputs, "bodies.Arm.activation", {1.0, 1.25}),
              "bodies.Arm.activation is 1.25 at number 1: must be at least 0 and at most 1");
    EXPECT_EQ(refusal(inputs, "bodies.Arm.activation", {NAN, 1.0}),
              "bodies.Arm.activation is nan at number 0: must be finite");
    EXPECT_EQ(refusal(inputs, "bodies.Arm.rest_stretch", {0.0}),
              "bodies.Arm.rest_stretch is 0 at number 0: must be greater than 0");
    EXPECT_THAT(refusal(inputs, "bodies.Arm.rest", {1.0}),
                HasSubstr("\"bodies.Arm.rest\": is not in this world, which has "
                          "bodies.Arm.rest_stretch (1), bodies.Arm.activation (2); "));
    EXPECT_THAT(level.values, ElementsAre(0.5, 0.5)) << "a refusal changes nothing";
    EXPECT_EQ(refusal(inputs, "bodies.Arm.activation", {0.0, 1.0}), "");
}

TEST(LiveInputs, OfAMoverKeepWhatItIsMadeOf) {
    MoverDef def{.name = "bone",
                 .transforms = AnimatedArray::constant({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0})};
    Mover mover(def);
    LiveInputs inputs;
    inputs.begin_object("movers.bone");
    mover.list_inputs(inputs);
    // A quarter turn about z: half way the bone is as long as before.
    inputs.set("movers.bone.transforms", 5.0,
               std::vector<double>{0, -1, 0, 2, 1, 0, 0, 0, 0, 0, 1, 0});
    EXPECT_NEAR(mover.at(4.5).linear().determinant(), 1.0, 1e-12);
    EXPECT_NEAR(mover.at(4.5).translation().x(), 1.0, 1e-12);
    EXPECT_THAT(refusal(inputs, "movers.bone.transforms", {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}),
                HasSubstr("singular"));
}

TEST(LiveInputs, OfPinsAreThoseThatTheDefinitionGives) {
    VertexPins pins;
    pins.vertices = {3, 4};
    pins.positions = AnimatedArray::constant(std::vector<double>(6, 0.0));
    pins.angular_velocities = AnimatedArray::constant(std::vector<double>(6, 0.0));
    LiveInputs inputs;
    inputs.begin_object("bodies.Cloth");
    pins.list_inputs("pins[2]", inputs);
    ASSERT_EQ(inputs.all().size(), 2U);
    EXPECT_EQ(inputs.all()[0].path, "bodies.Cloth.pins[2].positions");
    EXPECT_EQ(inputs.all()[0].width, 6U);
    EXPECT_EQ(inputs.all()[1].path, "bodies.Cloth.pins[2].angular_velocities");
}

}  // namespace
}  // namespace sinew
