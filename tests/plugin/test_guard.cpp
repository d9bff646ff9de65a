#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>

#include "plugin/rod_world.hpp"

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
    const Rods rods;
    SinewHalfPlaneDef plane;
    ASSERT_EQ(sinew_half_plane_def_init(&plane, sizeof plane), SINEW_SUCCESS);
    SinewBodyId body = 0;
    uint64_t count = 0;
    for (const SinewResult result :
         {sinew_world_step(nullptr, &report), sinew_world_add_half_plane(nullptr, &plane),
          sinew_world_add_viper_rods(nullptr, &rods.def, &body),
          sinew_body_get_positions(nullptr, 1, nullptr, 0, &count),
          sinew_viper_rods_set_pin_positions(nullptr, 1, &rods.def.points),
          sinew_viper_rods_get_radii(nullptr, 1, nullptr, 0, &count), sinew_bake_run(nullptr),
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
    const WorldPointer world = make_world();
    const SinewWorldDef def = world_def();
    const Rods rods;
    SinewWorld* no_world = nullptr;
    SinewBake* no_bake = nullptr;
    SinewBodyId body = 0;
    const SinewBodyId real_body = rods.add_to(world);
    SinewBakeDef bake_def;
    ASSERT_EQ(sinew_bake_def_init(&bake_def, sizeof bake_def), SINEW_SUCCESS);
    for (const SinewResult result :
         {sinew_world_def_init(nullptr, sizeof(SinewWorldDef)),
          sinew_half_plane_def_init(nullptr, sizeof(SinewHalfPlaneDef)),
          sinew_viper_rods_def_init(nullptr, sizeof(SinewViperRodsDef)),
          sinew_viper_rods_def_init_muscle(nullptr, sizeof(SinewViperRodsDef)),
          sinew_bake_def_init(nullptr, sizeof(SinewBakeDef)),
          sinew_world_create(nullptr, &no_world), sinew_world_create(&def, nullptr),
          sinew_world_add_half_plane(world.get(), nullptr),
          sinew_world_add_viper_rods(world.get(), nullptr, &body),
          sinew_world_add_viper_rods(world.get(), &rods.def, nullptr),
          sinew_viper_rods_set_pin_positions(world.get(), real_body, nullptr),
          sinew_body_get_positions(world.get(), real_body, nullptr, 5, nullptr),
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
    // A name of two-byte letters that is longer than any message, with a line break in it.
    std::string name = "a\nb";
    for (int i = 0; i < 5000; ++i)
        name += "ö";
    const WorldPointer world = make_world();
    Rods rods;
    rods.def.name = name.c_str();
    rods.def.density = -1.0;
    SinewBodyId body = 0;
    EXPECT_EQ(sinew_world_add_viper_rods(world.get(), &rods.def, &body),
              SINEW_ERROR_INVALID_ARGUMENT);
    const std::string message = sinew_last_error();
    EXPECT_GT(message.size(), 1000u);
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_EQ(message.substr(0, 3), "a b");
    EXPECT_EQ(message.substr(message.size() - 2), "ö");
}

}  // namespace
}  // namespace sinew::test
