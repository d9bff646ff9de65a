// Bakes that are killed, run out of disk, or find damaged files: nothing is lost, and the next run ends
// with the same bytes as one that nothing happened to.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "bake/journal.hpp"
#include "bake/pc2.hpp"
#include "bake_testing.hpp"
#include "support/random.hpp"

namespace sinew::bake::test {
namespace {

namespace fs = std::filesystem;
using sinew::test::read_file;
using sinew::test::TempFolder;
using testing::HasSubstr;

/// Starts bake_process, which lies beside this program.
pid_t start(const fs::path& job, const fs::path& cache, const std::string& limit = "") {
    const fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / "bake_process";
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl(program.c_str(), "bake_process", job.c_str(), cache.c_str(),
                limit.empty() ? nullptr : limit.c_str(), nullptr);
        ::_exit(102);
    }
    return child;
}

int wait_for(pid_t child) {
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return status;
}

std::uint64_t size_or_zero(const fs::path& path) {
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    return error ? 0 : size;
}

void append(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::app) << bytes;
}

/// A job that takes long enough to be hit in the middle.
TestJob long_job() {
    TestJob job;
    job.rods = 60;
    job.points = 16;
    job.last_frame = 40;
    return job;
}

class KilledBake : public testing::TestWithParam<int> {};

