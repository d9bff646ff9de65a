#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

using nlohmann::json;
using sinew::test::TempFolder;
using testing::HasSubstr;

TEST(Check, TellsWhatTheBakeCosts) {
    const TempFolder folder;
    TestJob job;
    job.lift = {0.0};
    job.rods = 20;
    const auto path = job.write(folder);
    const json check = json::parse(check_job_json(path));
    EXPECT_EQ(check.at("ok"), true);
    EXPECT_EQ(check.at("problems").size(), 0U);
    EXPECT_EQ(check.at("warnings").size(), 0U);
    const json& cost = check.at("cost");
    EXPECT_EQ(cost.at("frames"), 12);
    EXPECT_EQ(cost.at("bodies"), 1);
    EXPECT_EQ(cost.at("vertices"), 160);
    EXPECT_GT(cost.at("seconds"), 0.0);
    EXPECT_GT(cost.at("memory_bytes"), 160 * 12);
    // The estimate against the real cache.
    bake(path, folder / "cache");
    std::uint64_t bytes = 0;
    for (const auto& [name, text] : content(folder / "cache"))
        bytes += text.size();
    EXPECT_NEAR(cost.at("disk_bytes").get<double>(), static_cast<double>(bytes),
                0.2 * static_cast<double>(bytes));
}

TEST(Check, ListsProblemsInsteadOfThrowing) {
    const TempFolder folder;
    const json check =
        json::parse(check_job_json(folder.write("job.json", R"({"sinew_job": 1, "gravty": 1})")));
    EXPECT_EQ(check.at("ok"), false);
    EXPECT_FALSE(check.contains("cost"));
    ASSERT_EQ(check.at("problems").size(), 3U);
    const json& first = check.at("problems").at(0);
    EXPECT_EQ(first.at("object"), "job.json");
    EXPECT_EQ(first.at("field"), "gravty");
    EXPECT_EQ(first.at("remedy"), "did you mean \"gravity\"?");
    EXPECT_EQ(first.at("message"),
              "job.json: gravty is an unknown field: did you mean \"gravity\"?");
    EXPECT_EQ(json::parse(check_job_json(folder.write("bad.json", "{\"\xff"))).at("ok"), false);
}

TEST(Check, ListsNoMoreThanOneCanRead) {
    const TempFolder folder;
    std::string text = R"({"sinew_job": 1)";
    for (int i = 0; i < 2000; ++i)
        text += ", \"x" + std::to_string(i) + "\": 0";
    const json check = json::parse(check_job_json(folder.write("job.json", text + "}")));
    EXPECT_EQ(check.at("problems").size(), 500U);
    EXPECT_THAT(check.at("warnings").at(0), HasSubstr("1502 more problems"));
}

TEST(Check, ThrowsOnlyWhenThereIsNoJob) {
    const TempFolder folder;
    EXPECT_EQ(error_of([&] { check_job_json(folder / "none.json"); }).code(), ErrorCode::File);
    EXPECT_EQ(error_of([&] { check_job_json(folder.path()); }).code(), ErrorCode::File);
}

TEST(Check, GivesNoTimeForAJobThatFails) {
    const TempFolder folder;
    TestJob job;
    job.iterations = 1;
    job.max_halvings = 0;
    job.lift = {0.0, 900.0, -900.0};
    const json check = json::parse(check_job_json(job.write(folder)));
    EXPECT_EQ(check.at("ok"), true);
    EXPECT_TRUE(check.at("cost").at("seconds").is_null());
    EXPECT_THAT(check.at("warnings").dump(), HasSubstr("trial of frame 2"));
}

}  // namespace
}  // namespace sinew::bake::test
