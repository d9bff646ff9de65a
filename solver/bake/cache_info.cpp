// cache_info_json of bake.hpp.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "bake/bake.hpp"
#include "bake/bake_record.hpp"
#include "bake/cache.hpp"
#include "bake/cache_lock.hpp"
#include "bake/frame_record.hpp"
#include "bake/json_text.hpp"
#include "bake/pc2.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

std::uint64_t folder_bytes(const fs::path& folder) {
    std::uint64_t bytes = 0;
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(folder, error);
         !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code gone;  // a running bake renames files under our eyes
        const std::uint64_t size = entry->is_regular_file(gone) ? entry->file_size(gone) : 0;
        if (!gone) bytes += size;
    }
    return bytes;
}

json read_record(const fs::path& path) {
    const std::string text = read_text(path, MAX_JSON_BYTES);
    try {
        return parse_json(text, path.string());
    } catch (const Error& error) {
        Problem problem = error.problem();
        problem.code = ErrorCode::File;
        throw Error(std::move(problem));
    }
}

int first_frame_of(const json& record) {
    const auto range = record.find("frame_range");
    if (range != record.end() && range->is_array() && !range->empty() &&
        range->front().is_number_integer()) {
        const auto frame = range->front().get<std::int64_t>();
        if (frame == static_cast<int>(frame)) return static_cast<int>(frame);
    }
    throw Error(ErrorCode::File, "bake.json is damaged: frame_range is missing");
}

/// What is wrong with the point caches.
void check_point_caches(const CachePaths& paths, const json& record, std::size_t complete,
                        bool locked, std::vector<std::string>& problems) {
    for (const std::string& object : recorded_objects(record)) {
        try {
            const Pc2Reader reader(paths.pc2(object));
            const auto samples = static_cast<std::size_t>(reader.header().samples);
            // A running bake may be between the journal and the header.
            if (samples == complete || locked) continue;
            problems.push_back(
                fmt::format("{} has {} frames, {} are complete; bake again to repair it",
                            pc2_name(object), samples, complete));
        } catch (const Error& error) {
            problems.emplace_back(error.what());
        }
    }
}

}  // namespace

std::string cache_info_json(const fs::path& cache) {
    const CachePaths paths{cache};
    std::error_code error;
    if (!fs::is_regular_file(paths.bake_json(), error)) {
        throw Error({.code = ErrorCode::File,
                     .object = cache.string(),
                     .field = {},
                     .value = {},
                     .remedy = "is no cache: it has no bake.json"});
    }
    const json record = read_record(paths.bake_json());
    const int first_frame = first_frame_of(record);
    const auto holder = CacheLock::holder(cache);
    std::vector<std::string> problems;
    JournalContent journal;
    try {
        journal = parse_journal(read_text(paths.journal(), MAX_JOURNAL_BYTES), first_frame);
    } catch (const Error& failure) {
        problems.emplace_back(failure.what());
    }
    if (journal.damaged && !holder) {
        problems.emplace_back("the journal has a line that is not whole; bake again to repair it");
    }
    // A bake that was killed could not say so.
    if (!holder && record.value("status", json()) == "running") {
        problems.emplace_back("the bake was killed; bake again to go on");
    }
    check_point_caches(paths, record, journal.frames.size(), holder.has_value(), problems);

    ordered_json info;
    for (const auto& [name, value] : record.items()) {
        info[name] = value;
    }
    info["frames"] = ordered_json::array();
    for (const FrameReport& frame : journal.frames) {
        info["frames"].push_back(frame_to_json(frame));
    }
    info["complete_frames"] = journal.frames.size();
    info["last_frame"] = first_frame + static_cast<std::int64_t>(journal.frames.size()) - 1;
    info["locked_by"] = holder ? ordered_json(*holder) : ordered_json(nullptr);
    info["bytes"] = folder_bytes(cache);
    info["problems"] = problems;
    return info.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace sinew::bake
