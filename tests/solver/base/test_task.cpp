#include "base/task.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/error.hpp"
#include "base/machine_memory.hpp"
#include "base/parallel.hpp"

namespace sinew {
namespace {

using testing::HasSubstr;

template <class Work>
Error thrown_by(Work&& work) {
    try {
        work();
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return {ErrorCode::Internal, ""};
}

TEST(Task, StopsAParallelLoopBeforeItsNextChunk) {
    Task task;
    const TaskScope scope(&task);
    std::atomic<int> chunks = 0;
    const Error error = thrown_by([&] {
        ThreadPool(1).run([&] {
            parallel_for(1000, 1, [&](std::size_t, std::size_t) {
                if (++chunks == 3) task.request_cancel();
            });
        });
    });
    EXPECT_EQ(error.code(), ErrorCode::Cancelled);
    EXPECT_EQ(chunks, 3);
}

TEST(Task, IsHandedOnToTheChunksOfItsLoopsOnly) {
    Task task;
    std::atomic<int> of_task = 0;
    {
        const TaskScope scope(&task);
        parallel_for(64, 1, [&](std::size_t, std::size_t) {
            parallel_for(4, 1, [&](std::size_t, std::size_t) {
                if (current_task() == &task) ++of_task;
            });
        });
        std::thread([] { EXPECT_EQ(current_task(), nullptr); }).join();
        const TaskScope none(nullptr);
        EXPECT_EQ(current_task(), nullptr);
    }
    EXPECT_EQ(of_task, 64 * 4);
    EXPECT_EQ(current_task(), nullptr);
    parallel_for(64, 1, [&](std::size_t, std::size_t) { EXPECT_EQ(current_task(), nullptr); });
}

TEST(Task, StopsWithItsParentAndNotTheOtherWayRound) {
    Task parent;
    Task child(&parent);
    child.request_cancel();
    EXPECT_TRUE(child.is_over());
    EXPECT_NO_THROW(parent.check());
    child.reset_cancel();
    EXPECT_NO_THROW(child.check());
    parent.request_cancel();
    EXPECT_EQ(thrown_by([&] { child.check(); }).code(), ErrorCode::Cancelled);
}

TEST(Task, BooksMemoryAndNamesWhoAskedForTooMuch) {
    Task task;
    EXPECT_NO_THROW(task.claim_memory(1e300, "Rod", "counts"));  // not loading: no limit
    task.begin_load({.bytes = 100.0, .seconds = 60.0});
    task.claim_memory(60.0, "Rod", "points");
    EXPECT_NO_THROW(task.require_memory(40.0, "Rod", "radii"));
    EXPECT_NO_THROW(task.require_memory(40.0, "Rod", "radii"));  // not booked
    const Error error = thrown_by([&] { task.claim_memory(41.0, "Jelly", "count"); });
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    EXPECT_EQ(error.problem().object, "Jelly");
    EXPECT_EQ(error.problem().field, "count");
    EXPECT_THROW(task.require_memory(std::numeric_limits<double>::quiet_NaN(), "", ""), Error);
    task.end_load();
    EXPECT_NO_THROW(task.claim_memory(1e300, "Rod", "counts"));
}

TEST(Task, EndsALoadThatTakesTooLong) {
    Task task;
    task.begin_load({.bytes = 1e9, .seconds = 1e-9});
    while (!task.is_over()) {
    }
    EXPECT_THAT(thrown_by([&] { task.check(); }).what(), HasSubstr("takes longer than 1e-09 s"));
    task.end_load();
    EXPECT_NO_THROW(task.check());
}

TEST(Task, TellsTheInnermostPhaseAndItsFraction) {
    Task task;
    EXPECT_EQ(task.progress().phase, "");
    const TaskScope scope(&task);
    {
        TaskPhase outer("reading", 4);
        outer.advance();
        EXPECT_EQ(task.progress().phase, "reading");
        EXPECT_EQ(task.progress().fraction, 0.25);
        {
            const TaskPhase inner("filling");
            EXPECT_EQ(task.progress().phase, "filling");
            EXPECT_LT(task.progress().fraction, 0.0);
        }
        EXPECT_EQ(task.progress().phase, "reading");
    }
    EXPECT_EQ(task.progress().phase, "");
    task.set_step(1, 2);
    show_iteration(3, 0.5);
    EXPECT_EQ(task.progress().step, 1);
    EXPECT_EQ(task.progress().steps, 2);
    EXPECT_EQ(task.progress().iteration, 3);
    EXPECT_EQ(task.progress().residual, 0.5);
    task.request_cancel();
    EXPECT_THROW(TaskPhase("late"), Error);
    EXPECT_EQ(task.progress().phase, "");
}

TEST(LoadLimits, FitThisMachine) {
    const LoadLimits limits = LoadLimits::of_this_machine();
    EXPECT_GT(limits.bytes, 1e8);
    EXPECT_LT(limits.bytes, machine_memory_bytes());
    EXPECT_LE(limits.bytes, 64e9);
}

}  // namespace
}  // namespace sinew
