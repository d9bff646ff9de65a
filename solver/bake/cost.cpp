#include "bake/cost.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <numeric>
#include <system_error>
#include <thread>

#include "bake/checkpoint.hpp"
#include "bake/output_frame.hpp"
#include "bake/pc2.hpp"
#include "base/error.hpp"
#include "base/stage_timer.hpp"
#include "base/task.hpp"
#include "sim/body_kinds.hpp"

namespace sinew::bake {

namespace {

constexpr double TRIAL_SECONDS = 10.0;
/// A frame that takes longer tells enough.
constexpr double LONG_FRAME = 1.0;
constexpr int TRIAL_FRAMES = 2;
// A line of the journal, the same in bake.json, and a hash of the inputs.
constexpr std::uint64_t RECORD_BYTES = 700;

/// Cancels after a while, unless destroyed before.
class Deadline {
public:
    Deadline(Task& task, double seconds)
        : m_thread([this, &task, seconds](const std::stop_token& stop) {
              std::unique_lock lock(m_mutex);
              const auto time = std::chrono::duration<double>(seconds);
              if (!m_wake.wait_for(lock, stop, time, [&] { return stop.stop_requested(); })) {
                  task.request_cancel();
              }
          }) {}

private:
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

/// Memory that this process has now.
std::uint64_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t total = 0;
    std::uint64_t resident = 0;
    file >> total >> resident;
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// Seconds per frame.
std::optional<double> time_frames(World& world, const Job& job,
                                  std::vector<std::string>& warnings) {
    const TaskPhase phase("simulating two frames to see how long they take");
    Task* const outer = current_task();
    Task trial(outer);
    const TaskScope scope(&trial);
    const Deadline deadline(trial, TRIAL_SECONDS);
    const int frames = std::min(TRIAL_FRAMES, job.simulated_frames());
    const double start = now_seconds();
    for (int i = 0; i < frames; ++i) {
        const FrameReport report = world.step_frame(trial.cancel_token());
        if (outer != nullptr) outer->check();  // somebody else than the deadline
        if (report.outcome == StepOutcome::Cancelled) {
            warnings.push_back(
                fmt::format("one frame takes longer than {} s; the bake takes more than {} s",
                            TRIAL_SECONDS, std::floor(TRIAL_SECONDS * job.simulated_frames())));
            return std::nullopt;
        }
        if (report.outcome != StepOutcome::Converged) {
            warnings.push_back(fmt::format("trial of frame {}: {}",
                                           job.first_frame - job.preroll + i + 1, report.message));
            return std::nullopt;
        }
        const double seconds = now_seconds() - start;
        if (seconds > LONG_FRAME) return seconds / (i + 1);
    }
    return frames == 0 ? 0.0 : (now_seconds() - start) / frames;
}

}  // namespace

std::uint64_t disk_bytes(const Job& job, std::span<const std::size_t> vertices,
                         std::uint64_t state_size, int frames) {
    const auto count = static_cast<std::uint64_t>(frames);
    const auto every = static_cast<std::uint64_t>(job.checkpoint_every);
    std::uint64_t bytes = count * RECORD_BYTES;
    for (const std::size_t n : vertices) {
        bytes += pc2_file_size(n, count);
    }
    return bytes + (count / every + 1) * checkpoint_file_size(state_size);
}

Cost estimate_cost(const Job& job, std::vector<std::string>& warnings) {
    const std::uint64_t memory_before = resident_bytes();
    const std::unique_ptr<World> world =
        make_world(job, 0, Log([&warnings](LogLevel level, std::string_view line) {
                       if (level >= LogLevel::Warning) warnings.emplace_back(line);
                   }));
    const std::vector<std::size_t> vertices = output_counts(*world);
    ByteWriter state;
    world->save(state);

    Cost cost;
    cost.frames = job.frame_count();
    cost.bodies = job.bodies.size();
    cost.vertices = std::accumulate(vertices.begin(), vertices.end(), std::size_t{0});
    cost.disk_bytes = disk_bytes(job, vertices, state.bytes().size(), job.frame_count());
    if (const auto seconds = time_frames(*world, job, warnings)) {
        cost.seconds = *seconds * job.simulated_frames();
    }
    for (const std::unique_ptr<BodyDef>& body : job.bodies) {
        const BodyKind* const kind = find_body_kind(body->kind());
        if (kind && kind->figures) cost.by_body.push_back({body->name, kind->figures(*body)});
    }
    // What the job holds, the buffers of the output, and what the world was seen to take.
    const std::uint64_t memory_after = resident_bytes();
    cost.memory_bytes = job.input_bytes + cost.vertices * 3 * sizeof(float) +
                        2 * state.bytes().size() +
                        (memory_after > memory_before ? memory_after - memory_before : 0);
    return cost;
}

std::optional<std::string> space_warning(const std::filesystem::path& folder,
                                         std::uint64_t needed) {
    std::error_code error;
    const std::filesystem::space_info space = std::filesystem::space(folder, error);
    if (error || space.available >= needed) return std::nullopt;
    constexpr double MEGABYTE = 1e6;
    return fmt::format(
        "the bake needs about {:.0f} MB, but {:.0f} MB are free on this disk; free some "
        "space or choose another folder",
        static_cast<double>(needed) / MEGABYTE, static_cast<double>(space.available) / MEGABYTE);
}

}  // namespace sinew::bake
