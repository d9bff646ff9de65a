// Worlds: what they are made from, how they step, what they say.
#include <cmath>
#include <cstring>

#include "plugin/job_world.hpp"
#include "support/temp_folder.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

SinewWorldDef file_def(const std::string& path) {
    SinewWorldDef def = world_def();
    def.job_path = path.c_str();
    return def;
}

std::string warning(const WorldPointer& world, int32_t index) {
    uint64_t size = 0;
    EXPECT_EQ(sinew_world_get_warning(world.get(), index, nullptr, 0, &size), SINEW_SUCCESS)
        << sinew_last_error();
    std::string text(size, '?');
    EXPECT_EQ(sinew_world_get_warning(world.get(), index, text.data(), size, nullptr),
              SINEW_SUCCESS);
    text.pop_back();
    return text;
}

int32_t warning_count(const WorldPointer& world) {
    int32_t count = -1;
    EXPECT_EQ(sinew_world_get_warning_count(world.get(), &count), SINEW_SUCCESS)
        << sinew_last_error();
    return count;
}

TEST(World, RefusesSettingsThatMakeNoSense) {
    const auto expect_refusal = [](auto change, const char* field) {
        json job = job_of({rods()});
        change(job);
        expect_refused(job, {field});
    };
    expect_refusal([](json& job) { job["frames"]["rate"] = 0; }, "frames.rate");
    expect_refusal([](json& job) { job["gravity"] = {0, 1}; }, "gravity");
    expect_refusal([](json& job) { job["solver"]["substeps"] = 0; }, "substeps");
    expect_refusal([](json& job) { job["solver"]["max_halvings"] = -1; }, "max_halvings");
    expect_refusal([](json& job) { job["solver"]["rods"]["method"] = "x"; }, "method");
    expect_refusal([](json& job) { job["solver"]["rods"]["iterations"] = 0; }, "iterations");
    expect_refusal([](json& job) { job["solver"]["rods"]["tolerance"] = 0; }, "tolerance");
    expect_refusal([](json& job) { job["solver"]["implicit"]["integrator"] = 3; }, "integrator");
    expect_refusal([](json& job) { job["solver"]["implicit"]["linear_solver"] = "x"; },
                   "linear_solver");
    expect_refusal([](json& job) { job.erase("bodies"); }, "bodies");

    const std::string text = job_of({rods()}).dump();
    SinewWorldDef def = world_def();
    def.job_text = text.c_str();
    def.threads = -1;
    SinewWorld* world = nullptr;
    EXPECT_EQ(sinew_world_create(&def, &world), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("threads"));
    def.threads = 0;
    def.confine = 2;
    EXPECT_EQ(sinew_world_create(&def, &world), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("confine"));
}

TEST(World, NeedsAJob) {
    const SinewWorldDef def = world_def();
    SinewWorld* world = nullptr;
    EXPECT_EQ(sinew_world_create(&def, &world), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("job_path and job_text"));
}

TEST(World, SaysWhereTextIsNotAJob) {
    for (const char* text : {"", "{", "[]", "{\"sinew_job\": 1} trailing"}) {
        SinewWorldDef def = world_def();
        def.job_text = text;
        SinewWorld* world = nullptr;
        EXPECT_EQ(sinew_world_create(&def, &world), SINEW_ERROR_INVALID_ARGUMENT) << text;
        EXPECT_THAT(sinew_last_error(), HasSubstr("job"));
        EXPECT_EQ(world, nullptr);
    }
}

TEST(World, OfAFileIsThatOfItsText) {
    const TempFolder folder;
    const json job = job_of({pinned_rods(rods(), {0})});
    const std::string path = folder.write("job.json", job.dump()).string();
    const SinewWorldDef def = file_def(path);
    SinewWorld* created = nullptr;
    ASSERT_EQ(sinew_world_create(&def, &created), SINEW_SUCCESS) << sinew_last_error();
    const WorldPointer from_file(created);
    const WorldPointer from_text = make_world(job);
    step(from_file);
    step(from_text);
    EXPECT_EQ(positions(from_file, "Rod"), positions(from_text, "Rod"));

    const std::string nowhere = "/no/such/job.json";
    const SinewWorldDef missing = file_def(nowhere);
    SinewWorld* world = nullptr;
    EXPECT_EQ(sinew_world_create(&missing, &world), SINEW_ERROR_FILE);
    EXPECT_THAT(sinew_last_error(), HasSubstr("/no/such/job.json"));
    EXPECT_EQ(world, nullptr);
}

