#include "bake/cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "bake/bake_record.hpp"
#include "bake/checkpoint.hpp"
#include "bake/json_text.hpp"
#include "bake/sample_check.hpp"
#include "base/error.hpp"
#include "base/stage_timer.hpp"

namespace sinew::bake {

namespace {

/// The record of the inputs; nothing if it is missing or damaged.
std::optional<InputsHash> read_inputs(const Folder& state) {
    try {
        return InputsHash::from_json(
            parse_json(state.read_text(INPUTS_NAME, MAX_JSON_BYTES), std::string(INPUTS_NAME)));
    } catch (const Error&) {
        return std::nullopt;
    }
}

bool has_text(const Folder& folder, std::string_view name, std::string_view text) {
    try {
        return folder.read_text(name, MAX_JSON_BYTES) == text;
    } catch (const Error&) {
        return false;
    }
}

/// Frames at the begin of a point cache that fit the job and are whole; warns about those after them.
std::size_t whole_frames(const Folder& folder, const std::string& name, const SampleCheck& check,
                         std::vector<std::string>& messages, const CancelToken& cancel) {
    const std::size_t complete = check.checksums.size();
    File file;
    std::size_t samples = 0;
    try {
        file = folder.open(name, File::Mode::Read);
        samples = static_cast<std::size_t>(
            pc2_stored_samples(file, check.points, static_cast<float>(check.first_frame)));
    } catch (const Error&) {
        // Missing, or of another shape.
    }
    if (samples < complete) {
        messages.push_back(fmt::format("{} has only {} of {} frames; the others are baked again",
                                       name, samples, complete));
    }
    SampleCheck stored = check;
    stored.checksums = check.checksums.first(std::min(samples, complete));
    const std::vector<Damage> damage = damaged_samples(file, stored, cancel);
    if (damage.empty()) return stored.checksums.size();
    const int frame = damage.front().frame.value_or(check.first_frame);
    messages.push_back(
        fmt::format("{}; frames from {} on are baked again", damage.front().text(), frame));
    return static_cast<std::size_t>(frame - check.first_frame);
}

/// Removes what a killed bake left half-written among the files for which `is_ours` holds.
template <class Condition>
void remove_temporaries_of(const Folder& folder, Condition&& is_ours) {
    for (const std::string& name : folder.names()) {
        const std::optional<std::string> whole = replaced_name(name);
        if (whole && is_ours(*whole)) folder.remove(name);
    }
}

}  // namespace

Cache::Cache(const std::filesystem::path& folder, const Job& job)
    : m_job(job), m_folder(Folder::make(folder)), m_lock(m_folder) {}

CacheContent Cache::content(std::span<const std::size_t> vertices,
                            std::vector<std::string>& messages, const CancelToken& cancel) const {
    CacheContent content;
    content.last_frame = m_job.first_frame - 1;
    for (const auto& body : m_job.bodies) {
        content.has_files = content.has_files || m_folder.has(pc2_name(body->name));
    }
    const std::optional<Folder> state = m_folder.find_subfolder(STATE_NAME);
    if (!state) return content;
    content.inputs = read_inputs(*state);
    content.has_files = content.has_files || state->has(INPUTS_NAME);
    if (!content.inputs || !state->has(JOURNAL_NAME)) return content;

    const JournalContent journal =
        parse_journal(state->read_text(JOURNAL_NAME, MAX_JOURNAL_BYTES), m_job.first_frame);
    std::span<const std::vector<std::uint64_t>> complete = journal.checksums;
    if (journal.damaged) {
        messages.push_back(
            fmt::format("{} has a line that is not whole; frames from {} on are baked "
                        "again",
                        JOURNAL_NAME, m_job.first_frame + static_cast<int>(complete.size())));
    }
    for (std::size_t i = 0; i < m_job.bodies.size(); ++i) {
        const SampleCheck check{.points = static_cast<std::int32_t>(vertices[i]),
                                .first_frame = m_job.first_frame,
                                .body = i,
                                .checksums = complete};
        complete = complete.first(
            whole_frames(m_folder, pc2_name(m_job.bodies[i]->name), check, messages, cancel));
    }
    content.last_frame += static_cast<int>(complete.size());
    return content;
}

void Cache::begin(const ResumePlan& plan, std::span<const std::size_t> vertices) {
    m_state.emplace(m_folder.make_subfolder(STATE_NAME));
    remove_temporaries();
    if (plan.restart) remove_everything();
    m_journal.emplace(state(), m_job.first_frame);
    if (plan.keep_until < m_job.first_frame) {
        // Nothing of value is left in them; their header may be of anything.
        m_journal->cut(0);
        for (const auto& body : m_job.bodies) {
            m_folder.remove(pc2_name(body->name));
        }
    }
    // First the frames that the new inputs do not give any more, then the record of the inputs: killed in
    // between, the cache is a shorter one of the old job.
    const int kept = plan.keep_until - m_job.first_frame + 1;
    m_journal->cut(static_cast<std::size_t>(kept));
    const std::string inputs = m_job.inputs.to_json().dump(1) + "\n";
    const bool is_new = kept == 0 || !has_text(state(), INPUTS_NAME, inputs);
    if (is_new) state().replace(INPUTS_NAME, inputs).sync();
    for (std::size_t i = 0; i < m_job.bodies.size(); ++i) {
        m_pc2.emplace_back(m_folder, pc2_name(m_job.bodies[i]->name),
                           static_cast<std::int32_t>(vertices[i]),
                           static_cast<float>(m_job.first_frame));
    }
    cut(plan.keep_until);
    if (!is_new) return;
    // Frames of this job must not meet the record of another after a power cut.
    state().sync();
    m_folder.sync();
}

const Folder& Cache::state() const {
    assert(m_state);
    return *m_state;
}

void Cache::cut(int last_frame) {
    const std::int32_t samples = last_frame - m_job.first_frame + 1;
    for (Pc2Writer& pc2 : m_pc2) {
        pc2.publish(samples);
        pc2.cut(samples);
    }
    for (const int frame : checkpoint_frames()) {
        if (frame > last_frame) state().remove(checkpoint_name(frame));
    }
}

void Cache::remove_temporaries() const {
    remove_temporaries_of(state(), [](const std::string& name) {
        return name == INPUTS_NAME || checkpoint_frame(name).has_value();
    });
    remove_temporaries_of(m_folder, [this](const std::string& name) {
        return name == BAKE_JSON_NAME ||
               std::ranges::any_of(m_job.bodies, [&name](const auto& body) {
                   return name == mesh_name(body->name);
               });
    });
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
        const nlohmann::json record = parse_json(m_folder.read_text(BAKE_JSON_NAME, MAX_JSON_BYTES),
                                                 std::string(BAKE_JSON_NAME));
        for (const std::string& name : recorded_objects(record)) {
            objects.insert(name);
        }
        meshes = recorded_meshes(record);
    } catch (const Error&) {
        // No record, or a damaged one: then only the files of this job are known to be Sinew's.
    }
    state().remove(JOURNAL_NAME);
    for (const std::string& object : objects) {
        m_folder.remove(pc2_name(object));
    }
    for (const std::string& object : meshes) {
        m_folder.remove(mesh_name(object));
    }
    for (const int frame : checkpoint_frames()) {
        state().remove(checkpoint_name(frame));
    }
    m_folder.remove(BAKE_JSON_NAME);
    state().remove(INPUTS_NAME);
}

