// What was destroyed and is used again, and tasks.
#include <string>
#include <vector>

#include "plugin/job_world.hpp"
#include "support/temp_folder.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

SinewTask* make_task() {
    SinewTaskDef def;
    EXPECT_EQ(sinew_task_def_init(&def, sizeof def), SINEW_SUCCESS);
    SinewTask* task = nullptr;
    EXPECT_EQ(sinew_task_create(&def, &task), SINEW_SUCCESS);
    return task;
}

TEST(Handles, AWorldThatWasDestroyedIsRefused) {
    const json job = job_of({pinned_rods(rods(), {0})});
    WorldPointer first = make_world(job);
    SinewWorld* const gone = first.get();
    const SinewBodyId body = find_body(first, "Rod");
    first.reset();
    // Its place is taken by others.
    std::vector<WorldPointer> others;
    for (int i = 0; i < 20; ++i)
        others.push_back(make_world(job));
    const Point target{};
    const SinewBufferView view{target.data(), 1, 0, SINEW_FORMAT_FLOAT3, 0};
    SinewStepReport report{};
    report.struct_size = sizeof report;
    uint64_t count = 0;
    SinewBodyId found = 0;
    for (const SinewResult result :
         {sinew_world_step(gone, &report), sinew_world_find_body(gone, "Rod", &found),
          sinew_world_set_input(gone, "bodies.Rod.pins[0].positions", &view),
          sinew_world_describe(gone, nullptr, 0, &count),
          sinew_body_get_result(gone, body, "positions", nullptr, 0, &count)}) {
        EXPECT_EQ(result, SINEW_ERROR_INVALID_HANDLE);
        EXPECT_THAT(sinew_last_error(), HasSubstr("it was destroyed"));
    }
    sinew_world_cancel(gone);
    sinew_world_destroy(gone);
    for (const WorldPointer& other : others)
        EXPECT_EQ(sinew_world_step(other.get(), &report), SINEW_SUCCESS);
}

TEST(Handles, ThatWereNeverMadeAreRefused) {
    const WorldPointer world = make_world(job_of({rods()}));
    SinewStepReport report{};
    report.struct_size = sizeof report;
    for (const std::uintptr_t bits : {std::uintptr_t{1}, std::uintptr_t{4096} << 20U,
                                      ~std::uintptr_t{0}, reinterpret_cast<std::uintptr_t>(&report),
                                      reinterpret_cast<std::uintptr_t>(world.get()) + 1}) {
        auto* const wrong = reinterpret_cast<SinewWorld*>(bits);
        EXPECT_EQ(sinew_world_step(wrong, &report), SINEW_ERROR_INVALID_HANDLE);
        sinew_world_cancel(wrong);
        sinew_world_destroy(wrong);
    }
}

TEST(Handles, BakesViperizationsAndTasksToo) {
    const TempFolder folder;
    const std::string job = folder.write("job.json", R"({"sinew_job": 1,
        "frames": {"start": 1, "end": 2, "rate": 24}, "bodies": [{"kind": "viper_rods", "name": "R",
        "rods": {"points": [0,0,0, 1,0,0], "radii": 0.1}}]})");
    const std::string cache = (folder / "cache").string();
    SinewBakeDef def;
    ASSERT_EQ(sinew_bake_def_init(&def, sizeof def), SINEW_SUCCESS);
    def.job_path = job.c_str();
    def.cache_path = cache.c_str();
    SinewBake* bake = nullptr;
    ASSERT_EQ(sinew_bake_create(&def, &bake), SINEW_SUCCESS) << sinew_last_error();
    sinew_bake_destroy(bake);
    EXPECT_EQ(sinew_bake_run(bake), SINEW_ERROR_INVALID_HANDLE);
    sinew_bake_cancel(bake);
    sinew_bake_destroy(bake);

    SinewTask* const task = make_task();
    sinew_task_destroy(task);
    SinewTaskProgress progress{};
    progress.struct_size = sizeof progress;
    EXPECT_EQ(sinew_task_progress(task, &progress), SINEW_ERROR_INVALID_HANDLE);
    def.task = task;
    EXPECT_EQ(sinew_bake_create(&def, &bake), SINEW_ERROR_INVALID_HANDLE);
    EXPECT_EQ(bake, nullptr);
    sinew_task_cancel(task);
    sinew_task_destroy(task);
}

TEST(Tasks, ACancelledTaskStopsCheckAndBake) {
    const TempFolder folder;
    const std::string job = folder.write("job.json", R"({"sinew_job": 1,
        "frames": {"start": 1, "end": 2, "rate": 24}, "bodies": [{"kind": "viper_rods", "name": "R",
        "rods": {"points": [0,0,0, 1,0,0], "radii": 0.1}}]})");
    const std::string cache = (folder / "cache").string();
    SinewTask* const task = make_task();
    SinewCheckDef check;
    ASSERT_EQ(sinew_check_def_init(&check, sizeof check), SINEW_SUCCESS);
    check.job_path = job.c_str();
    check.task = task;
    EXPECT_EQ(sinew_check_run(&check, nullptr, 0, nullptr), SINEW_SUCCESS);
    sinew_task_cancel(task);
    EXPECT_EQ(sinew_check_run(&check, nullptr, 0, nullptr), SINEW_ERROR_CANCELLED);
    SinewBakeDef def;
    ASSERT_EQ(sinew_bake_def_init(&def, sizeof def), SINEW_SUCCESS);
    def.job_path = job.c_str();
    def.cache_path = cache.c_str();
    def.task = task;
    SinewBake* bake = nullptr;
    EXPECT_EQ(sinew_bake_create(&def, &bake), SINEW_ERROR_CANCELLED);
    EXPECT_EQ(bake, nullptr);
    char phase[16] = "x";
    EXPECT_EQ(sinew_task_get_phase(task, phase, sizeof phase, nullptr), SINEW_SUCCESS);
    EXPECT_STREQ(phase, "");
    sinew_task_destroy(task);
}

TEST(Tasks, LimitWhatAJobMayTake) {
    const TempFolder folder;
    const std::string job = folder.write("job.json", R"({"sinew_job": 1,
        "frames": {"start": 1, "end": 2, "rate": 24}, "bodies": [{"kind": "viper_rods", "name": "R",
        "rods": {"points": [0,0,0, 1,0,0], "radii": 0.1}}]})");
    SinewTaskDef def;
    ASSERT_EQ(sinew_task_def_init(&def, sizeof def), SINEW_SUCCESS);
    def.max_load_bytes = -1.0;
    SinewTask* task = nullptr;
    EXPECT_EQ(sinew_task_create(&def, &task), SINEW_ERROR_INVALID_ARGUMENT);
    def.max_load_bytes = 10.0;
    ASSERT_EQ(sinew_task_create(&def, &task), SINEW_SUCCESS);
    SinewCheckDef check;
    ASSERT_EQ(sinew_check_def_init(&check, sizeof check), SINEW_SUCCESS);
    check.job_path = job.c_str();
    check.task = task;
    std::string text(4096, '\0');
    ASSERT_EQ(sinew_check_run(&check, text.data(), text.size(), nullptr), SINEW_SUCCESS);
    EXPECT_THAT(text, HasSubstr("too large for"));
    check.confine = 2;
    EXPECT_EQ(sinew_check_run(&check, nullptr, 0, nullptr), SINEW_ERROR_INVALID_ARGUMENT);
    sinew_task_destroy(task);
}

}  // namespace
}  // namespace sinew::test
