// cache_info_json of bake.hpp.
#include <nlohmann/json.hpp>
#include <system_error>

#include "bake/bake.hpp"
#include "bake/bake_record.hpp"
#include "bake/cache_lock.hpp"
#include "bake/cache_reader.hpp"
#include "bake/folder.hpp"
#include "bake/frame_record.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

/// Point caches up to this size are read whole, which takes about 0.1 s; larger ones are for verify.
constexpr std::uint64_t MAX_VERIFIED_BYTES = std::uint64_t{256} << 20;
constexpr std::size_t MAX_PROBLEMS_OF_FILE = 10;

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

/// Bytes of the point caches that the record lists.
std::uint64_t point_cache_bytes(const Folder& folder, const json& record) {
    std::uint64_t bytes = 0;
    for (const std::string& object : recorded_objects(record)) {
        try {
            bytes += folder.open(pc2_name(object), File::Mode::Read).size();
        } catch (const Error&) {
            // Told by the check.
        }
    }
    return bytes;
}

}  // namespace

std::string cache_info_json(const fs::path& cache) {
    const Folder folder(cache);
    const json record = read_bake_json(folder);
    const int first_frame = first_frame_of(record);
    const auto holder = CacheLock::holder(folder);
    std::vector<Damage> damage;
    const JournalContent journal = read_journal(folder, first_frame, holder.has_value(), damage);
    const bool verified = !holder && point_cache_bytes(folder, record) <= MAX_VERIFIED_BYTES;
    check_point_caches(folder, record, journal, first_frame, holder.has_value(),
                       verified ? Depth::All : Depth::Shape, MAX_PROBLEMS_OF_FILE, damage);
    std::vector<std::string> problems;
    // A bake that was killed could not say so.
    if (!holder && record.value("status", json()) == "running") {
        problems.emplace_back("the bake was killed; bake again to go on");
    }
    for (const Damage& found : damage) {
        problems.push_back(found.text() + "; bake again to repair it");
    }

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
    info["verified"] = verified;
    info["problems"] = problems;
    return info.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace sinew::bake
