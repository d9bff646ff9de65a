#include <gmock/gmock.h>

#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using sinew::test::read_file;
using sinew::test::TempFolder;
using testing::HasSubstr;

/// 12 frames of 8 vertices: 96 bytes a frame behind a header of 32.
class CacheVerify : public testing::Test {
protected:
    CacheVerify() : m_job(TestJob{}.write(m_folder)), m_cache(m_folder / "cache") {
        bake(m_job, m_cache);
    }
    json verify() const { return json::parse(verify_cache_json(m_cache)); }
    void change(const std::string& name, std::size_t at, const std::string& bytes) const {
        std::string content = read_file(m_cache / name);
        ASSERT_LE(at + bytes.size(), content.size());
        content.replace(at, bytes.size(), bytes);
        m_folder.write("cache/" + name, content);
    }
    /// The one damage that there is.
    json damage() const {
        const json found = verify().at("damage");
        EXPECT_EQ(found.size(), 1U) << found;
        EXPECT_EQ(verify().at("whole"), false);
        return found.empty() ? json::object() : found.front();
    }
    /// A bake finds the damage, bakes from there on, and the result is as if nothing had happened.
    void expect_repaired(int kept, const std::string& message) const {
        bake(m_job, m_folder / "whole");
        Bake again({.job = m_job, .cache = m_cache, .threads = 1});
        EXPECT_EQ(again.progress().resumed_frame, kept);
        EXPECT_THAT(messages(again), HasSubstr(message));
        again.run();
        EXPECT_EQ(differences(m_folder / "whole", m_cache), "");
        EXPECT_EQ(verify().at("whole"), true);
    }

    TempFolder m_folder;
    fs::path m_job;
    fs::path m_cache;
};

TEST_F(CacheVerify, FindsNothingInAWholeCache) {
    const json result = verify();
    EXPECT_EQ(result.at("whole"), true);
    EXPECT_EQ(result.at("damage"), json::array());
    EXPECT_EQ(result.at("first_frame"), 1);
    EXPECT_EQ(result.at("last_frame"), 12);
    EXPECT_EQ(result.at("last_whole_frame"), 12);
    EXPECT_EQ(result.at("locked_by"), nullptr);
}

TEST_F(CacheVerify, NamesAFlippedPosition) {
    change("Rod.pc2", 32 + 4 * 96 + 50, "?");
    const json found = damage();
    EXPECT_EQ(found.at("file"), "Rod.pc2");
    EXPECT_EQ(found.at("frame"), 5);
    EXPECT_EQ(found.at("bytes"), json({32 + 4 * 96, 32 + 5 * 96 - 1}));
    EXPECT_EQ(verify().at("last_whole_frame"), 4);
    expect_repaired(4,
                    "Rod.pc2, frame 5, bytes 416 to 511: the positions are not those that were "
                    "baked; frames from 5 on are baked again");
}

TEST_F(CacheVerify, NamesAPositionThatIsNoNumber) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::string bytes(sizeof nan, ' ');
    std::memcpy(bytes.data(), &nan, sizeof nan);
    change("Rod.pc2", 32 + 9 * 96 + 3 * 12, bytes);
    EXPECT_EQ(damage().at("what"), "vertex 3 is not finite");
    expect_repaired(9, "frame 10, bytes 896 to 991: vertex 3 is not finite");
}

TEST_F(CacheVerify, NamesALineOfTheJournal) {
    const std::string text = read_file(m_cache / "state/frames.jsonl");
    const std::size_t line = text.find("\"frame\":8");
    change("state/frames.jsonl", text.find("\"kinetic\":", line) + 10, "3");
    const json found = verify().at("damage").front();
    EXPECT_EQ(found.at("file"), "state/frames.jsonl");
    EXPECT_EQ(found.at("frame"), 8);
    EXPECT_EQ(found.at("bytes"), json({line - 1, text.size() - 1}));
    expect_repaired(7, "");
}

TEST_F(CacheVerify, NamesCheckpointsAndRecords) {
    change("state/000003.bin", 100, "?");
    const json found = damage();
    EXPECT_EQ(found.at("file"), "state/000003.bin");
    EXPECT_EQ(found.at("frame"), 3);
    EXPECT_EQ(found.at("what"), "is damaged");
    EXPECT_EQ(verify().at("last_whole_frame"), 12);
    fs::remove(m_cache / "state/000003.bin");
    change("state/inputs.json", 0, "?");
    EXPECT_EQ(damage().at("file"), "state/inputs.json");
}

TEST_F(CacheVerify, NamesFilesThatAreCutOrGone) {
    fs::resize_file(m_cache / "Rod.pc2", 32 + 10 * 96 + 5);
    EXPECT_THAT(damage().at("text").get<std::string>(),
                HasSubstr("Rod.pc2, frame 11: is cut short: has 10 frames, 12 are complete"));
    EXPECT_EQ(verify().at("last_whole_frame"), 10);
    fs::remove(m_cache / "Rod.pc2");
    EXPECT_THAT(damage().at("what").get<std::string>(), HasSubstr("No such file"));
    EXPECT_EQ(verify().at("last_whole_frame"), 0);
    fs::remove_all(m_cache / "state");
    EXPECT_THAT(verify().at("damage").dump(), HasSubstr("state/frames.jsonl"));
}

TEST_F(CacheVerify, RefusesWhatIsNoCache) {
    EXPECT_THAT(error_of([&] { verify_cache_json(m_folder.path()); }).what(),
                HasSubstr("has no bake.json"));
    EXPECT_EQ(error_of([&] { verify_cache_json(m_folder / "nowhere"); }).code(), ErrorCode::File);
}

}  // namespace
}  // namespace sinew::bake::test
