#include <chrono>
#include <cmath>
#include <future>
#include <thread>

#include "plugin/job_world.hpp"

namespace sinew::test {
namespace {

using Clock = std::chrono::steady_clock;

/// Positions after a few frames of a world of its own.
std::vector<Point> simulate(int rod_count, int threads) {
    const WorldPointer world = make_world(job_of({pinned_rods(rods(rod_count, 12), {0})}), threads);
    for (int frame = 0; frame < 8; ++frame)
        step(world);
    return positions(world, "Rod");
}

/// A world whose step takes minutes, unless it is cancelled.
struct EndlessWorld {
    EndlessWorld() {
        json job = job_of({pinned_rods(rods(64, 64), {0})});
        job["solver"]["substeps"] = 10000;  // as many as a job may have
        world = make_world(job);
        body = find_body(world, "Rod");
    }
    /// Waits until another thread is inside a step.
    bool wait_until_stepping() const {
        const Clock::time_point end = Clock::now() + std::chrono::seconds(20);
        uint64_t count = 0;
        while (Clock::now() < end) {
            if (sinew_body_get_result(world.get(), body, "positions", nullptr, 0, &count) ==
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

    const Point target{0.0f, 0.0f, 2.0f};
    const SinewBufferView view{target.data(), 1, 0, SINEW_FORMAT_FLOAT3, 0};
    SinewBodyId body = 0;
    EXPECT_EQ(sinew_world_step(world, nullptr), SINEW_ERROR_BUSY);
    EXPECT_THAT(sinew_last_error(), testing::HasSubstr("another thread"));
    EXPECT_EQ(sinew_world_set_input(world, "bodies.Rod.pins[0].positions", &view),
              SINEW_ERROR_BUSY);
    EXPECT_EQ(sinew_world_find_body(world, "Rod", &body), SINEW_ERROR_BUSY);
    EXPECT_EQ(sinew_world_describe(world, nullptr, 0, nullptr), SINEW_ERROR_BUSY);
    EXPECT_EQ(sinew_body_get_result(world, endless.body, "radii", nullptr, 0, nullptr),
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
    for (const Point& point : positions(endless.world, "Rod")) {
        EXPECT_TRUE(std::isfinite(point[2]));
    }
}

TEST(Threads, ACancelBetweenStepsHasNoEffect) {
    const WorldPointer world = make_world(job_of({rods()}));
    sinew_world_cancel(world.get());
    EXPECT_EQ(step(world).frame, 2.0);
}

}  // namespace
}  // namespace sinew::test
