#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "plugin/rod_world.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

TEST(World, DefaultsAreThoseOfTheJob) {
    const SinewWorldDef def = world_def();
    EXPECT_EQ(def.frame_rate, 24.0);
    EXPECT_EQ(def.gravity[2], -9.81);
    EXPECT_EQ(def.substeps, 2);
    EXPECT_EQ(def.max_halvings, 5);
    EXPECT_EQ(def.rod_method, SINEW_ROD_METHOD_CHAIN);
}

TEST(World, RefusesSettingsThatMakeNoSense) {
    const auto expect_refused = [](auto change, const char* field) {
        SinewWorldDef def = world_def();
        change(def);
        SinewWorld* world = nullptr;
        EXPECT_EQ(sinew_world_create(&def, &world), SINEW_ERROR_INVALID_ARGUMENT) << field;
        EXPECT_EQ(world, nullptr);
        EXPECT_THAT(sinew_last_error(), HasSubstr(field));
        sinew_world_destroy(world);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    expect_refused([](SinewWorldDef& def) { def.frame_rate = 0.0; }, "frame_rate");
    expect_refused([&](SinewWorldDef& def) { def.frame_rate = nan; }, "frame_rate");
    expect_refused([&](SinewWorldDef& def) { def.gravity[1] = nan; }, "gravity");
    expect_refused([&](SinewWorldDef& def) { def.start_frame = -nan; }, "start_frame");
    expect_refused([](SinewWorldDef& def) { def.substeps = 0; }, "substeps");
    expect_refused([](SinewWorldDef& def) { def.threads = -1; }, "threads");
    expect_refused([](SinewWorldDef& def) { def.max_halvings = -1; }, "max_halvings");
    expect_refused([](SinewWorldDef& def) { def.rod_method = 7; }, "rod_method");
    expect_refused([](SinewWorldDef& def) { def.rod_iterations = 0; }, "iterations");
    expect_refused([](SinewWorldDef& def) { def.rod_tolerance = 0.0; }, "tolerance");
    expect_refused([](SinewWorldDef& def) { def.rod_relaxation = -1.0; }, "relaxation");
    expect_refused([](SinewWorldDef& def) { def.integrator = 3; }, "integrator");
    expect_refused([](SinewWorldDef& def) { def.linear_solver = -1; }, "linear_solver");
    expect_refused([](SinewWorldDef& def) { def.implicit_iterations = 0; }, "implicit.iterations");
    expect_refused([&](SinewWorldDef& def) { def.implicit_tolerance = nan; }, "implicit.tolerance");
}

TEST(World, CountsFramesFromItsStartFrame) {
    SinewWorldDef def = world_def();
    def.start_frame = 101.0;
    def.substeps = 3;
    const WorldPointer world = make_world(def);
    const Rods rods;
    rods.add_to(world);
    const SinewStepReport report = step(world);
    EXPECT_EQ(report.frame, 102.0);
    EXPECT_EQ(report.steps, 3);
    EXPECT_GE(report.seconds, 0.0);
}

TEST(World, AHalfPlaneHoldsARodUp) {
    const WorldPointer world = make_world();
    SinewHalfPlaneDef plane;
    ASSERT_EQ(sinew_half_plane_def_init(&plane, sizeof plane), SINEW_SUCCESS);
    plane.normal[2] = 5.0;  // any length will do
    plane.offset = 0.9;
    ASSERT_EQ(sinew_world_add_half_plane(world.get(), &plane), SINEW_SUCCESS) << sinew_last_error();
    const Rods rods;
    const SinewBodyId body = rods.add_to(world);
    for (int frame = 0; frame < 48; ++frame)
        step(world);
    for (const Point& point : positions(world, body)) {
        // The centre line rests about a radius above the plane.
        EXPECT_GT(point[2], 0.9f);
        EXPECT_LT(point[2], 0.93f);
    }
}

TEST(World, SaysWhenAskedThatARodStartsInsideAPlane) {
    const WorldPointer world = make_world();
    const Rods rods;
    rods.add_to(world);
    SinewHalfPlaneDef plane;
    ASSERT_EQ(sinew_half_plane_def_init(&plane, sizeof plane), SINEW_SUCCESS);
    plane.offset = 1.0;  // where the axis of the rod is
    ASSERT_EQ(sinew_world_add_half_plane(world.get(), &plane), SINEW_SUCCESS);
    int32_t count = -1;
    ASSERT_EQ(sinew_world_get_warning_count(world.get(), &count), SINEW_SUCCESS);
    EXPECT_EQ(count, 0);
    ASSERT_EQ(sinew_world_check_start(world.get()), SINEW_SUCCESS) << sinew_last_error();
    ASSERT_EQ(sinew_world_get_warning_count(world.get(), &count), SINEW_SUCCESS);
    ASSERT_EQ(count, 1);
    std::array<char, 40> text{};
    ASSERT_EQ(sinew_world_get_warning(world.get(), 0, text.data(), text.size(), nullptr),
              SINEW_SUCCESS);
    EXPECT_STREQ(text.data(), "Rod: starts 10.0 mm inside half-plane n");
}

TEST(World, RefusesAPlaneWithoutADirection) {
    const WorldPointer world = make_world();
    SinewHalfPlaneDef plane;
    ASSERT_EQ(sinew_half_plane_def_init(&plane, sizeof plane), SINEW_SUCCESS);
    plane.normal[2] = 0.0;
    EXPECT_EQ(sinew_world_add_half_plane(world.get(), &plane), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("normal"));
    plane.normal[2] = 1.0;
    plane.offset = std::numeric_limits<double>::infinity();
    EXPECT_EQ(sinew_world_add_half_plane(world.get(), &plane), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("finite"));
}

TEST(World, FindsOutIdsThatAreNotItsOwn) {
    const Rods rods;
    const WorldPointer world = make_world();
    const SinewBodyId body = rods.add_to(world);
    SinewBodyId of_a_world_that_is_gone = 0;
    {
        const WorldPointer other = make_world();
        of_a_world_that_is_gone = rods.add_to(other);
    }
    for (const SinewBodyId id : {SinewBodyId{0}, body + 1, of_a_world_that_is_gone, ~body}) {
        uint64_t count = 0;
        EXPECT_EQ(sinew_body_get_positions(world.get(), id, nullptr, 0, &count),
                  SINEW_ERROR_INVALID_HANDLE);
        EXPECT_THAT(sinew_last_error(), HasSubstr("body"));
    }
}

TEST(World, SaysSoWhenAStepDoesNotConverge) {
    SinewWorldDef def = world_def();
    def.rod_iterations = 1;
    def.rod_tolerance = 1e-15;
    def.max_halvings = 0;
    const WorldPointer world = make_world(def);
    Rods rods;
    rods.pin({0});
    const SinewBodyId body = rods.add_to(world);
    SinewStepReport report{};
    report.struct_size = sizeof report;
    EXPECT_EQ(sinew_world_step(world.get(), &report), SINEW_ERROR_NOT_CONVERGED);
    EXPECT_THAT(sinew_last_error(), HasSubstr("Rod"));
    EXPECT_EQ(report.steps, 0);
    EXPECT_EQ(positions(world, body), rods.points);
}

}  // namespace
}  // namespace sinew::test
