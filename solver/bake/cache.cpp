#include "bake/cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "bake/bake_record.hpp"
#include "bake/checkpoint.hpp"
#include "bake/json_text.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

namespace fs = std::filesystem;

const fs::path& made(const fs::path& folder) {
    make_folder(folder);
    return folder;
}

bool is_there(const fs::path& path) {
    std::error_code error;
    return fs::exists(fs::symlink_status(path, error));
}

/// The record of the inputs; nothing if it is missing or damaged.
std::optional<InputsHash> read_inputs(const fs::path& path) {
    try {
        return InputsHash::from_json(parse_json(read_text(path, MAX_JSON_BYTES), path.filename()));
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// Whole samples of a point cache that fits the job; 0 for any other file.
std::int32_t usable_samples(const fs::path& path, std::size_t points, int first_frame) {
    try {
        return pc2_stored_samples(path, static_cast<std::int32_t>(points),
                                  static_cast<float>(first_frame));
    } catch (const Error&) {
        return 0;
    }
}

}  // namespace

fs::path CachePaths::pc2(std::string_view object) const {
    return folder / pc2_name(object);
}

fs::path CachePaths::mesh(std::string_view object) const {
    return folder / mesh_name(object);
}

Cache::Cache(const fs::path& folder, const Job& job)
    : m_job(job), m_paths{folder}, m_lock(made(folder)) {}

CacheContent Cache::content(std::span<const std::size_t> vertices,
                            std::vector<std::string>& messages) const {
    CacheContent content;
    content.last_frame = m_job.first_frame - 1;
    content.inputs = read_inputs(m_paths.inputs());
    content.has_files = is_there(m_paths.inputs());
    for (const auto& body : m_job.bodies) {
        content.has_files = content.has_files || is_there(m_paths.pc2(body->name));
    }
    if (!content.inputs || !is_there(m_paths.journal())) return content;

    const JournalContent journal =
        parse_journal(read_text(m_paths.journal(), MAX_JOURNAL_BYTES), m_job.first_frame);
    std::size_t complete = journal.frames.size();
    for (std::size_t i = 0; i < m_job.bodies.size() && complete > 0; ++i) {
        const fs::path path = m_paths.pc2(m_job.bodies[i]->name);
        const auto samples =
            static_cast<std::size_t>(usable_samples(path, vertices[i], m_job.first_frame));
        if (samples >= complete) continue;
        messages.push_back(fmt::format("{} has only {} of {} frames; the others are baked again",
                                       path.filename().string(), samples, complete));
        complete = samples;
    }
    content.last_frame += static_cast<int>(complete);
    return content;
}

void Cache::begin(const ResumePlan& plan, std::span<const std::size_t> vertices) {
    make_folder(m_paths.state());
    if (plan.restart) remove_everything();
    m_journal.emplace(m_paths.journal(), m_job.first_frame);
    if (plan.keep_until < m_job.first_frame) {
        // Nothing of value is left in them; their header may be of anything.
        m_journal->cut(0);
        for (const auto& body : m_job.bodies) {
            remove_file(m_paths.pc2(body->name));
        }
    }
    // First the frames that the new inputs do not give any more, then the record of the inputs: killed in
    // between, the cache is a shorter one of the old job.
    const int kept = plan.keep_until - m_job.first_frame + 1;
    m_journal->cut(static_cast<std::size_t>(kept));
    replace_file(m_paths.inputs(), m_job.inputs.to_json().dump(1) + "\n");
    for (std::size_t i = 0; i < m_job.bodies.size(); ++i) {
        m_pc2.emplace_back(m_paths.pc2(m_job.bodies[i]->name),
                           static_cast<std::int32_t>(vertices[i]),
                           static_cast<float>(m_job.first_frame));
    }
    cut(plan.keep_until);
}

void Cache::cut(int last_frame) {
    const std::int32_t samples = last_frame - m_job.first_frame + 1;
    for (Pc2Writer& pc2 : m_pc2) {
        pc2.publish(samples);
        pc2.cut(samples);
    }
    for (const int frame : checkpoint_frames()) {
        if (frame > last_frame) remove_file(checkpoint_path(m_paths.state(), frame));
    }
}

void Cache::remove_everything() const {
    // The journal first: killed in between, the cache has no complete frame. Only files that Sinew made
    // are touched, the folder may hold others.
    std::set<std::string> objects;
    std::vector<std::string> meshes;
    for (const auto& body : m_job.bodies) {
        objects.insert(body->name);
    }
    try {
        const nlohmann::json record =
            parse_json(read_text(m_paths.bake_json(), MAX_JSON_BYTES), "bake.json");
        for (const std::string& name : recorded_objects(record)) {
            objects.insert(name);
        }
        meshes = recorded_meshes(record);
    } catch (const Error&) {
        // No record, or a damaged one: then only the files of this job are known to be Sinew's.
    }
    remove_file(m_paths.journal());
    for (const std::string& object : objects) {
        remove_file(m_paths.pc2(object));
    }
    for (const std::string& object : meshes) {
        remove_file(m_paths.mesh(object));
    }
    for (const int frame : checkpoint_frames()) {
        remove_file(checkpoint_path(m_paths.state(), frame));
    }
    remove_file(m_paths.bake_json());
    remove_file(m_paths.inputs());
}

const std::vector<FrameReport>& Cache::frames() const {
    assert(has_begun());
    return m_journal->frames();
}

int Cache::last_frame() const {
    return m_job.first_frame + static_cast<int>(frames().size()) - 1;
}

std::vector<int> Cache::checkpoint_frames() const {
    std::vector<int> frames;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(m_paths.state(), error)) {
        if (entry.path().extension() != ".bin") continue;
        const std::string stem = entry.path().stem();
        int frame = 0;
        const auto [end, failure] = std::from_chars(stem.data(), stem.data() + stem.size(), frame);
        if (failure != std::errc() || end != stem.data() + stem.size()) continue;
        // Only names that are ours: "7.bin" is not.
        if (checkpoint_path(m_paths.state(), frame) == entry.path()) frames.push_back(frame);
    }
    if (error) throw_file_error(m_paths.state(), "read", error.value());
    std::sort(frames.begin(), frames.end());
    return frames;
}

