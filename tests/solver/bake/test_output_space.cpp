// Caches in the space of the object that plays them.
#include "bake/output_space.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "bake/job.hpp"
#include "bake/pc2.hpp"
#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using sinew::test::TempFolder;
using testing::HasSubstr;

const json IDENTITY = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

/// A quarter turn about z, twice as large, at (1, 2, 3).
const json PLACED = {0, -2, 0, 1, 2, 0, 0, 2, 0, 0, 2, 3};

json space(const json& transforms, const char* body = "Rod") {
    return {{"body", body}, {"transforms", transforms}};
}

fs::path write(const TempFolder& folder, const TestJob& job, const json& spaces,
               std::string_view name = "job.json") {
    json tree = json::parse(job.text());
    tree["outputs"]["spaces"] = spaces;
    std::ofstream(folder / name) << tree.dump();
    return folder / name;
}

std::vector<float> frame_of(const fs::path& cache, int index) {
    const Pc2Reader reader(cache / "Rod.pc2");
    std::vector<float> positions(3 * static_cast<std::size_t>(reader.header().points));
    reader.read_sample(index, positions);
    return positions;
}

std::string problems_of(const TempFolder& folder, const json& spaces) {
    std::string text;
    const JobReading reading = read_job(write(folder, TestJob{}, spaces));
    for (const Problem& problem : reading.problems.listed())
        text += problem.message() + "\n";
    return text;
}

TEST(OutputSpace, TakesVerticesIntoTheObject) {
    const TempFolder folder;
    bake(TestJob{}.write(folder, "world.json"), folder / "world");
    bake(write(folder, TestJob{}, json::array({space(PLACED)})), folder / "own");
    for (const int index : {0, 5, 11}) {
        const std::vector<float> world = frame_of(folder / "world", index);
        const std::vector<float> own = frame_of(folder / "own", index);
        ASSERT_EQ(world.size(), own.size());
        for (std::size_t i = 0; i < world.size(); i += 3) {
            EXPECT_NEAR(-2.0 * own[i + 1] + 1.0, world[i], 1e-6);
            EXPECT_NEAR(2.0 * own[i] + 2.0, world[i + 1], 1e-6);
            EXPECT_NEAR(2.0 * own[i + 2] + 3.0, world[i + 2], 1e-6);
        }
    }
}

TEST(OutputSpace, ChangesNoBitWhereTheObjectStandsAtTheOrigin) {
    const TempFolder folder;
    TestJob job;
    job.length = 0.0254;
    bake(job.write(folder, "world.json"), folder / "world");
    bake(write(folder, job, json::array({space(IDENTITY)})), folder / "own");
    EXPECT_EQ(sinew::test::read_file(folder / "world/Rod.pc2"),
              sinew::test::read_file(folder / "own/Rod.pc2"));
}

TEST(OutputSpace, FollowsTheObjectFromFrameToFrame) {
    // The object rises by 1 a frame, so the vertices sink in it as much as they do not follow.
    const TempFolder folder;
    TestJob job;
    job.length = 0.0254;
    json last = IDENTITY;
    last[11] = 11;
    const json rising = {
        {"keys", {{{"frame", 1}, {"value", IDENTITY}}, {{"frame", 12}, {"value", last}}}}};
    bake(job.write(folder, "world.json"), folder / "world");
    bake(write(folder, job, json::array({space(rising)})), folder / "own");
    for (const int index : {0, 4, 11}) {
        const std::vector<float> world = frame_of(folder / "world", index);
        const std::vector<float> own = frame_of(folder / "own", index);
        for (std::size_t i = 2; i < world.size(); i += 3)
            EXPECT_NEAR(double{own[i]} + index, double{world[i]}, 1e-5);
    }
}

TEST(OutputSpace, ChangesNothingInTheSimulation) {
    const TempFolder folder;
    bake(TestJob{}.write(folder, "world.json"), folder / "world");
    bake(write(folder, TestJob{}, json::array({space(PLACED)})), folder / "own");
    auto state = [&](const char* cache) {
        std::string text = sinew::test::read_file(folder / cache / "state/000012.bin");
        // Without the header, which has the hash of the inputs, and the hash at the end.
        return text.substr(40, text.size() - 48);
    };
    EXPECT_EQ(state("world"), state("own"));
}

TEST(OutputSpace, GoesOnWithTheSameBits) {
    const TempFolder folder;
    const fs::path job = write(folder, TestJob{}, json::array({space(PLACED)}));
    bake(job, folder / "whole");
    {
        Bake part({.job = job, .cache = folder / "parts", .threads = 1, .frames = {{1, 5}}});
        part.run();
    }
    bake(job, folder / "parts");
    EXPECT_EQ(differences(folder / "whole", folder / "parts"), "");
}

TEST(OutputSpace, IsAnInputOfTheFramesThatItMoves) {
    const TempFolder folder;
    json moved = PLACED;
    moved[3] = 9;
    const auto keyed = [&](const json& end) {
        return json{{"keys",
                     {{{"frame", 1}, {"value", PLACED}},
                      {{"frame", 6}, {"value", PLACED}},
                      {{"frame", 12}, {"value", end}}}}};
    };
    bake(write(folder, TestJob{}, json::array({space(keyed(PLACED))})), folder / "cache");
    {
        Bake again({.job = write(folder, TestJob{}, json::array({space(keyed(moved))})),
                    .cache = folder / "cache",
                    .threads = 1});
        EXPECT_THAT(messages(again), HasSubstr("outputs.spaces.Rod changed after frame 6"));
    }
    const Error error = error_of([&] {
        Bake world({.job = TestJob{}.write(folder), .cache = folder / "cache", .threads = 1});
    });
    EXPECT_THAT(error.what(), HasSubstr("outputs.spaces.Rod changed"));
}

TEST(OutputSpace, RefusesWhatIsNoSpace) {
    const TempFolder folder;
    json flat = PLACED;
    flat[10] = 0;
    EXPECT_THAT(problems_of(folder, json::array({space(flat)})), HasSubstr("singular at frame"));
    EXPECT_THAT(problems_of(folder, json::array({space(IDENTITY, "Rood")})),
                HasSubstr("did you mean \"Rod\"?"));
    EXPECT_THAT(problems_of(folder, json::array({space(IDENTITY), space(PLACED)})),
                HasSubstr("another entry is about this body"));
    EXPECT_THAT(problems_of(folder, json::array({json{{"body", "Rod"}}})), HasSubstr("transforms"));
    EXPECT_THAT(problems_of(folder, json::array({space({1, 2, 3})})), HasSubstr("transforms"));
    EXPECT_EQ(problems_of(folder, json::array({space(IDENTITY)})), "");
}

}  // namespace
}  // namespace sinew::bake::test
