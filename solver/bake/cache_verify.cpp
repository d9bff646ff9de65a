// verify_cache_json of bake.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "bake/bake.hpp"
#include "bake/bake_record.hpp"
#include "bake/cache.hpp"
#include "bake/cache_lock.hpp"
#include "bake/cache_reader.hpp"
#include "bake/checkpoint.hpp"
#include "bake/folder.hpp"
#include "bake/json_text.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// More than this many damaged frames of one file say nothing new.
constexpr std::size_t MAX_DAMAGE_OF_FILE = 1000;

/// Checkpoints and the record of the inputs.
void check_state(const Folder& cache, std::vector<Damage>& damage) {
    const std::optional<Folder> state = cache.find_subfolder(STATE_NAME);
    if (!state) return;  // told as a missing journal
    const auto tell = [&](std::string_view name, std::optional<int> frame, const Error& error) {
        damage.push_back({.file = fmt::format("{}/{}", STATE_NAME, name),
                          .frame = frame,
                          .what = error.problem().remedy});
    };
    try {
        InputsHash::from_json(
            parse_json(state->read_text(INPUTS_NAME, MAX_JSON_BYTES), std::string(INPUTS_NAME)));
    } catch (const Error& error) {
        tell(INPUTS_NAME, {}, error);
    }
    for (const std::string& name : state->names()) {
        const std::optional<int> frame = checkpoint_frame(name);
        if (!frame) continue;
        try {
            check_checkpoint(*state, *frame);
        } catch (const Error& error) {
            tell(name, frame, error);
        }
    }
}

void check_meshes(const Folder& cache, const json& record, std::vector<Damage>& damage) {
    for (const std::string& object : recorded_meshes(record)) {
        const std::string name = mesh_name(object);
        if (!cache.has(name)) damage.push_back({.file = name, .frame = {}, .what = "is missing"});
    }
}

ordered_json to_json(const Damage& damage) {
    ordered_json entry;
    entry["file"] = damage.file;
    entry["frame"] = damage.frame ? ordered_json(*damage.frame) : ordered_json(nullptr);
    entry["bytes"] = damage.end_byte > damage.first_byte
                         ? ordered_json({damage.first_byte, damage.end_byte - 1})
                         : ordered_json(nullptr);
    entry["what"] = damage.what;
    entry["text"] = damage.text();
    return entry;
}

/// The last frame before the first that is damaged in a point cache.
int last_whole_frame(int last_frame, const std::vector<Damage>& damage) {
    int last = last_frame;
    for (const Damage& found : damage) {
        if (found.frame && found.file.ends_with(".pc2")) last = std::min(last, *found.frame - 1);
    }
    return last;
}

}  // namespace

std::string verify_cache_json(const std::filesystem::path& cache) {
    const Folder folder(cache);
    const json record = read_bake_json(folder);
    const int first_frame = first_frame_of(record);
    const auto holder = CacheLock::holder(folder);
    std::vector<Damage> damage;
    const JournalContent journal = read_journal(folder, first_frame, holder.has_value(), damage);
    check_point_caches(folder, record, journal, first_frame, holder.has_value(), Depth::All,
                       MAX_DAMAGE_OF_FILE, damage);
    check_meshes(folder, record, damage);
    check_state(folder, damage);

    const int last_frame = first_frame + static_cast<int>(journal.frames.size()) - 1;
    ordered_json result;
    result["whole"] = damage.empty();
    result["first_frame"] = first_frame;
    result["last_frame"] = last_frame;
    result["last_whole_frame"] = last_whole_frame(last_frame, damage);
    result["locked_by"] = holder ? ordered_json(*holder) : ordered_json(nullptr);
    result["damage"] = ordered_json::array();
    for (const Damage& found : damage) {
        result["damage"].push_back(to_json(found));
    }
    return result.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace sinew::bake
