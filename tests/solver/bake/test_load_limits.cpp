// Jobs that are small and ask for much, files outside of the job's folder, and loading that is cancelled.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "bake/job.hpp"
#include "bake/job_reader.hpp"
#include "bake_testing.hpp"
#include "base/stage_timer.hpp"
#include "base/task.hpp"

namespace sinew::bake::test {
namespace {

using nlohmann::json;
using sinew::test::TempFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

json rods_job(const std::string& counts) {
    return json::parse(
        R"({"sinew_job": 1, "frames": {"start": 1, "end": 2, "rate": 24}, "bodies": [{"kind": "viper_rods",
            "name": "R", "rods": {"points": [0,0,0, 1,0,0, 0,1,0, 1,1,0], "radii": 0.1, "counts": )" +
        counts + R"(}, "sections": "levels"}]})");
}

/// A corner of a cube, to be filled with many tetrahedra.
json solid(const std::string& name, int count) {
    json body = json::parse(
        R"({"kind": "micropolar_solid", "surface": {"vertices": [0,0,0, 1,0,0, 0,1,0, 0,0,1],
        "faces": [[0,2,1], [0,1,3], [1,2,3], [2,0,3]]}})");
    body["name"] = name;
    body["resolution"]["count"] = count;
    return body;
}

json job_of(std::vector<json> bodies) {
    json job = json::parse(R"({"sinew_job": 1, "frames": {"start": 1, "end": 2, "rate": 24}})");
    job["bodies"] = std::move(bodies);
    return job;
}

std::string problems_of(const json& job, const LoadOptions& options = {}) {
    std::string text;
    const JobReading reading = read_job_text(job.dump(), "job.json", options);
    for (const Problem& problem : reading.problems.listed())
        text += problem.message() + "\n";
    return text;
}

double peak_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

TEST(LoadLimits, CountsAreComparedWithThePointsBeforeSectionsAreMade) {
    const double before = peak_bytes();
    EXPECT_THAT(problems_of(rods_job("[200000000, 200000000]")),
                HasSubstr("rods.counts is 400000000 in all: must add up to the number of points"));
    EXPECT_LT(peak_bytes() - before, 1e8);
    EXPECT_THAT(problems_of(rods_job("[-6, -6]")),
                AllOf(HasSubstr("rods.counts[0] is -6: a rod needs at least 2 points"),
                      Not(HasSubstr("std::"))));
    EXPECT_THAT(problems_of(rods_job("[2147483647, 2]")), HasSubstr("must add up"));
    EXPECT_EQ(problems_of(rods_job("[2, 2]")), "");
}

TEST(LoadLimits, AreOneBudgetForAllBodies) {
    const LoadOptions options{.confine = false, .limits = {.bytes = 30e6, .seconds = 60.0}};
    EXPECT_EQ(problems_of(job_of({solid("A", 5000)}), options), "");
    // Fillings that were kept take little memory: none of these is.
    const TempFolder store;
    const char* const before = std::getenv("XDG_CACHE_HOME");
    const std::string kept = before == nullptr ? "" : before;
    ASSERT_EQ(::setenv("XDG_CACHE_HOME", store.path().c_str(), 1), 0);
    EXPECT_THAT(
        problems_of(job_of({solid("A", 5000), solid("B", 5010), solid("C", 5020)}), options),
        AllOf(HasSubstr("C: "), HasSubstr("too large for 0.03 GB of memory")));
    ASSERT_EQ(before == nullptr ? ::unsetenv("XDG_CACHE_HOME")
                                : ::setenv("XDG_CACHE_HOME", kept.c_str(), 1),
              0);
}

TEST(LoadLimits, CountAMeshFileEachTimeThatItIsNamed) {
    const TempFolder folder;
    std::string text;
    for (int i = 0; i < 20000; ++i)
        text += "v " + std::to_string(i % 100) + " " + std::to_string(i / 100) + " 0\n";
    folder.write("points.obj", text);
    json body = rods_job("[2, 2]")["bodies"][0];
    body["surface"] = "points.obj";
    std::vector<json> bodies(20, body);
    for (std::size_t i = 0; i < bodies.size(); ++i)
        bodies[i]["name"] = "R" + std::to_string(i);
    const LoadOptions options{.confine = false, .limits = {.bytes = 5e6, .seconds = 60.0}};
    const JobReading reading =
        read_job_text(job_of(std::move(bodies)).dump(), folder / "job.json", options);
    EXPECT_FALSE(reading.job);
    EXPECT_THAT(reading.problems.listed().at(0).message(),
                HasSubstr("points.obj: too large for 0.005 GB of memory"));
}

TEST(LoadLimits, CountADeformingColliderOnceInThePrecisionOfTheFile) {
    constexpr int SAMPLES = 100'000;
    const std::vector<float> corner = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    std::string bytes;
    for (int i = 0; i < SAMPLES; ++i)
        bytes.append(reinterpret_cast<const char*>(corner.data()), corner.size() * sizeof(float));
    const TempFolder folder;
    folder.write("job.bin", bytes);
    json job = rods_job("[2, 2]");
    job["binary"] = "job.bin";
    job["colliders"] = json::parse(
        R"([{"kind": "mesh", "mesh": {"vertices": [0,0,0, 1,0,0, 0,1,0, 0,0,1],
            "faces": [[0,2,1], [0,1,3], [1,2,3], [2,0,3]]}, "vertices": {"start": 1, "values":
            {"dtype": "float32", "shape": [100000, 4, 3], "offset": 0}}}])");
    const auto read_within = [&](double limit) {
        const LoadOptions options{.confine = false, .limits = {.bytes = limit, .seconds = 60.0}};
        return read_job_text(job.dump(), folder / "job.json", options);
    };
    EXPECT_FALSE(read_within(0.9 * static_cast<double>(bytes.size())).job);
    const JobReading reading = read_within(1.1 * static_cast<double>(bytes.size()));
    ASSERT_TRUE(reading.job);
    const AnimatedArray& read = reading.job->colliders.meshes.at(0).vertices;
    const auto world = make_world(*reading.job, 1, {});
    const AnimatedArray& held = world->colliders().meshes.at(0)->def().vertices;
    EXPECT_EQ(held.count(), 12U * SAMPLES);
    EXPECT_EQ(held.tail.storage(), read.tail.storage()) << "a second copy of all samples";
    EXPECT_TRUE(read.values.empty() && held.values.empty());
    EXPECT_NEAR(static_cast<double>(reading.job->input_bytes), static_cast<double>(bytes.size()),
                1e3)
        << "what sinew check estimates the memory by";
}