TEST(World, TakesLargeArraysFromMemory) {
    json job = job_of({rods()});
    const std::vector<Point> points = points_of(job["bodies"][0]["rods"]["points"]);
    job["bodies"][0]["rods"]["points"] = {{"dtype", "float32"}, {"shape", {5, 3}}, {"offset", 8}};
    std::vector<char> bytes(8 + sizeof(Point) * points.size(), 'x');
    std::memcpy(bytes.data() + 8, points.data(), sizeof(Point) * points.size());
    const std::string text = job.dump() + "this is not read";
    SinewWorldDef def = world_def();
    def.job_text = text.c_str();
    def.job_size = job.dump().size();
    def.binary = bytes.data();
    def.binary_size = bytes.size();
    SinewWorld* created = nullptr;
    ASSERT_EQ(sinew_world_create(&def, &created), SINEW_SUCCESS) << sinew_last_error();
    const WorldPointer world(created);
    std::fill(bytes.begin(), bytes.end(), '\0');  // it was copied
    EXPECT_EQ(positions(world, "Rod"), points);

    // It ends too early, and is not there.
    def.binary_size -= 4;
    SinewWorld* none = nullptr;
    EXPECT_EQ(sinew_world_create(&def, &none), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("ends behind the binary file, which has 64 bytes"));
    def.binary = nullptr;
    EXPECT_EQ(sinew_world_create(&def, &none), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("binary is null: must be 64 bytes"));
    EXPECT_EQ(none, nullptr);
}

TEST(World, LooksForFilesOfAJobInMemoryInItsFolder) {
    const TempFolder folder;
    folder.write("triangle.obj", "v 0 0 1\nv 0.1 0 1\nv 0 0.1 1\nf 1 2 3\n");
    const json job =
        job_of({{{"kind", "cosserat_shell"}, {"name", "S"}, {"mesh", "triangle.obj"}}});
    const std::string text = job.dump();
    const std::string path = (folder / "need_not_exist.json").string();
    SinewWorldDef def = file_def(path);
    def.job_text = text.c_str();
    SinewWorld* created = nullptr;
    ASSERT_EQ(sinew_world_create(&def, &created), SINEW_SUCCESS) << sinew_last_error();
    EXPECT_EQ(positions(WorldPointer(created), "S").size(), 3U);
}

TEST(World, IsNotMadeForATaskThatWasCancelled) {
    SinewTaskDef task_def;
    ASSERT_EQ(sinew_task_def_init(&task_def, sizeof task_def), SINEW_SUCCESS);
    SinewTask* task = nullptr;
    ASSERT_EQ(sinew_task_create(&task_def, &task), SINEW_SUCCESS);
    const std::string text = job_of({rods()}).dump();
    SinewWorldDef def = world_def();
    def.job_text = text.c_str();
    def.task = task;
    SinewWorld* world = nullptr;
    ASSERT_EQ(sinew_world_create(&def, &world), SINEW_SUCCESS) << sinew_last_error();
    sinew_world_destroy(world);
    sinew_task_cancel(task);
    EXPECT_EQ(sinew_world_create(&def, &world), SINEW_ERROR_CANCELLED);
    EXPECT_EQ(world, nullptr);
    sinew_task_destroy(task);
    EXPECT_EQ(sinew_world_create(&def, &world), SINEW_ERROR_INVALID_HANDLE);
}

TEST(World, CountsFramesFromThoseOfTheJobAndBeyond) {
    json job = job_of({rods()});
    job["frames"] = {{"start", 101}, {"end", 102}, {"rate", 24}};
    job["solver"]["substeps"] = 3;
    const WorldPointer world = make_world(job);
    EXPECT_EQ(describe(world)["frame"], 101.0);
    const SinewStepReport report = step(world);
    EXPECT_EQ(report.frame, 102.0);
    EXPECT_EQ(report.steps, 3);
    EXPECT_GE(report.seconds, 0.0);
    EXPECT_EQ(step(world).frame, 103.0);
    job["solver"]["preroll"] = 5;
    EXPECT_EQ(step(make_world(job)).frame, 97.0);
}

TEST(World, IsInMetresWhateverTheUnitOfTheJob) {
    json job = job_of({rods()});
    job["units"] = {{"length", 0.01}};
    for (json& point : job["bodies"][0]["rods"]["points"]) {
        for (json& x : point)
            x = 100.0 * x.get<double>();
    }
    job["bodies"][0]["rods"]["radii"] = 1.0;
    const WorldPointer world = make_world(job);
    for (int frame = 0; frame < 24; ++frame)
        step(world);
    // A second of free fall with a drag of 0.1/s, from 1 m: -3.66 m, less what the time step adds.
    const std::vector<Point> points = positions(world, "Rod");
    EXPECT_NEAR(points[2][2], -3.75f, 0.15f);
    EXPECT_NEAR(points[4][0], 0.4f, 1e-4f);
}

