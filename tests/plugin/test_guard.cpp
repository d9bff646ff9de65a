#include <set>
#include <string>
#include <thread>

#include "plugin/job_world.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

TEST(Guard, NamesEveryResult) {
    std::set<std::string> names;
    for (SinewResult result = SINEW_ERROR_INTERNAL; result <= SINEW_SUCCESS; ++result) {
        names.insert(sinew_result_name(result));
    }
    EXPECT_EQ(names.size(), 11u);
    EXPECT_STREQ(sinew_result_name(SINEW_ERROR_INVALID_ARGUMENT), "invalid argument");
    EXPECT_STREQ(sinew_result_name(12345), "unknown error");
    EXPECT_STREQ(sinew_result_name(-12345), "unknown error");
}

TEST(Guard, RefusesNullHandlesEverywhere) {
    SinewStepReport report{};
    report.struct_size = sizeof report;
    SinewBakeProgress progress{};
    progress.struct_size = sizeof progress;
    const SinewBufferView view{&report, 1, 0, SINEW_FORMAT_FLOAT, 0};
    SinewBodyId body = 0;
    uint64_t count = 0;
    int32_t warnings = 0;
    for (const SinewResult result :
         {sinew_world_step(nullptr, &report), sinew_world_set_input(nullptr, "x", &view),
          sinew_world_describe(nullptr, nullptr, 0, &count),
          sinew_world_find_body(nullptr, "Rod", &body),
          sinew_body_get_result(nullptr, 1, "positions", nullptr, 0, &count),
          sinew_world_get_warning_count(nullptr, &warnings),
          sinew_world_get_warning(nullptr, 0, nullptr, 0, &count), sinew_bake_run(nullptr),
          sinew_bake_progress(nullptr, &progress), sinew_bake_get_report(nullptr, &report),
          sinew_bake_get_message(nullptr, 0, nullptr, 0, &count)}) {
        EXPECT_EQ(result, SINEW_ERROR_INVALID_HANDLE);
        EXPECT_THAT(sinew_last_error(), HasSubstr("create it first"));
    }
    // These have nothing to tell and must live with null.
    sinew_world_destroy(nullptr);
    sinew_world_cancel(nullptr);
    sinew_bake_destroy(nullptr);
    sinew_bake_cancel(nullptr);
}

TEST(Guard, RefusesNullPointersToDefinitionsAndResults) {
    const WorldPointer world = make_world(job_of({rods()}));
    const SinewBodyId body = find_body(world, "Rod");
    const SinewWorldDef def = world_def();
    SinewWorld* no_world = nullptr;
    SinewBake* no_bake = nullptr;
    SinewBodyId found = 0;
    const SinewBufferView view{&def, 1, 0, SINEW_FORMAT_FLOAT, 0};
    SinewBakeDef bake_def;
    ASSERT_EQ(sinew_bake_def_init(&bake_def, sizeof bake_def), SINEW_SUCCESS);
    for (const SinewResult result :
         {sinew_world_def_init(nullptr, sizeof(SinewWorldDef)),
          sinew_bake_def_init(nullptr, sizeof(SinewBakeDef)),
          sinew_world_create(nullptr, &no_world), sinew_world_create(&def, nullptr),
          sinew_world_create(&def, &no_world), sinew_world_find_body(world.get(), nullptr, &found),
          sinew_world_find_body(world.get(), "Rod", nullptr),
          sinew_world_set_input(world.get(), nullptr, &view),
          sinew_world_set_input(world.get(), "x", nullptr),
          sinew_body_get_result(world.get(), body, nullptr, nullptr, 0, nullptr),
          sinew_body_get_result(world.get(), body, "positions", nullptr, 15, nullptr),
          sinew_world_describe(world.get(), nullptr, 10, nullptr),
          sinew_bake_create(nullptr, &no_bake), sinew_bake_create(&bake_def, nullptr),
          sinew_bake_create(&bake_def, &no_bake), sinew_job_check(nullptr, nullptr, 0, nullptr),
          sinew_cache_info(nullptr, nullptr, 0, nullptr),
          sinew_cache_verify(nullptr, nullptr, 0, nullptr),
          sinew_struct_layouts(nullptr, 10, nullptr)}) {
        EXPECT_EQ(result, SINEW_ERROR_INVALID_ARGUMENT);
        EXPECT_THAT(sinew_last_error(), HasSubstr("null"));
    }
    EXPECT_EQ(no_world, nullptr);
    EXPECT_EQ(no_bake, nullptr);
}

TEST(Guard, KeepsTheMessageOfEachThread) {
    EXPECT_EQ(sinew_world_step(nullptr, nullptr), SINEW_ERROR_INVALID_HANDLE);
    const std::string mine = sinew_last_error();
    std::string other_before, other_after;
    std::thread([&] {
        other_before = sinew_last_error();
        EXPECT_EQ(sinew_job_check("", nullptr, 0, nullptr), SINEW_ERROR_INVALID_ARGUMENT);
        other_after = sinew_last_error();
    }).join();
    EXPECT_EQ(other_before, "");
    EXPECT_THAT(other_after, HasSubstr("job_path"));
    EXPECT_EQ(sinew_last_error(), mine);
}

TEST(Guard, KeepsAMessageInOneLineAndCutsItBetweenCharacters) {
    // A path of two-byte letters that is longer than any message, with a line break in it.
    std::string path = "a\nb";
    for (int i = 0; i < 5000; ++i)
        path += "ö";
    const WorldPointer world = make_world(job_of({rods()}));
    EXPECT_EQ(set_input(world, path.c_str(), std::vector<double>{1.0}),
              SINEW_ERROR_INVALID_ARGUMENT);
    const std::string message = sinew_last_error();
    EXPECT_GT(message.size(), 1000u);
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_THAT(message, HasSubstr("a b"));
    EXPECT_EQ(message.substr(message.size() - 2), "ö");
}

}  // namespace
}  // namespace sinew::test
