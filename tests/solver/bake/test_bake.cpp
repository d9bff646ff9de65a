// Whole bakes of real rods.
#include "bake/bake.hpp"

#include <gmock/gmock.h>

#include <thread>

#include "bake/checkpoint.hpp"
#include "bake/pc2.hpp"
#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

namespace fs = std::filesystem;
using sinew::test::TempFolder;
using testing::HasSubstr;
using testing::Not;

std::vector<float> sample(const fs::path& pc2, int index) {
    const Pc2Reader reader(pc2);
    std::vector<float> positions(3 * static_cast<std::size_t>(reader.header().points));
    reader.read_sample(index, positions);
    return positions;
}

TEST(Bake, WritesEveryFrame) {
    const TempFolder folder;
    const fs::path job = TestJob{}.write(folder);
    Bake bake({.job = job, .cache = folder / "cache", .threads = 1});
    EXPECT_EQ(bake.progress().state, BakeState::Starting);
    EXPECT_EQ(bake.progress().frame, 0);
    bake.run();

    const BakeProgress progress = bake.progress();
    EXPECT_EQ(progress.state, BakeState::Done);
    EXPECT_EQ(progress.frame, 12);
    EXPECT_EQ(progress.resumed_frame, 0);
    EXPECT_EQ(progress.seconds_left, 0.0);
    EXPECT_GT(progress.seconds, 0.0);
    EXPECT_EQ(progress.report.steps, 2);
    const Pc2Reader reader(folder / "cache/Rod.pc2");
    EXPECT_EQ(reader.header().samples, 12);
    EXPECT_EQ(reader.header().points, 8);
    EXPECT_EQ(reader.header().start_frame, 1.0F);
    // The pin is where the job has it at frame 4, and the free end has moved.
    EXPECT_EQ(sample(folder / "cache/Rod.pc2", 3)[2], 1.02F);
    EXPECT_NE(sample(folder / "cache/Rod.pc2", 11), sample(folder / "cache/Rod.pc2", 0));
    for (int frame = 1; frame <= 12; ++frame) {
        EXPECT_TRUE(fs::exists(folder / ("cache/state/0000" + std::string(frame < 10 ? "0" : "") +
                                         std::to_string(frame) + ".bin")));
    }
    EXPECT_THAT(sinew::test::read_file(folder / "cache/bake.json"),
                HasSubstr(R"("status": "done")"));
}

TEST(Bake, KeepsTheRestPoseToTheLastBit) {
    // Lengths in inches: the solver computes in metres and the output must be the input again.
    const TempFolder folder;
    TestJob job;
    job.length = 0.0254;
    job.gravity = 0.0;
    job.lift = {0.0};
    bake(job.write(folder), folder / "cache");
    const std::vector<float> first = sample(folder / "cache/Rod.pc2", 0);
    for (int i = 0; i < job.points; ++i) {
        EXPECT_EQ(first[3 * i], 0.0F);
        EXPECT_EQ(first[3 * i + 2], static_cast<float>(1.0 - 0.05 * i));
    }
    EXPECT_EQ(sample(folder / "cache/Rod.pc2", 11), first);
}

TEST(Bake, DoesNotDependOnTheNumberOfThreads) {
    const TempFolder folder;
    TestJob job;
    job.rods = 200;
    job.last_frame = 4;
    const fs::path path = job.write(folder);
    bake(path, folder / "1", 1);
    for (const int threads : {2, 3, 5}) {
        const fs::path cache = folder / std::to_string(threads);
        bake(path, cache, threads);
        EXPECT_EQ(differences(folder / "1", cache), "") << threads;
    }
}

TEST(Bake, GoesOnAfterACancel) {
    const TempFolder folder;
    TestJob job;
    job.rods = 300;
    job.last_frame = 40;
    job.checkpoint_every = 7;
    const fs::path path = job.write(folder);
    bake(path, folder / "whole");
    {
        Bake cancelled({.job = path, .cache = folder / "cut", .threads = 1});
        std::thread watcher([&cancelled] {
            while (cancelled.progress().frame < 1)
                std::this_thread::yield();
            cancelled.cancel();
        });
        const Error error = error_of([&] { cancelled.run(); });
        watcher.join();
        EXPECT_EQ(error.code(), ErrorCode::Cancelled);
        EXPECT_EQ(cancelled.progress().state, BakeState::Cancelled);
        EXPECT_THAT(sinew::test::read_file(folder / "cut/bake.json"),
                    HasSubstr(R"("status": "cancelled")"));
    }
    Bake resumed({.job = path, .cache = folder / "cut", .threads = 1});
    const int from = resumed.progress().resumed_frame;
    EXPECT_GE(from, 1);
    EXPECT_LT(from, 40);
    resumed.run();
    EXPECT_EQ(resumed.progress().frame, 40);
    // The cancelled run left a checkpoint of its last frame, which the other has no reason for.
    fs::remove(folder / "cut/state" / checkpoint_name(from));
    fs::remove(folder / "whole/state" / checkpoint_name(from));
    EXPECT_EQ(differences(folder / "whole", folder / "cut"), "");
}

