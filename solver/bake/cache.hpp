// The folder of a bake. Keeps the promises of docs/cache.md: a frame is complete or absent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bake/cache_lock.hpp"
#include "bake/folder.hpp"
#include "bake/job.hpp"
#include "bake/journal.hpp"
#include "bake/pc2.hpp"
#include "bake/resume_plan.hpp"
#include "bake/sync_pace.hpp"
#include "base/cancel.hpp"

namespace sinew::bake {

/// The folder of a cache that has the journal, the checkpoints and the record of the inputs.
inline constexpr std::string_view STATE_NAME = "state";
/// The record of the inputs in it.
inline constexpr std::string_view INPUTS_NAME = "inputs.json";

/// Holds the lock. The constructor and content() only look; begin() is the first to change anything.
class Cache {
public:
    /// Makes the folder if absent and takes its lock.
    Cache(const std::filesystem::path& folder, const Job& job);

    /// The whole frames of the cache; reads them all. `vertices` has the number for each body. `messages` name
    /// damaged parts. Throws Error(Cancelled).
    CacheContent content(std::span<const std::size_t> vertices, std::vector<std::string>& messages,
                         const CancelToken& cancel) const;

    /// Makes the cache ready to go on as planned: removes what the plan gives up, opens all files.
    void begin(const ResumePlan& plan, std::span<const std::size_t> vertices);

    /// Whether begin() has come far enough for what follows.
    bool has_begun() const { return m_journal.has_value(); }

    /// The complete frames.
    const std::vector<FrameReport>& frames() const;
    /// The last that was committed, also if it waits for the disk; job.first_frame - 1 if none.
    int last_frame() const;

    /// The newest state to go on from at or before `frame`; damaged ones are passed over and told.
    std::optional<std::pair<int, std::vector<std::byte>>> newest_state(
        int frame, std::vector<std::string>& messages) const;
    bool has_state(int frame) const;

    /// Adds the next frame: positions of each body, 3 floats a vertex, and the state if one is to be
    /// kept. On failure the cache is as before. Complete frames stay whatever happens. Frames become
    /// complete in groups, when the disk has them; gives those that did.
    std::vector<FrameReport> commit(const FrameReport& report,
                                    std::span<const std::vector<float>> positions,
                                    std::span<const std::byte> state);
    /// Waits for the disk now; gives the frames that became complete.
    std::vector<FrameReport> complete_all();
    void write_state(int frame, std::span<const std::byte> state) const;
    /// `last`: no other follows, so this one is waited for.
    void write_bake_json(std::string_view text, bool last) const;
    /// Faces of an object's output, see obj_writer.hpp.
    void write_mesh(std::string_view object, std::string_view text);

    /// Throws Error(File) unless all that was written is still there: somebody may have removed it.
    void check_is_there() const;

private:
    const Folder& state() const;
    void remove_everything() const;
    void remove_temporaries() const;
    void cut(int last_frame);
    std::vector<int> checkpoint_frames() const;

    /// A frame that waits for the disk.
    struct StagedFrame {
        FrameReport report;
        std::vector<std::uint64_t> checksums;  ///< of the positions, by body
    };

    const Job& m_job;
    Folder m_folder;
    CacheLock m_lock;
    std::optional<Folder> m_state;  ///< since begin()
    std::optional<Journal> m_journal;
    std::vector<std::string> m_meshes;  ///< names of the files that write_mesh() made
    std::vector<Pc2Writer> m_pc2;
    std::vector<StagedFrame> m_staged;
    File
        m_staged_checkpoint;  ///< the newest; not open if the disk has it. Earlier ones may be lost.
    SyncPace m_pace;
};

}  // namespace sinew::bake