bool Cache::has_state(int frame) const {
    return is_there(checkpoint_path(m_paths.state(), frame));
}

std::optional<std::pair<int, std::vector<std::byte>>> Cache::newest_state(
    int frame, std::vector<std::string>& messages) const {
    std::vector<int> frames = checkpoint_frames();
    while (!frames.empty()) {
        const int candidate = frames.back();
        frames.pop_back();
        if (candidate > frame || candidate < m_job.first_frame) continue;
        try {
            return std::pair(candidate, read_checkpoint(checkpoint_path(m_paths.state(), candidate),
                                                        m_job.inputs.static_hash(), candidate));
        } catch (const Error& error) {
            messages.push_back(fmt::format("{}; an earlier one is used", error.what()));
        }
    }
    return std::nullopt;
}

void Cache::commit(const FrameReport& report, std::span<const std::vector<float>> positions,
                   std::span<const std::byte> state) {
    const auto index = static_cast<std::int32_t>(m_journal->frames().size());
    try {
        for (std::size_t i = 0; i < m_pc2.size(); ++i) {
            m_pc2[i].write_sample(index, positions[i]);
        }
        if (!state.empty()) write_state(m_job.first_frame + index, state);
        m_journal->append(report);
    } catch (const Error&) {
        // Half a frame only takes space that others need. Cutting needs none, and if it fails the next
        // run cuts.
        for (Pc2Writer& pc2 : m_pc2) {
            try {
                pc2.cut(index);
            } catch (const Error&) {
            }
        }
        throw;
    }
    for (Pc2Writer& pc2 : m_pc2) {
        pc2.publish(index + 1);
    }
}

void Cache::write_state(int frame, std::span<const std::byte> state) const {
    write_checkpoint(checkpoint_path(m_paths.state(), frame), m_job.inputs.static_hash(), frame,
                     state);
}

void Cache::write_bake_json(std::string_view text) const {
    replace_file(m_paths.bake_json(), text);
}

void Cache::write_mesh(std::string_view object, std::string_view text) const {
    replace_file(m_paths.mesh(object), text);
}

}  // namespace sinew::bake
