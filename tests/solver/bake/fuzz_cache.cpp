// Damaged caches: point caches, checkpoints, states, journals, records.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "bake/checkpoint.hpp"
#include "bake/inputs_hash.hpp"
#include "bake/job.hpp"
#include "bake/journal.hpp"
#include "bake/json_text.hpp"
#include "bake/pc2.hpp"
#include "bake_testing.hpp"
#include "mutation.hpp"

namespace sinew::bake::test {
namespace {

namespace fs = std::filesystem;
using sinew::test::read_file;
using sinew::test::TempFolder;

constexpr std::string_view CACHE_WORDS[] = {
    "-1",   "0",  "1e999", "1e308",  "2147483648",
    "null", "[]", "{}",    "\"..\"", "99999999999999999999"};

/// Thousands of small bakes would mostly wait for the disk: temporary folders are in memory.
[[maybe_unused]] const bool IN_MEMORY =
    fs::is_directory("/dev/shm") && ::setenv("TMPDIR", "/dev/shm", 0) == 0;

/// A cache of a small bake to take the files from.
class FuzzCache : public testing::Test {
protected:
    FuzzCache() {
        TestJob job;
        job.points = 3;
        job.last_frame = 4;
        m_job = job.write(m_folder);
        bake(m_job, m_cache);
    }
    /// Puts other content under a name. Not into the same file: some file systems write a file that was
    /// emptied to the disk at once, which takes milliseconds.
    void replace(const std::string& name, const std::string& bytes) const {
        fs::remove(m_cache / name);
        m_folder.write("cache/" + name, bytes);
    }

    TempFolder m_folder;
    fs::path m_job;
    fs::path m_cache = m_folder / "cache";
};

TEST_F(FuzzCache, Pc2) {
    const MutationCounts counts = read_mutations(
        MUTATIONS, read_file(m_cache / "Rod.pc2"), {}, [&](const std::string& bytes) {
            replace("Rod.pc2", bytes);
            const Pc2Reader reader(m_cache / "Rod.pc2");
            // Samples that are there bound the number of points by the size of the file.
            for (int i = 0; i < std::min(reader.header().samples, 100); ++i) {
                std::vector<float> sample(3 * static_cast<std::size_t>(reader.header().points));
                reader.read_sample(i, sample);
            }
            pc2_stored_samples(File(m_cache / "Rod.pc2"), 3, 1.0F);
        });
    EXPECT_GT(counts.accepted, counts.total() / 10);  // damage to the positions cannot be seen
    EXPECT_GT(counts.refused, counts.total() / 10);
}

TEST_F(FuzzCache, Checkpoint) {
    const Job job = load_job(m_job);
    const Folder state(m_cache / "state");
    const std::string original = read_file(state.path_of(checkpoint_name(3)));
    read_mutations(MUTATIONS, original, {}, [&](const std::string& bytes) {
        replace("state/000003.bin", bytes);
        read_checkpoint(state, job.inputs.static_hash(), 3);
        EXPECT_EQ(bytes, original) << "damage must be noticed";
    });
}

TEST_F(FuzzCache, State) {
    // Behind the checksum, as if a checkpoint of the same job had been made with other content.
    const Job job = load_job(m_job);
    const auto world = make_world(job, 1, {});
    const auto bytes = read_checkpoint(Folder(m_cache / "state"), job.inputs.static_hash(), 3);
    const std::string original(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const MutationCounts counts =
        read_mutations(MUTATIONS, original, {}, [&](const std::string& text) {
            ByteReader reader(std::as_bytes(std::span(text)));
            world->load(reader);
        });
    EXPECT_GT(counts.accepted, counts.total() / 100);
    EXPECT_GT(counts.refused, counts.total() / 100);
}

TEST_F(FuzzCache, JournalAndRecords) {
    const auto info = [&](const std::string& name) {
        const std::string original = read_file(m_cache / name);
        const MutationCounts counts =
            read_mutations(MUTATIONS, original, CACHE_WORDS, [&](const std::string& text) {
                replace(name, text);
                cache_info_json(m_cache);
                verify_cache_json(m_cache);
            });
        replace(name, original);
        return counts;
    };
    EXPECT_EQ(info("state/frames.jsonl").refused, 0);  // a damaged journal is a shorter one
    const MutationCounts record = info("bake.json");
    EXPECT_GT(record.accepted, record.total() / 100);
    EXPECT_GT(record.refused, record.total() / 100);
}

TEST_F(FuzzCache, Inputs) {
    const MutationCounts counts = read_mutations(
        MUTATIONS, read_file(m_cache / "state/inputs.json"), CACHE_WORDS,
        [](const std::string& text) { InputsHash::from_json(parse_json(text, "inputs.json")); });
    EXPECT_GT(counts.accepted, counts.total() / 100);
    EXPECT_GT(counts.refused, counts.total() / 100);
}

TEST_F(FuzzCache, BakeAgain) {
    // The whole way: whatever is damaged, a bake ends well or with an error, and what is there can be read.
    const std::vector<std::string> names{"Rod.pc2", "state/frames.jsonl", "state/000004.bin",
                                         "state/inputs.json", "bake.json"};
    std::vector<std::string> originals;
    for (const std::string& name : names)
        originals.push_back(read_file(m_cache / name));
    for (std::size_t i = 0; i < names.size(); ++i) {
        read_mutations(300, originals[i], CACHE_WORDS, [&](const std::string& text) {
            for (std::size_t j = 0; j < names.size(); ++j)
                replace(names[j], originals[j]);
            replace(names[i], text);
            bake(m_job, m_cache);
            EXPECT_EQ(read_file(m_cache / "Rod.pc2"), originals[0]);
            EXPECT_NE(verify_cache_json(m_cache).find("\"last_whole_frame\":4"), std::string::npos);
        });
    }
}

}  // namespace
}  // namespace sinew::bake::test