TEST(Bake, IsCancelledBeforeItRuns) {
    const TempFolder folder;
    Bake bake({.job = TestJob{}.write(folder), .cache = folder / "cache", .threads = 1});
    bake.cancel();
    EXPECT_EQ(error_of([&] { bake.run(); }).code(), ErrorCode::Cancelled);
    EXPECT_THAT(error_of([&] { bake.run(); }).what(), HasSubstr("has run already"));
}

TEST(Bake, GoesOnWhenTheRangeGetsLonger) {
    const TempFolder folder;
    TestJob job;
    bake(job.write(folder, "long.json"), folder / "long");
    job.last_frame = 5;
    bake(job.write(folder, "job.json"), folder / "cache");
    job.last_frame = 12;
    Bake longer({.job = job.write(folder, "job.json"), .cache = folder / "cache", .threads = 1});
    EXPECT_EQ(longer.progress().resumed_frame, 5);
    longer.run();
    EXPECT_EQ(sinew::test::read_file(folder / "long/Rod.pc2"),
              sinew::test::read_file(folder / "cache/Rod.pc2"));
}

TEST(Bake, NamesWhatChangedAndTouchesNothing) {
    const TempFolder folder;
    TestJob job;
    bake(job.write(folder), folder / "cache");
    const auto before = content(folder / "cache");
    job.density = 900.0;
    job.gravity = -1.0;
    const fs::path path = job.write(folder);
    const Error error =
        error_of([&] { Bake({.job = path, .cache = folder / "cache", .threads = 1}); });
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    EXPECT_THAT(error.what(), HasSubstr("bodies.Rod.material.density"));
    EXPECT_THAT(error.what(), HasSubstr("gravity changed"));
    EXPECT_THAT(error.what(), HasSubstr("--restart"));
    EXPECT_THAT(error.what(), Not(HasSubstr("rods.points")));
    EXPECT_EQ(content(folder / "cache"), before);
}

TEST(Bake, ARenamedBodyIsNamedAndNotAllThatItHas) {
    const TempFolder folder;
    const fs::path path = TestJob().write(folder);
    bake(path, folder / "cache");
    std::string text = sinew::test::read_file(path);
    const std::string name = "\"Rod\"";
    text.replace(text.find(name), name.size(), "\"Stick\"");
    const fs::path renamed = folder.write("renamed.json", text);
    const Error error =
        error_of([&] { Bake({.job = renamed, .cache = folder / "cache", .threads = 1}); });
    EXPECT_THAT(error.what(),
                HasSubstr("another job: bodies, bodies.Rod, bodies.Stick changed; bake with"));
}

TEST(Bake, RestartsWhenAsked) {
    const TempFolder folder;
    TestJob job;
    bake(job.write(folder), folder / "cache");
    folder.write("cache/notes.txt", "of the artist");
    job.density = 900.0;
    const fs::path path = job.write(folder);
    fs::resize_file(folder / "cache/Rod.pc2", 100);
    Bake again({.job = path, .cache = folder / "cache", .threads = 1, .restart = true});
    EXPECT_THAT(messages(again),
                Not(HasSubstr("Rod.pc2")));  // what is thrown away need not be whole
    again.run();
    EXPECT_TRUE(fs::remove(folder / "cache/notes.txt"));
    bake(path, folder / "fresh");
    EXPECT_EQ(differences(folder / "fresh", folder / "cache"), "");
}

TEST(Bake, KeepsFramesBeforeAChangeOfTheAnimation) {
    const TempFolder folder;
    TestJob job;
    bake(job.write(folder), folder / "cache");
    job.lift[4] = 0.05;  // frame 5; in between frames 4 and 5 all is changing already
    const fs::path path = job.write(folder);
    {
        Bake changed({.job = path, .cache = folder / "cache", .threads = 1});
        EXPECT_EQ(changed.progress().resumed_frame, 4);
        EXPECT_THAT(messages(changed),
                    HasSubstr("bodies.Rod.pins[0].positions changed after frame 4"));
        changed.run();
    }
    bake(path, folder / "fresh");
    EXPECT_EQ(differences(folder / "fresh", folder / "cache"), "");
}

