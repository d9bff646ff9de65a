#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "plugin/rod_world.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

/// Height that a rod has lost after a second, all points of it.
double fall_of_a_second(int substeps) {
    SinewWorldDef def = world_def();
    def.substeps = substeps;
    const WorldPointer world = make_world(def);
    Rods rods;
    rods.def.damping = 0.0;
    const SinewBodyId body = rods.add_to(world);
    for (int frame = 0; frame < 24; ++frame)
        step(world);
    const std::vector<Point> now = positions(world, body);
    for (std::size_t i = 0; i < now.size(); ++i) {
        EXPECT_NEAR(now[i][0], rods.points[i][0], 1e-6);
        EXPECT_NEAR(now[i][1], rods.points[i][1], 1e-6);
        EXPECT_NEAR(now[i][2], now[0][2], 1e-5);
    }
    return 1.0 - static_cast<double>(now[0][2]);
}

TEST(ViperRods, HaveTheMaterialOfAMuscleWhenAsked) {
    SinewViperRodsDef rubber{};
    SinewViperRodsDef muscle{};
    ASSERT_EQ(sinew_viper_rods_def_init(&rubber, sizeof rubber), SINEW_SUCCESS);
    ASSERT_EQ(sinew_viper_rods_def_init_muscle(&muscle, sizeof muscle), SINEW_SUCCESS);
    EXPECT_EQ(rubber.stretch_stiffness, 1e5);
    EXPECT_EQ(muscle.stretch_stiffness, 1e6);
    EXPECT_EQ(muscle.density, 1060.0);
    EXPECT_EQ(muscle.pin_flags, rubber.pin_flags);
    // An old caller's smaller struct is not overrun.
    muscle.surface_triangles.count = 7;
    ASSERT_EQ(
        sinew_viper_rods_def_init_muscle(&muscle, offsetof(SinewViperRodsDef, surface_triangles)),
        SINEW_SUCCESS);
    EXPECT_EQ(muscle.surface_triangles.count, 7U);
}

TEST(ViperRods, FallAlongTheParabola) {
    const double parabola = 0.5 * 9.81;
    double coarser = 0.0;
    for (const int substeps : {1, 2, 4, 8}) {
        const double dt = 1.0 / 24.0 / substeps;
        const double error = std::abs(fall_of_a_second(substeps) - parabola);
        // An integrator of first order is off by at most half a step's worth of speed: g t dt/2.
        EXPECT_LE(error, 9.81 * dt / 2.0 * 1.01 + 1e-5) << substeps;
        if (coarser > 1e-4) {
            EXPECT_LT(error, 0.6 * coarser) << "halving the step must help";
        }
        coarser = error;
    }
}

TEST(ViperRods, StayExactlyAtRestWithoutForces) {
    SinewWorldDef def = world_def();
    def.gravity[2] = 0.0;
    const WorldPointer world = make_world(def);
    Rods rods(3, 7);
    const std::vector<Point> surface{{0.05f, 0.01f, 1.0f}, {0.31f, 0.09f, 1.01f}};
    rods.def.surface = {surface.data(), surface.size(), 0, SINEW_FORMAT_FLOAT3, 0};
    const SinewBodyId body = rods.add_to(world);
    for (int frame = 0; frame < 3; ++frame)
        step(world);
    EXPECT_EQ(positions(world, body), surface);
}

TEST(ViperRods, GetThinnerWhenPulled) {
    SinewWorldDef def = world_def();
    def.gravity[2] = 0.0;
    const WorldPointer world = make_world(def);
    Rods rods(1, 9);
    rods.pin({0, 8});
    rods.def.volume_stiffness = 1e9;
    rods.def.damping = 5.0;
    const SinewBodyId body = rods.add_to(world);

    std::vector<Point> targets{rods.points.front(), rods.points.back()};
    const SinewBufferView view{targets.data(), 2, 0, SINEW_FORMAT_FLOAT3, 0};
    const float length = targets[1][0];
    for (int frame = 1; frame <= 48; ++frame) {
        targets[1][0] = length * (1.0f + std::min(1.0f, static_cast<float>(frame) / 24.0f));
        ASSERT_EQ(sinew_viper_rods_set_pin_positions(world.get(), body, &view), SINEW_SUCCESS)
            << sinew_last_error();
        step(world);
        EXPECT_NEAR(positions(world, body).back()[0], targets[1][0], 1e-6) << frame;
    }
    std::vector<float> radii(9);
    uint64_t count = 0;
    ASSERT_EQ(sinew_viper_rods_get_radii(world.get(), body, radii.data(), 9, &count),
              SINEW_SUCCESS);
    std::vector<Point> points(9);
    ASSERT_EQ(sinew_viper_rods_get_points(world.get(), body, points.front().data(), points.size(),
                                          &count),
              SINEW_SUCCESS);
    EXPECT_EQ(count, 9U);
    EXPECT_EQ(points, positions(world, body));  // it has no surface
    EXPECT_EQ(sinew_viper_rods_get_points(world.get(), body, points.front().data(), 8, &count),
              SINEW_ERROR_INVALID_ARGUMENT);
    // Twice the length at the same volume. The ends are wider: their segment on one side is
    // missing.
    EXPECT_NEAR(radii[4] / 0.01, std::sqrt(0.5), 0.01);
}

