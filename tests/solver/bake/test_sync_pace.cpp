#include "bake/sync_pace.hpp"

#include <gtest/gtest.h>

namespace sinew::bake::test {
namespace {

TEST(SyncPace, WaitsForTheFirstFrame) {
    EXPECT_TRUE(SyncPace().is_due(0.0));
}

TEST(SyncPace, SpendsATwentiethOfTheTimeWaiting) {
    SyncPace pace;
    double now = 100.0;
    double waited = 0.0;
    constexpr double WAIT = 0.01;
    constexpr double FRAME = 0.003;
    for (int frame = 0; frame < 10'000; ++frame) {
        now += FRAME;
        if (!pace.is_due(now)) continue;
        pace.waited(now, now + WAIT);
        now += WAIT;
        waited += WAIT;
    }
    EXPECT_NEAR(waited / (now - 100.0), 0.05, 0.002);
}

TEST(SyncPace, WaitsAtLeastEveryFewSeconds) {
    SyncPace pace;
    pace.waited(10.0, 20.0);  // a very slow disk
    EXPECT_FALSE(pace.is_due(24.9));
    EXPECT_TRUE(pace.is_due(25.0));
}

}  // namespace
}  // namespace sinew::bake::test
