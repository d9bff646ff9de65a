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