const std::vector<FrameReport>& Cache::frames() const {
    assert(has_begun());
    return m_journal->frames();
}

int Cache::last_frame() const {
    return m_job.first_frame + static_cast<int>(frames().size() + m_staged.size()) - 1;
}

std::vector<int> Cache::checkpoint_frames() const {
    std::vector<int> frames;
    for (const std::string& name : state().names()) {
        const std::optional<int> frame = checkpoint_frame(name);
        if (frame && is_checkpoint(state(), name)) frames.push_back(*frame);
    }
    std::sort(frames.begin(), frames.end());
    return frames;
}

bool Cache::has_state(int frame) const {
    return state().has(checkpoint_name(frame));
}

std::optional<std::pair<int, std::vector<std::byte>>> Cache::newest_state(
    int frame, std::vector<std::string>& messages) const {
    std::vector<int> frames = checkpoint_frames();
    while (!frames.empty()) {
        const int candidate = frames.back();
        frames.pop_back();
        if (candidate > frame || candidate < m_job.first_frame) continue;
        try {
            return std::pair(candidate,
                             read_checkpoint(state(), m_job.inputs.static_hash(), candidate));
        } catch (const Error& error) {
            messages.push_back(fmt::format("{}; an earlier one is used", error.what()));
        }
    }
    return std::nullopt;
}

