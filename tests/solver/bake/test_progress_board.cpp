#include "bake/progress_board.hpp"

#include <gtest/gtest.h>

#include <array>

#include "base/stage_timer.hpp"

namespace sinew::bake::test {
namespace {

void pass(double seconds) {
    const double end = now_seconds() + seconds;
    while (now_seconds() < end) {
    }
}

std::array<FrameReport, 1> frame(int number) {
    FrameReport report;
    report.frame = number;
    return {report};
}

TEST(ProgressBoard, TheFirstFrameSaysNothingAboutTheTimeOfOthers) {
    ProgressBoard board;
    board.set_range(1, 101, 0);
    board.start();
    EXPECT_LT(board.read({}).seconds_left, 0.0);
    board.add_frames(frame(1), 1);
    EXPECT_LT(board.read({}).seconds_left, 0.0);
    pass(0.01);
    board.add_frames(frame(2), 1);
    EXPECT_GT(board.read({}).seconds_left, 0.9);
}

TEST(ProgressBoard, FramesThatAreNotStoredCount) {
    ProgressBoard board;
    board.set_range(1, 1, 0);
    board.start();
    board.set_untold(100);
    pass(0.01);
    board.add_untold_frame();
    EXPECT_GT(board.read({}).seconds_left, 0.9);
}

TEST(ProgressBoard, AFrameThatTakesLongerIsUnknownUntilItsStepsTell) {
    ProgressBoard board;
    board.set_range(1, 3, 0);
    board.start();
    board.add_frames(frame(1), 1);
    pass(0.001);
    board.add_frames(frame(2), 1);
    pass(0.02);
    TaskProgress task;
    task.step = 1;
    task.steps = 4;
    EXPECT_LT(board.read(task).seconds_left, 0.0);
    task.step = 2;  // one of four is done, in at least 0.02 s
    EXPECT_GT(board.read(task).seconds_left, 0.055);
}

}  // namespace
}  // namespace sinew::bake::test
