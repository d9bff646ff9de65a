// cache_info_json of bake.hpp.
#include <fmt/format.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "bake/bake.hpp"
#include "bake/bake_record.hpp"
#include "bake/cache.hpp"
#include "bake/cache_lock.hpp"
#include "bake/folder.hpp"
#include "bake/frame_record.hpp"
#include "bake/json_text.hpp"
#include "bake/pc2.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

/// Of the regular files; links are not followed.
std::uint64_t folder_bytes(const fs::path& folder) {
    std::uint64_t bytes = 0;
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(folder, error);
         !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code gone;  // a running bake renames files under our eyes
        const bool is_file = fs::is_regular_file(entry->symlink_status(gone));
        const std::uint64_t size = is_file ? entry->file_size(gone) : 0;
        if (!gone) bytes += size;
    }
    return bytes;
}

json read_record(const Folder& folder) {
    const std::string text = folder.read_text(BAKE_JSON_NAME, MAX_JSON_BYTES);
    try {
        return parse_json(text, folder.path_of(BAKE_JSON_NAME).string());
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
void check_point_caches(const Folder& folder, const json& record, std::size_t complete, bool locked,
                        std::vector<std::string>& problems) {
    for (const std::string& object : recorded_objects(record)) {
        try {
            const Pc2Reader reader(folder.open(pc2_name(object), File::Mode::Read));
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

JournalContent read_journal(const Folder& folder, int first_frame,
                            std::vector<std::string>& problems) {
    try {
        const std::optional<Folder> state = folder.find_subfolder(STATE_NAME);
        if (!state) throw_file_error(folder.path_of(STATE_NAME), "read", ENOENT);
        return parse_journal(state->read_text(JOURNAL_NAME, MAX_JOURNAL_BYTES), first_frame);
    } catch (const Error& failure) {
        problems.emplace_back(failure.what());
        return {};
    }
}

}  // namespace

std::string cache_info_json(const fs::path& cache) {
    const Folder folder(cache);
    if (!folder.has(BAKE_JSON_NAME)) {
        throw Error({.code = ErrorCode::File,
                     .object = cache.string(),
                     .field = {},
                     .value = {},
                     .remedy = "is no cache: it has no bake.json"});
    }
    const json record = read_record(folder);
    const int first_frame = first_frame_of(record);
    const auto holder = CacheLock::holder(folder);
    std::vector<std::string> problems;
    const JournalContent journal = read_journal(folder, first_frame, problems);
    if (journal.damaged && !holder) {
        problems.emplace_back("the journal has a line that is not whole; bake again to repair it");
    }
    // A bake that was killed could not say so.
    if (!holder && record.value("status", json()) == "running") {
        problems.emplace_back("the bake was killed; bake again to go on");
    }
    check_point_caches(folder, record, journal.frames.size(), holder.has_value(), problems);

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
