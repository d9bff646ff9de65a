// A job: all that a bake needs, in SI units.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bake/collider_reader.hpp"
#include "bake/inputs_hash.hpp"
#include "bake/output_space.hpp"
#include "bake/problem_list.hpp"
#include "base/task.hpp"
#include "sim/world.hpp"

namespace sinew::bake {

struct Job {
    std::string name;
    std::string file_name;
    double length = 1.0;  ///< metres per unit of length in the file and in the output
    int first_frame = 1;
    int last_frame = 1;
    WorldSettings world;
    std::vector<MoverDef> movers;
    std::vector<std::unique_ptr<BodyDef>> bodies;
    ColliderDefs colliders;
    std::vector<OutputSpace> spaces;  ///< of bodies that are not stored in world space
    int preroll = 0;           ///< frames before the first in which the scene goes from rest to it
    int checkpoint_every = 1;  ///< [frames]

    InputsHash inputs{1, 1};
    std::vector<std::string> warnings;
    std::size_t input_bytes = 0;  ///< that all arrays take in memory

    int frame_count() const { return last_frame - first_frame + 1; }
    /// All but the first, and those of the preroll.
    int simulated_frames() const { return frame_count() - 1 + preroll; }
};

struct JobReading {
    std::optional<Job> job;  ///< there when nothing is wrong
    ProblemList problems;
    std::vector<std::string> warnings;
};

/// Permissions and limits of the reader of a job.
struct LoadOptions {
    bool confine = false;  ///< files outside of the job's folder are refused
    /// Memory that stands for the binary file, whatever the job calls it; must stay as it is while the job is read.
    std::optional<std::span<const std::byte>> binary{};
    /// Where no task (base/task.hpp) does it, reading is limited to this.
    LoadLimits limits = LoadLimits::of_this_machine();
};

/// Reads and checks a job file with all that it names. Throws Error(File) when the file itself cannot be read,
/// Error(Cancelled) when the current task is cancelled.
JobReading read_job(const std::filesystem::path& path, const LoadOptions& options = {});

/// The same; throws Error(InvalidArgument) when anything is wrong with the job.
Job load_job(const std::filesystem::path& path, const LoadOptions& options = {});

/// The same for the text of a job. `path` need not exist: its folder has the files that the job names.
Job load_job_text(std::string_view text, const std::filesystem::path& path,
                  const LoadOptions& options = {});

/// The world before the first step.
std::unique_ptr<World> make_world(const Job& job, int threads, Log log);

}  // namespace sinew::bake
