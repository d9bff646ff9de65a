#include "bake/journal.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

using sinew::test::read_file;
using sinew::test::TempFolder;

constexpr std::array<std::uint64_t, 2> CHECKSUMS{0x0123456789abcdef, 7};

FrameReport report(int frame) {
    FrameReport report;
    report.frame = frame;
    report.seconds = 0.25;
    report.steps = 2;
    report.iterations = 9;
    report.residual = 1.0 / 3.0;
    report.measures.energy.elastic = 0.1;
    report.measures.volume_change = 1e-300;
    return report;
}

TEST(Journal, KeepsWhatItWasTold) {
    const TempFolder folder;
    {
        Journal journal(Folder(folder.path()), -1);
        journal.append(report(-1), CHECKSUMS);
        journal.append(report(0), {});
    }
    const Journal journal(Folder(folder.path()), -1);
    ASSERT_EQ(journal.frames().size(), 2U);
    const FrameReport& read = journal.frames().front();
    EXPECT_EQ(read.frame, -1.0);
    EXPECT_EQ(read.steps, 2);
    EXPECT_EQ(read.iterations, 9);
    EXPECT_EQ(read.residual, 1.0 / 3.0);
    EXPECT_EQ(read.measures.energy.elastic, 0.1);
    EXPECT_EQ(read.measures.volume_change, 1e-300);
    EXPECT_TRUE(std::isnan(read.measures.min_distance));
}

TEST(Journal, EndsAtTheFirstLineThatIsNotWhole) {
    const TempFolder folder;
    Journal journal(Folder(folder.path()), 1);
    for (int frame = 1; frame <= 3; ++frame)
        journal.append(report(frame), CHECKSUMS);
    const std::string text = read_file(folder / "frames.jsonl");
    EXPECT_EQ(parse_journal(text, 1).frames.size(), 3U);
    EXPECT_FALSE(parse_journal(text, 1).damaged);
    for (std::size_t size = 0; size < text.size(); ++size) {
        const JournalContent content = parse_journal(text.substr(0, size), 1);
        EXPECT_EQ(content.frames.size(),
                  static_cast<std::size_t>(
                      std::count(text.begin(), text.begin() + static_cast<long>(size), '\n')));
    }
    EXPECT_TRUE(parse_journal(text + text, 1).damaged);  // frame 1 does not follow frame 3
    EXPECT_EQ(parse_journal(text + text, 1).frames.size(), 3U);
    EXPECT_EQ(parse_journal(text, 2).frames.size(), 0U);  // of another range
}

TEST(Journal, KeepsTheChecksums) {
    const TempFolder folder;
    Journal journal(Folder(folder.path()), -1);
    journal.append(report(-1), CHECKSUMS);
    journal.append(report(0), {});
    const JournalContent content = parse_journal(read_file(folder / "frames.jsonl"), -1);
    ASSERT_EQ(content.checksums.size(), 2U);
    EXPECT_THAT(content.checksums[0], testing::ElementsAreArray(CHECKSUMS));
    EXPECT_TRUE(content.checksums[1].empty());
}

TEST(Journal, NoticesEveryBitOfALine) {
    const TempFolder folder;
    Journal journal(Folder(folder.path()), 1);
    journal.append(report(1), CHECKSUMS);
    journal.append(report(2), CHECKSUMS);
    const std::string good = read_file(folder / "frames.jsonl");
    const std::size_t second = good.find('\n') + 1;
    for (std::size_t bit = 8 * second; bit < 8 * good.size(); ++bit) {
        std::string bad = good;
        bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
        EXPECT_EQ(parse_journal(bad, 1).frames.size(), 1U) << bit;
    }
}

TEST(Journal, IsCutToACount) {
    const TempFolder folder;
    Journal journal(Folder(folder.path()), 1);
    for (int frame = 1; frame <= 3; ++frame)
        journal.append(report(frame), CHECKSUMS);
    const std::string whole = read_file(folder / "frames.jsonl");
    journal.cut(1);
    EXPECT_EQ(journal.frames().size(), 1U);
    journal.append(report(2), CHECKSUMS);
    journal.append(report(3), CHECKSUMS);
    EXPECT_EQ(read_file(folder / "frames.jsonl"), whole);
}

}  // namespace
}  // namespace sinew::bake::test
