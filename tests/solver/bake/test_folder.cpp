#include "bake/folder.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

namespace fs = std::filesystem;
using sinew::test::read_file;
using sinew::test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;

class FolderTest : public testing::Test {
protected:
    FolderTest() { fs::create_directory(m_temp / "cache"); }
    void link_to_victim(const std::string& name) const {
        m_temp.write("victim", "precious");
        fs::create_symlink(m_temp / "victim", m_temp / ("cache/" + name));
    }
    TempFolder m_temp;
    Folder m_folder = Folder::make(m_temp / "cache");
};

TEST_F(FolderTest, ReplacesAndReads) {
    m_folder.replace("a", "first");
    m_folder.replace("a", "second");
    EXPECT_EQ(m_folder.read_text("a", 100), "second");
    EXPECT_THAT(m_folder.names(), ElementsAre("a"));
    EXPECT_EQ(error_of([&] { m_folder.read_text("a", 5); }).code(), ErrorCode::File);
    m_folder.remove("a");
    m_folder.remove("a");
    EXPECT_FALSE(m_folder.has("a"));
}

TEST_F(FolderTest, FollowsNoLink) {
    link_to_victim("a");
    for (const File::Mode mode : {File::Mode::Read, File::Mode::Write}) {
        EXPECT_THAT(error_of([&] { m_folder.open("a", mode); }).what(),
                    HasSubstr("links are not followed here"));
    }
    EXPECT_THAT(error_of([&] { m_folder.remove("a"); }).what(),
                HasSubstr("links are not followed here"));
    m_folder.replace("a", "mine");  // takes the place of the link
    EXPECT_EQ(read_file(m_temp / "victim"), "precious");
    EXPECT_EQ(read_file(m_temp / "cache/a"), "mine");
}

TEST_F(FolderTest, FollowsNoLinkToAFolder) {
    fs::create_directory_symlink(m_temp.path(), m_temp / "cache/state");
    EXPECT_THAT(error_of([&] { m_folder.find_subfolder("state"); }).what(),
                HasSubstr("links are not followed here"));
    EXPECT_THAT(error_of([&] { m_folder.make_subfolder("state"); }).what(),
                HasSubstr("links are not followed here"));
    EXPECT_EQ(m_folder.find_subfolder("other"), std::nullopt);
}

TEST_F(FolderTest, WritesNoFileThatHasASecondName) {
    m_temp.write("victim", "precious");
    fs::create_hard_link(m_temp / "victim", m_temp / "cache/a");
    EXPECT_THAT(error_of([&] { m_folder.open("a", File::Mode::Write); }).what(),
                HasSubstr("hard link"));
    EXPECT_EQ(m_folder.read_text("a", 100), "precious");
}

TEST_F(FolderTest, OpensNoPipe) {
    ASSERT_EQ(::mkfifo((m_temp / "cache/pipe").c_str(), 0600), 0);
    for (const File::Mode mode : {File::Mode::Read, File::Mode::Write}) {
        EXPECT_THAT(error_of([&] { m_folder.open("pipe", mode); }).what(),
                    HasSubstr("is not a regular file"));
    }
    EXPECT_THAT(error_of([&] { m_folder.remove("pipe"); }).what(),
                HasSubstr("is not a regular file"));
}

TEST_F(FolderTest, StaysWithTheFolderThatItOpened) {
    EXPECT_TRUE(m_folder.is_in_place());
    fs::rename(m_temp / "cache", m_temp / "moved");
    fs::create_directory(m_temp / "cache");
    EXPECT_FALSE(m_folder.is_in_place());
    m_folder.replace("a", "text");
    EXPECT_TRUE(fs::exists(m_temp / "moved/a"));
    EXPECT_FALSE(fs::exists(m_temp / "cache/a"));
}

TEST_F(FolderTest, KnowsWhetherANameStillStandsForAFile) {
    const File file = m_folder.replace("a", "text");
    EXPECT_TRUE(m_folder.holds("a", file));
    m_folder.replace("a", "text");
    EXPECT_FALSE(m_folder.holds("a", file));
    m_folder.remove("a");
    EXPECT_FALSE(m_folder.holds("a", file));
}

TEST_F(FolderTest, IsFoundThroughALink) {
    fs::create_directory_symlink(m_temp / "cache", m_temp / "link");
    Folder(m_temp / "link").replace("a", "text");
    EXPECT_EQ(read_file(m_temp / "cache/a"), "text");
}

TEST(ReplacedName, IsOfTemporariesOnly) {
    EXPECT_EQ(replaced_name("bake.json.0123456789abcdef.tmp"), "bake.json");
    for (const char* name : {"bake.json", "bake.json.tmp", "bake.json.0123456789abcdeg.tmp",
                             "bake.json.0123456789abcde.tmp", ".0123456789abcdef.tmp", ""}) {
        EXPECT_EQ(replaced_name(name), std::nullopt) << name;
    }
}

}  // namespace
}  // namespace sinew::bake::test