TEST(Bake, RefusesASecondBakeOfOneCache) {
    const TempFolder folder;
    const fs::path path = TestJob{}.write(folder);
    const Bake first({.job = path, .cache = folder / "cache", .threads = 1});
    const Error error =
        error_of([&] { Bake({.job = path, .cache = folder / "cache", .threads = 1}); });
    EXPECT_EQ(error.code(), ErrorCode::Busy);
    EXPECT_THAT(error.what(), HasSubstr("process " + std::to_string(::getpid())));
}

TEST(Bake, BakesTheFramesAskedFor) {
    const TempFolder folder;
    const fs::path path = TestJob{}.write(folder);
    bake(path, folder / "whole");
    const auto part = [&](int first, int last) {
        Bake run({.job = path,
                  .cache = folder / "cache",
                  .threads = 1,
                  .restart = false,
                  .frames = std::pair(first, last)});
        run.run();
        return run.progress();
    };
    EXPECT_EQ(part(1, 6).frame, 6);
    EXPECT_EQ(Pc2Reader(folder / "cache/Rod.pc2").header().samples, 6);
    EXPECT_EQ(part(1, 8).resumed_frame, 6);  // the same command again goes on
    EXPECT_THAT(error_of([&] { part(10, 12); }).what(), HasSubstr("bake from frame 9 first"));
    EXPECT_THAT(error_of([&] { part(9, 13); }).what(), HasSubstr("the job has the frames 1-12"));
    EXPECT_THAT(error_of([&] { part(5, 4); }).what(), HasSubstr("must not be after the last"));
    EXPECT_EQ(part(5, 12).resumed_frame, 4);  // bakes 5 to 8 again
    EXPECT_EQ(differences(folder / "whole", folder / "cache"), "");
}

TEST(Bake, KeepsGoodFramesWhenTheSolverGivesUp) {
    const TempFolder folder;
    TestJob job;
    job.iterations = 3;  // enough for a rod that hangs, not for one that is torn away
    job.max_halvings = 0;
    job.lift = {0.0, 0.0, 0.0, 400.0, -900.0};
    const fs::path path = job.write(folder);
    Bake bake({.job = path, .cache = folder / "cache", .threads = 1});
    const Error error = error_of([&] { bake.run(); });
    EXPECT_EQ(error.code(), ErrorCode::NotConverged);
    EXPECT_THAT(error.what(), HasSubstr("Rod"));
    const int kept = bake.progress().frame;
    EXPECT_GE(kept, 1);
    EXPECT_LT(kept, 12);
    EXPECT_EQ(bake.progress().state, BakeState::Failed);
    EXPECT_EQ(Pc2Reader(folder / "cache/Rod.pc2").header().samples, kept);
    EXPECT_THAT(sinew::test::read_file(folder / "cache/bake.json"),
                HasSubstr(R"("status": "failed")"));
}

TEST(Bake, NeverWritesWhatSinglePrecisionCannotHold) {
    // 1e31 metres are finite for the solver, but not in units of a nanometre for a player.
    const TempFolder folder;
    const fs::path path =
        folder.write("job.json", R"({"sinew_job": 1, "frames": {"start": 1, "end": 2, "rate": 24},
        "units": {"length": 1e-9}, "gravity": [0, 0, 0],
        "bodies": [{"kind": "viper_rods", "name": "Far", "rods":
            {"points": [[1e40, 0, 0], [1.1e40, 0, 0]], "radii": 1e37}}]})");
    Bake bake({.job = path, .cache = folder / "cache", .threads = 1});
    const Error error = error_of([&] { bake.run(); });
    EXPECT_EQ(error.code(), ErrorCode::NotConverged);
    EXPECT_THAT(error.what(), HasSubstr("Far: vertex 0"));
    EXPECT_EQ(Pc2Reader(folder / "cache/Far.pc2").header().samples, 0);
}

TEST(Bake, RefusesABadJobBeforeTouchingTheCache) {
    const TempFolder folder;
    const fs::path path = folder.write("job.json", R"({"sinew_job": 1})");
    const Error error = error_of([&] { Bake({.job = path, .cache = folder / "cache"}); });
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    EXPECT_THAT(error.what(), HasSubstr("and 1 more problem"));
    EXPECT_FALSE(fs::exists(folder / "cache"));
    EXPECT_EQ(
        error_of([&] { Bake({.job = folder / "none.json", .cache = folder / "cache"}); }).code(),
        ErrorCode::File);
}

}  // namespace
}  // namespace sinew::bake::test
