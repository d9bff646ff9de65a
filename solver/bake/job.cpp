#include "bake/job.hpp"

#include <utility>

#include "bake/file_io.hpp"
#include "bake/job_reader.hpp"
#include "bake/json_text.hpp"

namespace sinew::bake {

JobReading read_job(const std::filesystem::path& path, const LoadOptions& options) {
    return read_job_text(read_text(path, MAX_JSON_BYTES), path, options);
}

namespace {

Job job_of(JobReading reading) {
    if (!reading.job) throw reading.problems.to_error();
    return std::move(*reading.job);
}

}  // namespace

Job load_job(const std::filesystem::path& path, const LoadOptions& options) {
    return job_of(read_job(path, options));
}

Job load_job_text(std::string_view text, const std::filesystem::path& path,
                  const LoadOptions& options) {
    return job_of(read_job_text(text, path, options));
}

std::unique_ptr<World> make_world(const Job& job, int threads, Log log) {
    const TaskPhase phase("preparing the bodies");
    WorldSettings settings = job.world;
    settings.threads = threads;
    auto world = std::make_unique<World>(settings, std::move(log));
    for (const MoverDef& mover : job.movers) {
        world->add(mover);
    }
    world->add(job.bodies);
    for (const HalfPlane& plane : job.colliders.planes) {
        world->add(plane);
    }
    for (const PillColliderDef& pills : job.colliders.pills) {
        world->add(pills);
    }
    for (const MeshColliderDef& mesh : job.colliders.meshes) {
        const TaskPhase one("measuring distances from " + mesh.name);
        world->add(mesh);
    }
    const TaskPhase start("looking for bodies that start inside each other");
    world->check_start();
    return world;
}

}  // namespace sinew::bake
