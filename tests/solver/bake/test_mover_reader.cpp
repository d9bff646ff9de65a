#include "bake/mover_reader.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Optional;

TEST(MoverReader, FindsMoversByNameAndOffersTheNearest) {
    ReadContext context;
    const auto complaint = [&](const json& name) {
        context.problems = {};
        EXPECT_EQ(read_mover_name({name, "Biceps", "attachments[0].mover", context}), std::nullopt);
        return context.problems.empty() ? "" : context.problems.listed().back().message();
    };
    EXPECT_THAT(complaint("arm"), HasSubstr("the job has no movers"));

    const json movers = json::parse(
        R"([{"name": "Armature/forearm.L", "transforms": [1,0,0,0, 0,1,0,0, 0,0,1,0]},
            {"name": "Armature/broken", "transforms": 3}])");
    EXPECT_EQ(read_movers({movers, "job", "movers", context}).size(), 1U);
    const json known = "Armature/forearm.L";
    EXPECT_THAT(read_mover_name({known, "Biceps", "mover", context}),
                Optional(std::string("Armature/forearm.L")));
    EXPECT_EQ(complaint("Armature/foreram.L"),
              "Biceps: attachments[0].mover is \"Armature/foreram.L\": did you mean "
              "\"Armature/forearm.L\"?");
    EXPECT_THAT(complaint("floor"), HasSubstr("is not the name of a mover of this job"));
    EXPECT_THAT(complaint(7), HasSubstr("must be a text"));
    // What rides on a mover with problems of its own is not blamed for them.
    const json broken = "Armature/broken";
    EXPECT_TRUE(read_mover_name({broken, "Biceps", "mover", context}));
}

TEST(MoverReader, AChangeIsNamedAndKeepsTheFramesBefore) {
    sinew::test::TempFolder folder;
    const auto write = [&](double at_frame_9) {
        std::string text = TestJob{}.text();
        const std::string mover = fmt::format(
            R"("movers": [{{"name": "Armature/forearm", "transforms": {{"keys": [
                {{"frame": 1, "value": [1,0,0,0, 0,1,0,0, 0,0,1,0]}},
                {{"frame": 6, "value": [1,0,0,1, 0,1,0,0, 0,0,1,0]}},
                {{"frame": 9, "value": [1,0,0,{}, 0,1,0,0, 0,0,1,0]}}]}}}}], )",
            at_frame_9);
        text.insert(text.find("\"bodies\""), mover);
        return folder.write("job.json", text);
    };
    bake(write(1.0), folder / "cache");
    const Bake again({.job = write(2.0), .cache = folder / "cache", .threads = 1});
    EXPECT_THAT(
        messages(again),
        HasSubstr("movers.Armature/forearm changed after frame 6: frames up to 6 are kept"));
}

}  // namespace
}  // namespace sinew::bake::test