TEST(LoadLimits, EndALoadThatTakesTooLong) {
    const LoadOptions options{.confine = false, .limits = {.bytes = 1e9, .seconds = 1e-6}};
    EXPECT_THAT(problems_of(job_of({solid("A", 5000), solid("B", 5000)}), options),
                HasSubstr("loading the job takes longer than 1e-06 s"));
}

TEST(LoadLimits, ATaskThatIsCancelledStopsReadingAndChecking) {
    const TempFolder folder;
    const auto path = folder.write("job.json", job_of({solid("A", 2'000'000)}).dump());
    Task task;
    task.begin_load(LoadLimits::of_this_machine());
    const TaskScope scope(&task);
    const std::jthread impatient([&] {
        // As soon as it has begun in earnest.
        while (task.progress().phase.find("filling A") == std::string::npos && !task.is_over())
            std::this_thread::yield();
        task.request_cancel();
    });
    EXPECT_EQ(error_of([&] { check_job_json(path); }).code(), ErrorCode::Cancelled);
    task.request_cancel();  // for the other thread, should it have failed
    EXPECT_EQ(error_of([&] { load_job(path); }).code(), ErrorCode::Cancelled);
}

/// The job's folder, and a file outside of it.
class Confined : public testing::Test {
protected:
    Confined() {
        std::filesystem::create_directories(m_folder / "job/inside");
        m_folder.write("outside.obj", "v 0 0 0\n");
        m_folder.write("job/inside/a.obj", "v 0 0 0\n");
    }
    std::string problems(const std::string& mesh, const std::string& binary = "") const {
        json job = rods_job("[2, 2]");
        job["bodies"][0]["surface"] = mesh;
        if (!binary.empty()) job["binary"] = binary;
        std::string text;
        const JobReading reading =
            read_job_text(job.dump(), m_folder / "job/job.json", {.confine = m_confine});
        for (const Problem& problem : reading.problems.listed())
            text += problem.message() + "\n";
        return text;
    }
    void link(const std::string& to, const std::string& name) const {
        std::filesystem::create_symlink(to, m_folder / ("job/" + name));
    }
    TempFolder m_folder;
    bool m_confine = true;
};

TEST_F(Confined, ReadsWhatIsInside) {
    EXPECT_EQ(problems("inside/a.obj"), "");
    EXPECT_EQ(problems("inside/../inside/a.obj"), "");
    link("inside/a.obj", "link.obj");
    EXPECT_EQ(problems("link.obj"), "");
    EXPECT_EQ(problems("inside/a.obj", "inside/a.obj"), "");
    EXPECT_THAT(problems("inside/none.obj"), HasSubstr("No such file"));
}

TEST_F(Confined, RefusesWhatIsOutsideWhateverLeadsThere) {
    link("../outside.obj", "link.obj");
    link("..", "up");
    link((m_folder / "outside.obj").string(), "absolute.obj");
    for (const std::string& name :
         {std::string("../outside.obj"), (m_folder / "outside.obj").string(),
          std::string("link.obj"), std::string("up/outside.obj"), std::string("absolute.obj"),
          std::string("inside/../../outside.obj")}) {
        EXPECT_THAT(problems(name), HasSubstr("outside of the job's folder")) << name;
        EXPECT_THAT(problems("inside/a.obj", name), HasSubstr("outside of the job's folder"))
            << name;
    }
    m_confine = false;
    EXPECT_EQ(problems("../outside.obj"), "");
    EXPECT_EQ(problems("link.obj", "up/outside.obj"), "");
}

TEST(Cost, CountsThePreroll) {
    const TempFolder folder;
    TestJob job;
    job.rods = 200;
    json text = json::parse(job.text());
    const auto seconds = [&](int preroll) {
        text["solver"]["preroll"] = preroll;
        const json check = json::parse(check_job_json(folder.write("job.json", text.dump())));
        return check.at("cost").at("seconds").get<double>();
    };
    // 11 frames, or 11 and 1100 more: whatever a frame takes today, it is not a tenth.
    EXPECT_GT(seconds(1100), 5.0 * seconds(0));
    text["frames"]["end"] = text["frames"]["start"];
    EXPECT_GT(seconds(10), 0.0);
}

TEST(Bake, KnowsTheTimeLeftOnlyWhenAFrameWasSimulated) {
    const TempFolder folder;
    TestJob job;
    job.last_frame = 3;
    const auto path = job.write(folder);
    Bake bake({.job = path, .cache = folder / "cache", .threads = 1});
    EXPECT_LT(bake.progress().seconds_left, 0.0);
    bake.run();
    EXPECT_EQ(bake.progress().seconds_left, 0.0);
}

}  // namespace
}  // namespace sinew::bake::test