std::vector<FrameReport> Cache::commit(const FrameReport& report,
                                       std::span<const std::vector<float>> positions,
                                       std::span<const std::byte> state) {
    const auto index = static_cast<std::int32_t>(frames().size() + m_staged.size());
    StagedFrame staged{.report = report, .checksums = {}};
    try {
        for (std::size_t i = 0; i < m_pc2.size(); ++i) {
            m_pc2[i].write_sample(index, positions[i]);
            staged.checksums.push_back(sample_checksum(positions[i]));
        }
        if (!state.empty()) {
            m_staged_checkpoint = write_checkpoint(this->state(), m_job.inputs.static_hash(),
                                                   m_job.first_frame + index, state);
        }
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
    m_staged.push_back(std::move(staged));
    return m_pace.is_due(now_seconds()) ? complete_all() : std::vector<FrameReport>();
}

std::vector<FrameReport> Cache::complete_all() {
    if (m_staged.empty()) return {};
    const double begin = now_seconds();
    // The journal may name a frame only when the disk has all of it.
    for (const Pc2Writer& pc2 : m_pc2) {
        pc2.sync();
    }
    std::vector<StagedFrame> staged = std::exchange(m_staged, {});
    if (m_staged_checkpoint.is_open()) std::exchange(m_staged_checkpoint, {}).sync();
    const auto publish = [this] {
        for (Pc2Writer& pc2 : m_pc2) {
            pc2.publish(static_cast<std::int32_t>(frames().size()));
        }
    };
    std::vector<FrameReport> completed;
    try {
        for (StagedFrame& frame : staged) {
            m_journal->append(frame.report, frame.checksums);
            completed.push_back(std::move(frame.report));
        }
        m_journal->sync();
    } catch (const Error&) {
        publish();  // those that the journal has
        throw;
    }
    publish();
    m_pace.waited(begin, now_seconds());
    return completed;
}

void Cache::write_state(int frame, std::span<const std::byte> state) const {
    write_checkpoint(this->state(), m_job.inputs.static_hash(), frame, state).sync();
}

void Cache::write_bake_json(std::string_view text, bool last) const {
    const File file = m_folder.replace(BAKE_JSON_NAME, text);
    if (!last) return;
    file.sync();
    m_folder.sync();
}

void Cache::write_mesh(std::string_view object, std::string_view text) {
    const std::string name = mesh_name(object);
    m_folder.replace(name, text).sync();
    m_meshes.push_back(name);
}

void Cache::check_is_there() const {
    const auto refuse = [](const std::filesystem::path& path, std::string_view why) {
        throw Error({.code = ErrorCode::File,
                     .object = path.string(),
                     .field = {},
                     .value = {},
                     .remedy = fmt::format("{} during the bake; bake again", why)});
    };
    if (!m_folder.is_in_place()) refuse(m_folder.path(), "was moved or removed");
    if (!m_lock.is_in(m_folder)) refuse(m_folder.path_of("lock"), "was removed or replaced");
    if (!state().is_in_place()) refuse(state().path(), "was moved or removed");
    if (!m_journal->is_in(state()))
        refuse(state().path_of(JOURNAL_NAME), "was removed or replaced");
    for (const Pc2Writer& pc2 : m_pc2) {
        pc2.check_is_in(m_folder, static_cast<std::int32_t>(frames().size()));
    }
    for (const std::string& mesh : m_meshes) {
        if (!m_folder.has(mesh)) refuse(m_folder.path_of(mesh), "was removed");
    }
}

}  // namespace sinew::bake
