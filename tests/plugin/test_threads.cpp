#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <future>
#include <thread>

#include "plugin/rod_world.hpp"

namespace sinew::test {
namespace {

using Clock = std::chrono::steady_clock;

/// Positions after a few frames of a world of its own.
std::vector<Point> simulate(std::size_t rod_count, int threads) {
    SinewWorldDef def = world_def();
    def.threads = threads;
    const WorldPointer world = make_world(def);
    Rods rods(rod_count, 12);
    rods.pin({0});
    const SinewBodyId body = rods.add_to(world);
    for (int frame = 0; frame < 8; ++frame)
        step(world);
    return positions(world, body);
}

/// A world whose step takes minutes, unless it is cancelled.
struct EndlessWorld {
    EndlessWorld() {
        SinewWorldDef def = world_def();
        def.substeps = 1000000;
        world = make_world(def);
        Rods rods(64, 32);
        rods.pin({0});
        body = rods.add_to(world);
    }
    /// Waits until another thread is inside a step.
    bool wait_until_stepping() const {
        const Clock::time_point end = Clock::now() + std::chrono::seconds(20);
        uint64_t count = 0;
        while (Clock::now() < end) {
            if (sinew_body_get_positions(world.get(), body, nullptr, 0, &count) ==
                SINEW_ERROR_BUSY) {
                return true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return false;
    }
    WorldPointer world;
    SinewBodyId body = 0;
};

TEST(Threads, TwoWorldsAtOnceGiveWhatEachGivesAlone) {
    const std::vector<Point> small = simulate(5, 1);
    const std::vector<Point> large = simulate(40, 1);
    auto other = std::async(std::launch::async, [] { return simulate(5, 2); });
    EXPECT_EQ(simulate(40, 2), large);
    EXPECT_EQ(other.get(), small);
}

TEST(Threads, ACallDuringAStepIsBusyAndChangesNothing) {
    const EndlessWorld endless;
    SinewWorld* world = endless.world.get();
    auto stepping =
        std::async(std::launch::async, [&] { return sinew_world_step(world, nullptr); });
    ASSERT_TRUE(endless.wait_until_stepping());

    const Rods rods;
    SinewBodyId body = 0;
    SinewHalfPlaneDef plane;
    ASSERT_EQ(sinew_half_plane_def_init(&plane, sizeof plane), SINEW_SUCCESS);
    EXPECT_EQ(sinew_world_step(world, nullptr), SINEW_ERROR_BUSY);
    EXPECT_THAT(sinew_last_error(), testing::HasSubstr("another thread"));
    EXPECT_EQ(sinew_world_add_viper_rods(world, &rods.def, &body), SINEW_ERROR_BUSY);
    EXPECT_EQ(sinew_world_add_half_plane(world, &plane), SINEW_ERROR_BUSY);
    EXPECT_EQ(sinew_viper_rods_set_pin_positions(world, endless.body, &rods.def.points),
              SINEW_ERROR_BUSY);
    EXPECT_EQ(sinew_viper_rods_get_radii(world, endless.body, nullptr, 0, nullptr),
              SINEW_ERROR_BUSY);

    sinew_world_cancel(world);
    EXPECT_EQ(stepping.get(), SINEW_ERROR_CANCELLED);
}

TEST(Threads, CancelEndsAStepSoonAndTheStateStaysGood) {
    const EndlessWorld endless;
    auto stepping = std::async(std::launch::async,
                               [&] { return sinew_world_step(endless.world.get(), nullptr); });
    ASSERT_TRUE(endless.wait_until_stepping());
    const Clock::time_point asked = Clock::now();
    sinew_world_cancel(endless.world.get());
    EXPECT_EQ(stepping.get(), SINEW_ERROR_CANCELLED);
    EXPECT_LT(Clock::now() - asked, std::chrono::seconds(2));
    for (const Point& point : positions(endless.world, endless.body)) {
        EXPECT_TRUE(std::isfinite(point[2]));
    }
}

TEST(Threads, ACancelBetweenStepsHasNoEffect) {
    const WorldPointer world = make_world();
    const Rods rods;
    rods.add_to(world);
    sinew_world_cancel(world.get());
    EXPECT_EQ(step(world).frame, 2.0);
}

}  // namespace
}  // namespace sinew::test