TEST(World, AHalfPlaneHoldsARodUp) {
    json job = job_of({rods()});
    job["colliders"] = {{{"kind", "half_plane"}, {"normal", {0, 0, 5}}, {"offset", 0.9}}};
    const WorldPointer world = make_world(job);
    for (int frame = 0; frame < 48; ++frame)
        step(world);
    for (const Point& point : positions(world, "Rod")) {
        // The centre line rests about a radius above the plane.
        EXPECT_GT(point[2], 0.9f);
        EXPECT_LT(point[2], 0.93f);
    }
    job["colliders"][0]["normal"] = {0, 0, 0};
    expect_refused(job, {"normal"});
}

TEST(World, WarnsOfRodsThatStartInsideEachOtherOnce) {
    json job = job_of({rods(), rods()});
    job["bodies"][1]["name"] = "Other";
    for (json& body : job["bodies"])
        body["collides"] = true;
    const WorldPointer world = make_world(job);
    ASSERT_EQ(warning_count(world), 1);
    const std::string sentence = warning(world, 0);
    EXPECT_THAT(sentence, HasSubstr("Rod"));
    EXPECT_THAT(sentence, HasSubstr("starts 20.0 mm inside Other"));
    EXPECT_THAT(sentence, HasSubstr("move them apart"));
    step(world);
    EXPECT_EQ(warning_count(world), 1);
}

TEST(World, WarnsOfWhatTheReaderOfTheJobFound) {
    json body = strip();
    body["rest_curvature"] = {0, 0, 0, 100, 0, 0, 0, 0, 0};
    const WorldPointer world = make_world(job_of({body}));
    ASSERT_EQ(warning_count(world), 1);
    EXPECT_THAT(warning(world, 0), HasSubstr("Strip: the rest curvature turns 12 triangles"));
}

TEST(World, WithNothingToSayHasNoWarnings) {
    const WorldPointer world = make_world(job_of({rods()}));
    EXPECT_EQ(warning_count(world), 0);
    for (const int32_t index : {0, -1}) {
        EXPECT_EQ(sinew_world_get_warning(world.get(), index, nullptr, 0, nullptr),
                  SINEW_ERROR_INVALID_ARGUMENT);
        EXPECT_THAT(sinew_last_error(), HasSubstr("there are 0 warnings"));
    }
    EXPECT_EQ(sinew_world_get_warning_count(world.get(), nullptr), SINEW_ERROR_INVALID_ARGUMENT);
}

TEST(World, FindsABodyByItsName) {
    const WorldPointer world = make_world(job_of({rods(), strip()}));
    EXPECT_NE(find_body(world, "Rod"), 0U);
    EXPECT_EQ(find_body(world, "Rod"), find_body(world, "Rod"));
    EXPECT_NE(find_body(world, "Rod"), find_body(world, "Strip"));
    SinewBodyId body = 7;
    EXPECT_EQ(sinew_world_find_body(world.get(), "Rot", &body), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("\"Rot\""));
    EXPECT_THAT(sinew_last_error(), HasSubstr("which has \"Rod\", \"Strip\""));
    EXPECT_EQ(body, 0U);
}

TEST(World, FindsOutIdsThatAreNotItsOwn) {
    const WorldPointer world = make_world(job_of({rods()}));
    const SinewBodyId body = find_body(world, "Rod");
    const SinewBodyId of_a_world_that_is_gone = find_body(make_world(job_of({rods()})), "Rod");
    for (const SinewBodyId id : {SinewBodyId{0}, body + 1, of_a_world_that_is_gone, ~body}) {
        uint64_t count = 0;
        EXPECT_EQ(sinew_body_get_result(world.get(), id, "positions", nullptr, 0, &count),
                  SINEW_ERROR_INVALID_HANDLE);
        EXPECT_THAT(sinew_last_error(), HasSubstr("body"));
    }
}

TEST(World, SaysSoWhenAStepDoesNotConverge) {
    json job = job_of({pinned_rods(rods(), {0})});
    job["solver"] = {{"max_halvings", 0}, {"rods", {{"iterations", 1}, {"tolerance", 1e-15}}}};
    const WorldPointer world = make_world(job);
    SinewStepReport report{};
    report.struct_size = sizeof report;
    EXPECT_EQ(sinew_world_step(world.get(), &report), SINEW_ERROR_NOT_CONVERGED);
    EXPECT_THAT(sinew_last_error(), HasSubstr("Rod"));
    EXPECT_EQ(report.steps, 0);
    EXPECT_EQ(positions(world, "Rod"), points_of(job["bodies"][0]["rods"]["points"]));
}

}  // namespace
}  // namespace sinew::test
