#include "viper/definition/rods_def.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "solver/viper/rod_fixture.hpp"

namespace sinew::viper {
namespace {

struct BadInput {
    const char* name;
    std::function<void(RodsDef&)> spoil;
    const char* field;
    const char* hint;
};

const double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();

const BadInput BAD_INPUTS[] = {
    {"NoPoints",
     [](RodsDef& d) {
         d.points.clear();
         d.radii.clear();
         d.counts.clear();
     },
     "rods.points", "at least 2"},
    {"OnePoint",
     [](RodsDef& d) {
         d.counts = {1, 4};
     },
     "rods.counts[0]", "at least 2"},
    {"CountsDoNotAddUp", [](RodsDef& d) { d.counts = {3}; }, "rods.counts",
     "add up to the number of points, 5"},
    {"NanPoint", [](RodsDef& d) { d.points[2].y() = NOT_A_NUMBER; }, "rods.points", "finite"},
    {"InfiniteSurface",
     [](RodsDef& d) {
         d.surface = {{1, HUGE_VAL, 0}};
     },
     "surface", "finite"},
    {"NegativeRadius", [](RodsDef& d) { d.radii[1] = -0.1; }, "rods.radii", "greater than 0"},
    {"MissingRadius", [](RodsDef& d) { d.radii.pop_back(); }, "rods.radii",
     "one for each point, 5"},
    {"ZeroLengthSegment", [](RodsDef& d) { d.points[3] = d.points[2]; }, "rods.points",
     "remove one"},
    {"NegativeStiffness", [](RodsDef& d) { d.params.bend_stiffness = -1; },
     "material.bend_stiffness", "at least 0"},
    {"NanStiffness", [](RodsDef& d) { d.params.volume_stiffness = NOT_A_NUMBER; },
     "material.volume_stiffness", "at least 0"},
    {"NoDensity", [](RodsDef& d) { d.params.density = 0; }, "material.density", "greater than 0"},
    {"PinOutOfRange", [](RodsDef& d) { d.pins = {RodPins{.points = {5}}}; }, "pins[0].points",
     "there are 5, counted from 0"},
    {"PinTwice",
     [](RodsDef& d) {
         d.pins = {RodPins{.points = {1, 1}}};
     },
     "pins[0].points", "twice"},
    {"PinNothing", [](RodsDef& d) { d.pins = {RodPins{.points = {1}, .position = false}}; },
     "pins[0].what", "position, frame or scale"},
    {"PinTargetTooShort",
     [](RodsDef& d) {
         d.pins = {RodPins{.points = {0, 1}}};
         d.pins[0].positions = AnimatedArray::constant({0, 0, 0});
     },
     "pins[0].positions", "must have 6"},
    {"KeysOutOfOrder",
     [](RodsDef& d) {
         d.radial_force.width = 5;
         d.radial_force.frames = {2, 1};
         d.radial_force.values.assign(10, 1.0);
     },
     "radial_force", "increase"},
    {"PinScaleZeroInASample",
     [](RodsDef& d) {
         d.pins = {RodPins{.points = {0}}};
         d.pins[0].scales = {.width = 1, .frames = {1, 2}, .values = {}};
         d.pins[0].scales.tail = SharedNumbers(std::vector<float>{1.0F, 0.0F});
     },
     "pins[0].scales", "greater than 0"},
    {"ActivationAboveOneInASample",
     [](RodsDef& d) {
         d.activation.level = {.width = 1, .frames = {1, 2}, .values = {}};
         d.activation.level.tail = SharedNumbers(std::vector<float>{0.5F, 1.5F});
     },
     "activation", "fully active"},
    {"InitialScaleZero",
     [](RodsDef& d) {
         d.initial_scales = {1, 1, 0, 1, 1};
     },
     "initial.scales", "greater than 0"},
    {"InitialVelocityCount", [](RodsDef& d) { d.initial_velocities.resize(3); },
     "initial.velocities", "one for each point, 5"},
};

class RodsDefBadInput : public testing::TestWithParam<BadInput> {};

INSTANTIATE_TEST_SUITE_P(Each, RodsDefBadInput, testing::ValuesIn(BAD_INPUTS),
                         [](const auto& input) { return input.param.name; });

TEST_P(RodsDefBadInput, IsNamedWithARemedy) {
    RodsDef def = test::straight_rod(4, 1.0, 0.1);
    def.name = "Biceps";
    GetParam().spoil(def);
    std::vector<Problem> problems;
    def.collect_problems(problems);
    ASSERT_FALSE(problems.empty());
    EXPECT_EQ(problems.front().object, "Biceps");
    EXPECT_EQ(problems.front().field, GetParam().field);
    EXPECT_NE(problems.front().remedy.find(GetParam().hint), std::string::npos)
        << problems.front().message();
}

TEST(RodsDef, AGoodOneHasNoProblems) {
    std::vector<Problem> problems;
    test::straight_rod(4, 1.0, 0.1).collect_problems(problems);
    EXPECT_TRUE(problems.empty());
}

}  // namespace
}  // namespace sinew::viper
