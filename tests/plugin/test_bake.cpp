#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "sinew/sinew.h"
#include "support/temp_folder.hpp"

namespace sinew::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

struct DestroyBake {
    void operator()(SinewBake* bake) const { sinew_bake_destroy(bake); }
};
using BakePointer = std::unique_ptr<SinewBake, DestroyBake>;

/// A rod that hangs from one end and swings.
json job_json(int last_frame) {
    json points = json::array();
    for (int i = 0; i < 16; ++i)
        points.push_back({0.05 * i, 0.0, 1.0});
    return {{"sinew_job", 1},
            {"frames", {{"start", 1}, {"end", last_frame}, {"rate", 24}}},
            {"bodies",
             {{{"kind", "viper_rods"},
               {"name", "Rod"},
               {"rods", {{"points", points}, {"radii", 0.02}}},
               {"pins", {{{"points", {0}}}}}}}}};
}

class BakeApi : public testing::Test {
protected:
    std::string write_job(const json& job) {
        return m_folder.write("job.json", job.dump()).string();
    }
    SinewBakeDef def(const std::string& job, const std::string& cache) {
        SinewBakeDef def;
        EXPECT_EQ(sinew_bake_def_init(&def, sizeof def), SINEW_SUCCESS);
        def.job_path = job.c_str();
        def.cache_path = cache.c_str();
        return def;
    }
    static BakePointer create(const SinewBakeDef& def) {
        SinewBake* bake = nullptr;
        EXPECT_EQ(sinew_bake_create(&def, &bake), SINEW_SUCCESS) << sinew_last_error();
        return BakePointer(bake);
    }
    static SinewBakeProgress progress(const BakePointer& bake) {
        SinewBakeProgress progress{};
        progress.struct_size = sizeof progress;
        EXPECT_EQ(sinew_bake_progress(bake.get(), &progress), SINEW_SUCCESS);
        return progress;
    }

    TempFolder m_folder;
    std::string m_cache = (m_folder / "cache").string();
};

TEST_F(BakeApi, BakesAJobAndTellsHowFarItIs) {
    const std::string job = write_job(job_json(6));
    const BakePointer bake = create(def(job, m_cache));
    EXPECT_EQ(progress(bake).state, SINEW_BAKE_STARTING);
    EXPECT_EQ(progress(bake).first_frame, 1);
    EXPECT_EQ(progress(bake).last_frame, 6);
    EXPECT_EQ(progress(bake).frame, 0);
    EXPECT_EQ(progress(bake).resumed_frame, 0);

    ASSERT_EQ(sinew_bake_run(bake.get()), SINEW_SUCCESS) << sinew_last_error();
    EXPECT_EQ(progress(bake).state, SINEW_BAKE_DONE);
    EXPECT_EQ(progress(bake).frame, 6);
    SinewStepReport report{};
    report.struct_size = sizeof report;
    ASSERT_EQ(sinew_bake_get_report(bake.get(), &report), SINEW_SUCCESS);
    EXPECT_EQ(report.frame, 6.0);
    EXPECT_GT(report.energy_kinetic, 0.0);

    uint64_t size = 0;
    ASSERT_EQ(sinew_cache_info(m_cache.c_str(), nullptr, 0, &size), SINEW_SUCCESS);
    std::string text(size, 'x');
    ASSERT_EQ(sinew_cache_info(m_cache.c_str(), text.data(), size, &size), SINEW_SUCCESS);
    EXPECT_EQ(text.back(), '\0');
    text.pop_back();
    EXPECT_EQ(json::parse(text).at("complete_frames"), 6);

    ASSERT_EQ(sinew_cache_verify(m_cache.c_str(), nullptr, 0, &size), SINEW_SUCCESS);
    text.assign(size, 'x');
    ASSERT_EQ(sinew_cache_verify(m_cache.c_str(), text.data(), size, &size), SINEW_SUCCESS);
    text.pop_back();
    EXPECT_EQ(json::parse(text).at("last_whole_frame"), 6);
}

