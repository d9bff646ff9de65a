#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using sinew::test::TempFolder;
using testing::HasSubstr;

class CacheInfo : public testing::Test {
protected:
    CacheInfo() : m_job(TestJob{}.write(m_folder)), m_cache(m_folder / "cache") {
        bake(m_job, m_cache);
    }
    json info() const { return json::parse(cache_info_json(m_cache)); }

    TempFolder m_folder;
    fs::path m_job;
    fs::path m_cache;
};

TEST_F(CacheInfo, TellsWhatIsThere) {
    const json info = this->info();
    EXPECT_EQ(info.at("sinew_cache"), 1);
    EXPECT_EQ(info.at("status"), "done");
    EXPECT_EQ(info.at("complete_frames"), 12);
    EXPECT_EQ(info.at("last_frame"), 12);
    EXPECT_EQ(info.at("locked_by"), nullptr);
    EXPECT_EQ(info.at("problems").size(), 0U);
    EXPECT_GT(info.at("bytes"), 12 * 8 * 12);
    EXPECT_EQ(info.at("frame_range"), json({1, 12}));
    EXPECT_EQ(info.at("objects").at(0).at("file"), "Rod.pc2");
    EXPECT_EQ(info.at("objects").at(0).at("vertices"), 8);
    ASSERT_EQ(info.at("frames").size(), 12U);
    for (const char* key : {"frame", "seconds", "steps", "iterations", "residual", "energy",
                            "min_distance", "volume_change", "pin_error", "pin_angle_error"}) {
        EXPECT_TRUE(info.at("frames").at(3).contains(key)) << key;
    }
    EXPECT_EQ(info.at("frames").at(3).at("frame"), 4);
}

TEST_F(CacheInfo, TellsWhoIsBaking) {
    const Bake bake({.job = m_job, .cache = m_cache, .threads = 1});
    EXPECT_THAT(info().at("locked_by").get<std::string>(), HasSubstr(std::to_string(::getpid())));
}

TEST_F(CacheInfo, NamesDamage) {
    fs::resize_file(m_cache / "Rod.pc2", 100);
    fs::resize_file(m_cache / "state/frames.jsonl",
                    fs::file_size(m_cache / "state/frames.jsonl") - 3);
    const json info = this->info();
    EXPECT_EQ(info.at("complete_frames"), 11);
    EXPECT_THAT(info.at("problems").dump(),
                HasSubstr("Rod.pc2, frame 1: is cut short: has 0 frames, 11 are complete"));
    EXPECT_THAT(info.at("problems").dump(), HasSubstr("journal has a line that is not whole"));
}

TEST_F(CacheInfo, SeesDamagedPositions) {
    std::string bytes = sinew::test::read_file(m_cache / "Rod.pc2");
    bytes[32 + 6 * 96 + 10] = static_cast<char>(bytes[32 + 6 * 96 + 10] ^ 1);
    m_folder.write("cache/Rod.pc2", bytes);
    EXPECT_EQ(info().at("verified"), true);
    EXPECT_THAT(info().at("problems").dump(),
                HasSubstr("Rod.pc2, frame 7, bytes 608 to 703: the positions are not those"));
}

TEST_F(CacheInfo, SeesThatABakeWasKilled) {
    std::string text = sinew::test::read_file(m_cache / "bake.json");
    text.replace(text.find("\"done\""), 6, "\"running\"");
    m_folder.write("cache/bake.json", text);
    EXPECT_THAT(info().at("problems").dump(), HasSubstr("was killed"));
}

TEST_F(CacheInfo, SaysInUtf8WhatIsDamaged) {
    m_folder.write("cache/bake.json", "{\"a\": \"\xff" + std::string(30, 'x') + "\xC3\xAB\xff");
    const std::string text = error_of([&] { info(); }).what();
    EXPECT_NO_THROW(json(text).dump());  // refuses text that is not UTF-8
    EXPECT_THAT(text, HasSubstr("bake.json"));
}

TEST_F(CacheInfo, RefusesWhatIsNoCache) {
    EXPECT_THAT(error_of([&] { cache_info_json(m_folder.path()); }).what(),
                HasSubstr("has no bake.json"));
    for (const char* text :
         {"", "[]", "{}", R"({"frame_range": [1e300]})", R"({"frame_range": "x"})"}) {
        m_folder.write("cache/bake.json", text);
        EXPECT_EQ(error_of([&] { info(); }).code(), ErrorCode::File) << text;
    }
}

}  // namespace
}  // namespace sinew::bake::test
