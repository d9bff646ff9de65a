#include "base/stage_timer.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace sinew {
namespace {

void wait(double seconds) {
    const double end = now_seconds() + seconds;
    while (now_seconds() < end) {
    }
}

TEST(StageTimer, AddsUpTheTimeOfAStageAndKeepsTheOrderOfFirstUse) {
    StageTimer timer;
    const double start = now_seconds();
    timer.run("predict", [] { wait(0.002); });
    timer.run("solve", [] { wait(0.004); });
    timer.run("predict", [] { wait(0.002); });
    const double total = now_seconds() - start;

    ASSERT_EQ(timer.stages().size(), 2u);
    EXPECT_EQ(timer.stages()[0].name, "predict");
    EXPECT_EQ(timer.stages()[1].name, "solve");
    EXPECT_GE(timer.stages()[0].seconds, 0.004);
    EXPECT_GE(timer.stages()[1].seconds, 0.004);
    EXPECT_LE(timer.stages()[0].seconds + timer.stages()[1].seconds, total);
}

TEST(StageTimer, ReturnsWhatTheWorkReturns) {
    StageTimer timer;
    EXPECT_EQ(timer.run("work", [] { return 42; }), 42);
}

TEST(StageTimer, BooksTheTimeOfWorkThatThrows) {
    StageTimer timer;
    EXPECT_THROW(timer.run("work",
                           [] {
                               wait(0.001);
                               throw std::runtime_error("failed");
                           }),
                 std::runtime_error);
    ASSERT_EQ(timer.stages().size(), 1u);
    EXPECT_GE(timer.stages()[0].seconds, 0.001);
    timer.clear();
    EXPECT_TRUE(timer.stages().empty());
}

}  // namespace
}  // namespace sinew
