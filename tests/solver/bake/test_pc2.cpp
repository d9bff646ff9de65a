#include "bake/pc2.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <numeric>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

using sinew::test::TempFolder;
using testing::HasSubstr;

std::vector<float> numbers(float first) {
    std::vector<float> values(6);
    std::iota(values.begin(), values.end(), first);
    return values;
}

TEST(Pc2, HasTheBytesThatPlayersExpect) {
    const TempFolder folder;
    Pc2Writer writer(Folder(folder.path()), "a.pc2", 2, -3.0F);
    writer.write_sample(0, numbers(1.0F));
    writer.publish(1);
    const std::string bytes = sinew::test::read_file(folder / "a.pc2");
    ASSERT_EQ(bytes.size(), 32U + 24U);
    EXPECT_EQ(bytes.substr(0, 12), std::string("POINTCACHE2\0", 12));
    EXPECT_EQ(bytes.substr(12, 8), std::string("\1\0\0\0\2\0\0\0", 8));          // version, points
    EXPECT_EQ(bytes.substr(20, 8), std::string("\0\0\x40\xc0\0\0\x80\x3f", 8));  // -3.0, 1.0
    EXPECT_EQ(bytes.substr(28, 4), std::string("\1\0\0\0", 4));                  // samples
    EXPECT_EQ(bytes.substr(32, 4), std::string("\0\0\x80\x3f", 4));              // 1.0
}

TEST(Pc2, ShowsASampleOnlyWhenPublished) {
    const TempFolder folder;
    Pc2Writer writer(Folder(folder.path()), "a.pc2", 2, 1.0F);
    writer.write_sample(0, numbers(0.0F));
    writer.publish(1);
    writer.write_sample(1, numbers(10.0F));
    EXPECT_EQ(Pc2Reader(folder / "a.pc2").header().samples, 1);
    EXPECT_EQ(pc2_stored_samples(File(folder / "a.pc2"), 2, 1.0F), 2);
    writer.publish(2);
    const Pc2Reader reader(folder / "a.pc2");
    std::vector<float> read(6);
    reader.read_sample(1, read);
    EXPECT_EQ(read, numbers(10.0F));
    writer.publish(1);
    writer.cut(1);
    EXPECT_EQ(pc2_stored_samples(File(folder / "a.pc2"), 2, 1.0F), 1);
}

TEST(Pc2, GoesOnWithAFileThatIsThere) {
    const TempFolder folder;
    {
        Pc2Writer writer(Folder(folder.path()), "a.pc2", 2, 1.0F);
        writer.write_sample(0, numbers(0.0F));
        writer.publish(1);
    }
    Pc2Writer writer(Folder(folder.path()), "a.pc2", 2, 1.0F);
    EXPECT_EQ(Pc2Reader(folder / "a.pc2").header().samples, 1);
    EXPECT_THAT(error_of([&] { Pc2Writer(Folder(folder.path()), "a.pc2", 3, 1.0F); }).what(),
                HasSubstr("has 2 points from frame 1, the job has 3"));
}

TEST(Pc2, RefusesFilesThatAreNotWhole) {
    const TempFolder folder;
    const auto refusal = [&](const std::string& bytes) {
        folder.write("b.pc2", bytes);
        const Error error = error_of([&] { Pc2Reader(folder / "b.pc2"); });
        EXPECT_EQ(error.code(), ErrorCode::File);
        return std::string(error.what());
    };
    Pc2Writer(Folder(folder.path()), "a.pc2", 2, 1.0F).publish(3);
    const std::string header = sinew::test::read_file(folder / "a.pc2");
    EXPECT_THAT(refusal(header), HasSubstr("is cut short: 3 samples of 2 points"));
    EXPECT_THAT(refusal(header.substr(0, 31)), HasSubstr("only 31 bytes"));
    EXPECT_THAT(refusal("x" + header), HasSubstr("does not begin with POINTCACHE2"));
    std::string other = header;
    other[12] = 2;
    EXPECT_THAT(refusal(other), HasSubstr("has version 2"));
    other = header;
    other[19] = static_cast<char>(0x80);  // negative number of points
    EXPECT_THAT(refusal(other), HasSubstr("damaged header"));
    other = header;  // points and samples whose product is more than 64 bits can hold
    for (const std::size_t i : {16U, 17U, 18U, 28U, 29U, 30U})
        other[i] = static_cast<char>(0xff);
    other[19] = other[31] = 0x7f;
    EXPECT_THAT(refusal(other), HasSubstr("is cut short"));
}

TEST(Pc2, RefusesSamplesThatAreNotThere) {
    const TempFolder folder;
    Pc2Writer(Folder(folder.path()), "a.pc2", 2, 1.0F).publish(0);
    std::vector<float> out(6);
    EXPECT_EQ(error_of([&] { Pc2Reader(folder / "a.pc2").read_sample(0, out); }).code(),
              ErrorCode::File);
}

}  // namespace
}  // namespace sinew::bake::test