TEST(ViperRods, PinsMoveInAStraightLineWithinAStep) {
    // Many substeps with pins that jump at once would give the rod a kick; the way is shared out
    // instead, so that a rod pulled along by both ends keeps its shape.
    SinewWorldDef def = world_def();
    def.gravity[2] = 0.0;
    def.substeps = 8;
    const WorldPointer world = make_world(def);
    Rods rods(1, 5);
    rods.pin({0, 1, 2, 3, 4});
    const SinewBodyId body = rods.add_to(world);
    std::vector<Point> targets = rods.points;
    const SinewBufferView view{targets.data(), targets.size(), 0, SINEW_FORMAT_FLOAT3, 0};
    for (Point& target : targets)
        target[1] += 0.24f;
    ASSERT_EQ(sinew_viper_rods_set_pin_positions(world.get(), body, &view), SINEW_SUCCESS);
    const SinewStepReport moving = step(world);
    EXPECT_EQ(positions(world, body), targets);
    // 0.24 m in a frame: 5.76 m/s in every substep, and not 46 m/s in the first.
    const double mass = 1000.0 * 3.14159265 * 1e-4 * 0.4;
    EXPECT_NEAR(moving.energy_kinetic, 0.5 * mass * 5.76 * 5.76, 0.02 * moving.energy_kinetic);
    // Held where they are when no new target comes.
    const SinewStepReport resting = step(world);
    EXPECT_EQ(positions(world, body), targets);
    EXPECT_LT(resting.energy_kinetic, 1e-6 * moving.energy_kinetic);
}

TEST(ViperRods, RefusesPinTargetsThatDoNotFit) {
    const WorldPointer world = make_world();
    Rods rods;
    rods.pin({0, 4});
    const SinewBodyId body = rods.add_to(world);
    const SinewBufferView three{rods.points.data(), 3, 0, SINEW_FORMAT_FLOAT3, 0};
    EXPECT_EQ(sinew_viper_rods_set_pin_positions(world.get(), body, &three),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("2"));
    EXPECT_THAT(sinew_last_error(), HasSubstr("3"));
}

TEST(ViperRods, NamesWhatIsWrongWithADefinition) {
    const WorldPointer world = make_world();
    const auto expect_refused = [&](auto change, std::initializer_list<const char*> parts) {
        Rods rods;
        change(rods);
        SinewBodyId body = 0;
        EXPECT_EQ(sinew_world_add_viper_rods(world.get(), &rods.def, &body),
                  SINEW_ERROR_INVALID_ARGUMENT);
        for (const char* part : parts)
            EXPECT_THAT(sinew_last_error(), HasSubstr(part));
    };
    expect_refused([](Rods& rods) { rods.def.density = -3.0; }, {"Rod", "density", "-3"});
    expect_refused([](Rods& rods) { rods.radii[1] = -0.01; }, {"Rod", "radi", "1"});
    expect_refused([](Rods& rods) { rods.points[1] = rods.points[2]; }, {"Rod"});
    expect_refused([](Rods& rods) { rods.def.radii.count = 3; }, {"Rod", "radi", "3"});
    expect_refused([](Rods& rods) { rods.counts[0] = 4; }, {"Rod", "counts"});
    expect_refused([](Rods& rods) { rods.def.points.count = 0; }, {"Rod", "points"});
    expect_refused([](Rods& rods) { rods.pin({5}); }, {"Rod", "5"});
    expect_refused(
        [](Rods& rods) {
            rods.pin({0});
            rods.def.pin_flags = 64;
        },
        {"Rod", "pin_flags", "0x40"});
}

}  // namespace
}  // namespace sinew::test