TEST_P(KilledBake, GoesOnToTheSameBytes) {
    const TempFolder folder;
    TestJob job = long_job();
    job.checkpoint_every = GetParam();
    const fs::path path = job.write(folder);
    bake(path, folder / "whole");

    sinew::test::Random random(7 + static_cast<std::uint64_t>(GetParam()));
    const fs::path cache = folder / "killed";
    int kills = 0;
    for (int attempt = 0;; ++attempt) {
        ASSERT_LT(attempt, 60);
        const std::uint64_t before = size_or_zero(cache / "Rod.pc2");
        const pid_t child = start(path, cache);
        // Until it writes a frame, then into the middle of what comes next; at last it may finish.
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (kills < 12 && size_or_zero(cache / "Rod.pc2") <= before &&
               std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
        if (kills < 12) {
            std::this_thread::sleep_for(
                std::chrono::microseconds(static_cast<int>(random.uniform(0.0, 3000.0))));
            ::kill(child, SIGKILL);
        }
        const int status = wait_for(child);
        if (WIFSIGNALED(status)) {
            ++kills;
            // What players see is whole at any time.
            if (size_or_zero(cache / "Rod.pc2") >= 32) {
                EXPECT_NO_THROW(Pc2Reader(cache / "Rod.pc2"));
            }
            continue;
        }
        ASSERT_EQ(WEXITSTATUS(status), 0);
        break;
    }
    EXPECT_GE(kills, 5);
    EXPECT_EQ(differences(folder / "whole", cache), "");
}

INSTANTIATE_TEST_SUITE_P(CheckpointEvery, KilledBake, testing::Values(1, 6));

TEST(BakeFaults, FullDiskKeepsCompleteFrames) {
    const TempFolder folder;
    const fs::path path = long_job().write(folder);
    bake(path, folder / "whole");
    // The point cache has 11,520 bytes a frame: the limit cuts one of them in two.
    const fs::path cache = folder / "full";
    ASSERT_EQ(WEXITSTATUS(wait_for(start(path, cache, "200000"))),
              static_cast<int>(ErrorCode::File));
    const Pc2Reader reader(cache / "Rod.pc2");
    EXPECT_EQ(reader.header().samples, 17);
    EXPECT_EQ(fs::file_size(cache / "Rod.pc2"), pc2_file_size(960, 17));
    EXPECT_EQ(parse_journal(read_file(cache / "state/frames.jsonl"), 1).frames.size(), 17U);
    EXPECT_THAT(read_file(cache / "bake.json"), HasSubstr("Rod.pc2: cannot be written"));

    bake(path, cache);
    EXPECT_EQ(differences(folder / "whole", cache), "");
}

TEST(BakeFaults, FullDiskAtTheFirstCheckpointLeavesNoFrame) {
    const TempFolder folder;
    const fs::path path = long_job().write(folder);
    const fs::path cache = folder / "full";
    ASSERT_EQ(WEXITSTATUS(wait_for(start(path, cache, "20000"))),
              static_cast<int>(ErrorCode::File));
    EXPECT_EQ(Pc2Reader(cache / "Rod.pc2").header().samples, 0);
    EXPECT_EQ(size_or_zero(cache / "state/frames.jsonl"), 0U);
    bake(path, cache);
    EXPECT_EQ(Pc2Reader(cache / "Rod.pc2").header().samples, 40);
}

TEST(BakeFaults, FileInPlaceOfTheFolderIsNamed) {
    const TempFolder folder;
    const fs::path path = TestJob{}.write(folder);
    const fs::path file = folder.write("occupied", "text");
    const Error error = error_of([&] { bake(path, file); });
    EXPECT_EQ(error.code(), ErrorCode::File);
    EXPECT_THAT(error.what(), HasSubstr(file.string()));
    EXPECT_THAT(error.what(), HasSubstr("choose another folder"));
    EXPECT_EQ(read_file(file), "text");
}

TEST(BakeFaults, FileInPlaceOfTheStateFolderIsNamed) {
    const TempFolder folder;
    const fs::path path = TestJob{}.write(folder);
    fs::create_directory(folder / "cache");
    folder.write("cache/state", "text");
    const Error error = error_of([&] { bake(path, folder / "cache"); });
    EXPECT_EQ(error.code(), ErrorCode::File);
    EXPECT_THAT(error.what(), HasSubstr("state"));
}

TEST(BakeFaults, ForeignPointCacheIsNotOverwritten) {
    const TempFolder folder;
    const fs::path path = TestJob{}.write(folder);
    fs::create_directory(folder / "cache");
    folder.write("cache/Rod.pc2", "made by someone else");
    EXPECT_EQ(error_of([&] { bake(path, folder / "cache"); }).code(), ErrorCode::InvalidArgument);
    EXPECT_EQ(read_file(folder / "cache/Rod.pc2"), "made by someone else");
}

/// Damages a finished cache, bakes again and compares.
class Repair : public testing::Test {
protected:
    Repair() : m_job(TestJob{}.write(m_folder)), m_cache(m_folder / "cache") {
        bake(m_job, m_folder / "whole");
        bake(m_job, m_cache);
    }
    void expect_repaired() const {
        EXPECT_NE(differences(m_folder / "whole", m_cache), "") << "the test must damage something";
        bake(m_job, m_cache);
        EXPECT_EQ(differences(m_folder / "whole", m_cache), "");
    }
    void cut(const std::string& file, std::uint64_t bytes) const {
        fs::resize_file(m_cache / file, fs::file_size(m_cache / file) - bytes);
    }

    TempFolder m_folder;
    fs::path m_job;
    fs::path m_cache;
};

TEST_F(Repair, UnfinishedLineOfTheJournal) {
    cut("state/frames.jsonl", 10);
    expect_repaired();
}

TEST_F(Repair, MissingLineOfTheJournal) {
    // As if killed between the checkpoint and the journal.
    const std::string text = read_file(m_cache / "state/frames.jsonl");
    const std::size_t last_line = text.rfind('\n', text.size() - 2) + 1;
    cut("state/frames.jsonl", text.size() - last_line);
    expect_repaired();
}

TEST_F(Repair, GarbageAfterTheJournal) {
    append(m_cache / "state/frames.jsonl", "{\"frame\": 99}\n");
    expect_repaired();
}

TEST_F(Repair, HeaderThatWasNotRaised) {
    // As if killed between the journal and the header.
    Pc2Writer(Folder(m_cache), "Rod.pc2", 8, 1.0F).publish(11);
    expect_repaired();
}

TEST_F(Repair, HalfAFrameBehindTheLast) {
    cut("state/frames.jsonl", 10);
    append(m_cache / "Rod.pc2", std::string(50, 'x'));
    expect_repaired();
}

TEST_F(Repair, PointCacheThatIsTooShort) {
    cut("Rod.pc2", 3 * 8 * 12);
    expect_repaired();
}

TEST_F(Repair, PointCacheThatIsGone) {
    fs::remove(m_cache / "Rod.pc2");
    expect_repaired();
}

TEST_F(Repair, ZerosWhereFramesShouldBe) {
    // As a power cut leaves them where the disk had the size of a file, but not yet what is in it.
    const std::uint64_t size = fs::file_size(m_cache / "Rod.pc2");
    cut("Rod.pc2", 3 * 8 * 12);
    fs::resize_file(m_cache / "Rod.pc2", size);
    expect_repaired();
}

TEST_F(Repair, OtherNumbersInALineOfTheJournal) {
    std::string text = read_file(m_cache / "state/frames.jsonl");
    const std::size_t number = text.find("\"elastic\":", text.find("\"frame\":9")) + 10;
    text[number] = text[number] == '9' ? '8' : '9';
    std::ofstream(m_cache / "state/frames.jsonl", std::ios::binary) << text;
    expect_repaired();
}

TEST_F(Repair, DamagedCheckpointIsPassedOver) {
    cut("state/frames.jsonl", 10);
    std::string bytes = read_file(m_cache / "state/000011.bin");
    bytes[100] = static_cast<char>(bytes[100] ^ 1);
    std::ofstream(m_cache / "state/000011.bin", std::ios::binary) << bytes;
    Bake bake({.job = m_job, .cache = m_cache, .threads = 1});
    bake.run();
    EXPECT_THAT(messages(bake), HasSubstr("000011.bin: is damaged; an earlier one is used"));
    EXPECT_EQ(read_file(m_cache / "Rod.pc2"), read_file(m_folder / "whole/Rod.pc2"));
}

TEST_F(Repair, DamagedRecordOfTheInputsAsksForARestart) {
    cut("state/inputs.json", 5);
    const Error error = error_of([&] { bake(m_job, m_cache); });
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    EXPECT_THAT(error.what(), HasSubstr("--restart"));
}

}  // namespace
}  // namespace sinew::bake::test
