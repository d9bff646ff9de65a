// Baking a job into a cache: the one entry to solver/bake for the plugin and the tests.
//
// The job is docs/job.md, the cache docs/cache.md.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/task.hpp"
#include "sim/world.hpp"

namespace sinew::bake {

/// Every problem of a job and what its bake would cost, as JSON (docs/job.md, "Check"). Throws
/// Error only when the job could not be looked at, for example because there is no such file.
/// `confine` refuses files outside of the job's folder. Stops with the current task (base/task.hpp), which also limits it.
std::string check_job_json(const std::filesystem::path& job, bool confine = false);

/// Content of a cache as JSON (docs/cache.md, "Info"). Throws Error(File) when there is no cache.
std::string cache_info_json(const std::filesystem::path& cache);

/// Reads a whole cache and names what is damaged, as JSON (docs/cache.md, "Verify"). Throws Error(File)
/// when there is no cache.
std::string verify_cache_json(const std::filesystem::path& cache);

struct BakeSettings {
    std::filesystem::path job;
    std::filesystem::path cache;  ///< made if absent
    int threads = 0;              ///< 0: all cores
    bool restart = false;         ///< throw away what is in the cache and begin again
    bool confine = false;         ///< refuse files outside of the job's folder
    /// Cancels the bake and shows its progress from construction on; has begun to load. Null: a new task.
    std::shared_ptr<Task> task = nullptr;
    /// First and last frame to bake; none: all frames of the job.
    std::optional<std::pair<int, int>> frames = std::nullopt;
};

/// The values are those of SINEW_BAKE_... in sinew.h.
enum class BakeState { Starting = 0, Running = 1, Done = 2, Cancelled = 3, Failed = 4 };

/// How far a bake is. Members mean what SinewBakeProgress in sinew.h says.
struct BakeProgress {
    BakeState state = BakeState::Starting;
    int first_frame = 0;
    int last_frame = 0;
    int frame = 0;          ///< last complete frame in the cache, first_frame - 1 when none
    int resumed_frame = 0;  ///< frame the run went on from, first_frame - 1 when from the start
    int message_count = 0;
    double seconds = 0.0;        ///< since run() started
    double seconds_left = -1.0;  ///< estimate, negative while unknown
    FrameReport report;          ///< of the last frame
};

/// One bake of one job. It holds the cache's lock from construction to destruction.
class Bake {
public:
    /// Reads and checks the job, takes the lock, finds where to go on. Throws Error with
    /// InvalidArgument (bad job, or a cache of another job), Busy (locked), File or Cancelled.
    explicit Bake(const BakeSettings& settings);
    /// Releases the lock. Must not be called while run() runs.
    ~Bake();
    Bake(const Bake&) = delete;
    Bake& operator=(const Bake&) = delete;

    /// Bakes all that is missing; blocks. Throws Error with Cancelled, NotConverged or File.
    /// Complete frames stay in the cache whatever happens.
    void run();

    /// Makes run() end soon. Any thread, any time, also from a signal handler.
    void cancel() noexcept;
    /// Any thread, any time.
    BakeProgress progress() const;
    /// Warning or note number `index`, from 0 to progress().message_count - 1. Any thread, any
    /// time. Throws Error(InvalidArgument) for another index.
    std::string message(int index) const;

private:
    class Run;
    std::unique_ptr<Run> m_run;
};

}  // namespace sinew::bake
