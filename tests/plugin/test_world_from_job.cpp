#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "plugin/rod_world.hpp"
#include "support/temp_folder.hpp"

namespace sinew::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A rod of five points, 1 m above the ground and 0.4 m long, in centimetres.
json falling_rod() {
    json points = json::array();
    for (int i = 0; i < 5; ++i)
        points.push_back({10.0 * i, 0.0, 100.0});
    return {{"sinew_job", 1},
            {"units", {{"length", 0.01}}},
            {"frames", {{"start", 10}, {"end", 20}, {"rate", 24}}},
            {"bodies",
             {{{"kind", "viper_rods"},
               {"name", "Rod"},
               {"rods", {{"points", points}, {"radii", 1.0}}}}}}};
}

class WorldFromJob : public testing::Test {
protected:
    WorldPointer create(const json& job) {
        SinewWorld* world = nullptr;
        const std::string path = m_folder.write("job.json", job.dump()).string();
        EXPECT_EQ(sinew_world_create_from_job(path.c_str(), 0, &world), SINEW_SUCCESS)
            << sinew_last_error();
        return WorldPointer(world);
    }
    TempFolder m_folder;
};

TEST_F(WorldFromJob, StepsWhatTheJobSays) {
    const WorldPointer world = create(falling_rod());
    SinewBodyId rod = 0;
    ASSERT_EQ(sinew_world_find_body(world.get(), "Rod", &rod), SINEW_SUCCESS);
    SinewStepReport report{};
    report.struct_size = sizeof report;
    for (int i = 0; i < 24; ++i)
        ASSERT_EQ(sinew_world_step(world.get(), &report), SINEW_SUCCESS) << sinew_last_error();
    EXPECT_DOUBLE_EQ(report.frame, 34.0);  // beyond the job's last frame
    std::array<Point, 5> points{};
    uint64_t count = 0;
    ASSERT_EQ(sinew_body_get_positions(world.get(), rod, points.front().data(), 5, &count),
              SINEW_SUCCESS);
    EXPECT_EQ(count, 5U);
    // A second of free fall with a drag of 0.1/s, from 1 m: -3.66 m, less what the time step adds.
    EXPECT_NEAR(points[2][2], -3.75f, 0.15f);
    EXPECT_NEAR(points[4][0], 0.4f, 1e-4f);
}

TEST_F(WorldFromJob, ABodyHasOneIdHoweverOftenItIsFound) {
    const WorldPointer world = create(falling_rod());
    SinewBodyId first = 0;
    SinewBodyId second = 0;
    ASSERT_EQ(sinew_world_find_body(world.get(), "Rod", &first), SINEW_SUCCESS);
    ASSERT_EQ(sinew_world_find_body(world.get(), "Rod", &second), SINEW_SUCCESS);
    EXPECT_NE(first, 0U);
    EXPECT_EQ(first, second);
}

TEST_F(WorldFromJob, AnUnknownBodyIsNamed) {
    const WorldPointer world = create(falling_rod());
    SinewBodyId body = 7;
    EXPECT_EQ(sinew_world_find_body(world.get(), "Rot", &body), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("\"Rot\""));
    EXPECT_EQ(body, 0U);
}

/// Two rods of one place, of a radius of 1 cm: one is as deep in the other as can be.
json rods_inside_each_other() {
    json job = falling_rod();
    job["bodies"][0]["collides"] = true;
    job["bodies"].push_back(job["bodies"][0]);
    job["bodies"][1]["name"] = "Other";
    return job;
}

int32_t warning_count(const WorldPointer& world) {
    int32_t count = -1;
    EXPECT_EQ(sinew_world_get_warning_count(world.get(), &count), SINEW_SUCCESS)
        << sinew_last_error();
    return count;
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

TEST_F(WorldFromJob, RodsThatStartInsideEachOtherAreNamedOnce) {
    const WorldPointer world = create(rods_inside_each_other());
    ASSERT_EQ(warning_count(world), 1);
    const std::string sentence = warning(world, 0);
    EXPECT_THAT(sentence, HasSubstr("Rod"));
    EXPECT_THAT(sentence, HasSubstr("starts 20.0 mm inside Other"));
    EXPECT_THAT(sentence, HasSubstr("move them apart"));
    // Neither looking again nor stepping says it twice.
    ASSERT_EQ(sinew_world_check_start(world.get()), SINEW_SUCCESS);
    ASSERT_EQ(sinew_world_step(world.get(), nullptr), SINEW_SUCCESS) << sinew_last_error();
    EXPECT_EQ(warning_count(world), 1);
}

TEST_F(WorldFromJob, AWorldWithNothingToSayHasNoWarnings) {
    const WorldPointer world = create(falling_rod());
    EXPECT_EQ(warning_count(world), 0);
    EXPECT_EQ(sinew_world_get_warning(world.get(), 0, nullptr, 0, nullptr),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("there are 0 warnings"));
    EXPECT_EQ(sinew_world_get_warning(world.get(), -1, nullptr, 0, nullptr),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(sinew_world_get_warning_count(world.get(), nullptr), SINEW_ERROR_INVALID_ARGUMENT);
}

TEST_F(WorldFromJob, ABadJobMakesNoWorld) {
    json job = falling_rod();
    job["bodies"][0]["rods"]["radii"] = -1.0;
    SinewWorld* world = nullptr;
    const std::string path = m_folder.write("job.json", job.dump()).string();
    EXPECT_EQ(sinew_world_create_from_job(path.c_str(), 0, &world), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("radii"));
    EXPECT_EQ(world, nullptr);
    EXPECT_NE(sinew_world_create_from_job("/no/such/job.json", 0, &world), SINEW_SUCCESS);
    EXPECT_EQ(world, nullptr);
}

}  // namespace
}  // namespace sinew::test