TEST_F(BakeApi, RefusesASecondBakeOfOneCache) {
    const std::string job = write_job(job_json(6));
    const SinewBakeDef same = def(job, m_cache);
    const BakePointer first = create(same);
    SinewBake* second = nullptr;
    EXPECT_EQ(sinew_bake_create(&same, &second), SINEW_ERROR_BUSY);
    EXPECT_EQ(second, nullptr);
}

TEST_F(BakeApi, CancelFromAnotherThreadKeepsFinishedFrames) {
    const std::string job = write_job(job_json(100000));
    const BakePointer bake = create(def(job, m_cache));
    auto running = std::async(std::launch::async, [&] { return sinew_bake_run(bake.get()); });
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (progress(bake).frame < 3 && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(progress(bake).state, SINEW_BAKE_RUNNING);
    EXPECT_EQ(sinew_bake_run(bake.get()), SINEW_ERROR_BUSY);
    sinew_bake_cancel(bake.get());
    EXPECT_EQ(running.get(), SINEW_ERROR_CANCELLED);
    EXPECT_EQ(progress(bake).state, SINEW_BAKE_CANCELLED);
    EXPECT_GE(progress(bake).frame, 3);
}

TEST_F(BakeApi, ChecksAJobAndListsItsProblems) {
    json bad = job_json(6);
    bad["bodies"][0]["material"] = {{"density", -3}, {"stretch_stifness", 1}};
    const std::string job = write_job(bad);
    std::string text(100000, ' ');
    uint64_t size = 0;
    ASSERT_EQ(sinew_job_check(job.c_str(), text.data(), text.size(), &size), SINEW_SUCCESS);
    ASSERT_LE(size, text.size());
    const json check = json::parse(text.substr(0, size - 1));
    EXPECT_FALSE(check.at("ok").get<bool>());
    EXPECT_EQ(check.at("problems").size(), 2u) << check;

    SinewBake* bake = nullptr;
    const SinewBakeDef refused = def(job, m_cache);
    EXPECT_EQ(sinew_bake_create(&refused, &bake), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(bake, nullptr);
}

TEST_F(BakeApi, CutsTextThatDoesNotFitAndEndsItWithAZero) {
    const std::string job = write_job(job_json(2));
    char text[8] = {'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x'};
    uint64_t size = 0;
    ASSERT_EQ(sinew_job_check(job.c_str(), text, 4, &size), SINEW_SUCCESS);
    EXPECT_GT(size, 8u);
    EXPECT_EQ(text[0], '{');
    EXPECT_EQ(text[3], '\0');
    EXPECT_EQ(text[4], 'x');
}

TEST_F(BakeApi, RefusesWrongFlagsFilesAndMessages) {
    const std::string job = write_job(job_json(6));
    SinewBake* none = nullptr;
    SinewBakeDef wrong = def(job, m_cache);
    wrong.restart = 2;
    EXPECT_EQ(sinew_bake_create(&wrong, &none), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("restart"));

    wrong = def(job, m_cache);
    wrong.has_frame_range = 1;
    wrong.first_frame = 5;
    wrong.last_frame = 2;
    EXPECT_EQ(sinew_bake_create(&wrong, &none), SINEW_ERROR_INVALID_ARGUMENT);

    const std::string missing = (m_folder / "missing.json").string();
    EXPECT_EQ(sinew_job_check(missing.c_str(), nullptr, 0, nullptr), SINEW_ERROR_FILE);
    EXPECT_THAT(sinew_last_error(), HasSubstr("missing.json"));
    EXPECT_EQ(sinew_cache_info(missing.c_str(), nullptr, 0, nullptr), SINEW_ERROR_FILE);

    const BakePointer bake = create(def(job, m_cache));
    for (const int32_t index : {-1, 1000000}) {
        EXPECT_EQ(sinew_bake_get_message(bake.get(), index, nullptr, 0, nullptr),
                  SINEW_ERROR_INVALID_ARGUMENT);
    }
}

}  // namespace
}  // namespace sinew::test
