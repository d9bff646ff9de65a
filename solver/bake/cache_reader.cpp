#include "bake/cache_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include "bake/bake_record.hpp"
#include "bake/cache.hpp"
#include "bake/json_text.hpp"
#include "bake/pc2.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

using nlohmann::json;

std::string journal_path() {
    return fmt::format("{}/{}", STATE_NAME, JOURNAL_NAME);
}

/// What an error says about a file, without its path.
std::string without_path(const Error& error) {
    Problem problem = error.problem();
    problem.object.clear();
    return problem.message();
}

/// Vertices of an object by the record; nothing if it does not say.
std::optional<std::int64_t> recorded_vertices(const json& bake_json, const std::string& object) {
    for (const json& entry : bake_json.at("objects")) {
        if (!entry.is_object() || entry.value("name", json()) != object) continue;
        const json vertices = entry.value("vertices", json());
        if (vertices.is_number_integer()) return vertices.get<std::int64_t>();
    }
    return std::nullopt;
}

void check_point_cache(const File& file, const SampleCheck& check, bool locked, Depth depth,
                       std::vector<Damage>& damage) {
    const std::string name = file.path().filename().string();
    const Pc2Header header = read_pc2_header(file);
    const auto complete = static_cast<std::int32_t>(check.checksums.size());
    const std::int32_t stored =
        pc2_stored_samples(file, check.points, static_cast<float>(check.first_frame));
    if (stored < complete) {
        damage.push_back({.file = name,
                          .frame = check.first_frame + stored,
                          .what = fmt::format("is cut short: has {} frames, {} are complete",
                                              stored, complete)});
    }
    // A running bake may be between the journal and the header.
    if (header.samples != complete && !locked) {
        damage.push_back(
            {.file = name,
             .frame = {},
             .what = fmt::format("has {} frames, {} are complete", header.samples, complete)});
    }
    if (header.sample_rate != 1.0F) {
        damage.push_back(
            {.file = name,
             .frame = {},
             .what = fmt::format("has {} frames per sample, must be 1", header.sample_rate)});
    }
    if (depth == Depth::Shape) return;
    SampleCheck there = check;
    there.checksums = check.checksums.first(static_cast<std::size_t>(std::min(stored, complete)));
    for (Damage& found : damaged_samples(file, there, {})) {
        damage.push_back(std::move(found));
    }
}

}  // namespace

json read_bake_json(const Folder& cache) {
    if (!cache.has(BAKE_JSON_NAME)) {
        throw Error({.code = ErrorCode::File,
                     .object = cache.path().string(),
                     .field = {},
                     .value = {},
                     .remedy = "is no cache: it has no bake.json"});
    }
    const std::string text = cache.read_text(BAKE_JSON_NAME, MAX_JSON_BYTES);
    try {
        return parse_json(text, cache.path_of(BAKE_JSON_NAME).string());
    } catch (const Error& error) {
        Problem problem = error.problem();
        problem.code = ErrorCode::File;
        throw Error(std::move(problem));
    }
}

int first_frame_of(const json& bake_json) {
    const auto range = bake_json.find("frame_range");
    if (range != bake_json.end() && range->is_array() && !range->empty() &&
        range->front().is_number_integer()) {
        const auto frame = range->front().get<std::int64_t>();
        if (frame == static_cast<int>(frame)) return static_cast<int>(frame);
    }
    throw Error(ErrorCode::File, "bake.json is damaged: frame_range is missing");
}

JournalContent read_journal(const Folder& cache, int first_frame, bool locked,
                            std::vector<Damage>& damage) {
    try {
        const std::optional<Folder> state = cache.find_subfolder(STATE_NAME);
        if (!state) throw_file_error(cache.path_of(STATE_NAME), "read", ENOENT);
        const std::string text = state->read_text(JOURNAL_NAME, MAX_JOURNAL_BYTES);
        JournalContent journal = parse_journal(text, first_frame);
        if (journal.damaged && !locked) {
            const std::uint64_t whole = journal.line_ends.empty() ? 0 : journal.line_ends.back();
            damage.push_back({.file = journal_path(),
                              .frame = first_frame + static_cast<int>(journal.frames.size()),
                              .first_byte = whole,
                              .end_byte = text.size(),
                              .what = "the journal has a line that is not whole"});
        }
        return journal;
    } catch (const Error& error) {
        damage.push_back({.file = journal_path(), .frame = {}, .what = without_path(error)});
        return {};
    }
}

void check_point_caches(const Folder& cache, const json& bake_json, const JournalContent& journal,
                        int first_frame, bool locked, Depth depth, std::size_t most,
                        std::vector<Damage>& damage) {
    const std::vector<std::string> objects = recorded_objects(bake_json);
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const std::string name = pc2_name(objects[i]);
        try {
            const File file = cache.open(name, File::Mode::Read);
            const std::int64_t points =
                recorded_vertices(bake_json, objects[i]).value_or(read_pc2_header(file).points);
            check_point_cache(file,
                              {.points = static_cast<std::int32_t>(points),
                               .first_frame = first_frame,
                               .body = i,
                               .checksums = journal.checksums,
                               .most = most},
                              locked, depth, damage);
        } catch (const Error& error) {
            damage.push_back(
                {.file = name,
                 .frame = journal.frames.empty() ? std::nullopt : std::optional(first_frame),
                 .what = without_path(error)});
        }
    }
}

}  // namespace sinew::bake
