// Times the steps of any job: job_step JOB FIRST_STEP STEPS. Prints one line of JSON.
//
// The job's frames are stepped as in a bake, but nothing is written. Steps before the first are not counted.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bake/job.hpp"
#include "base/error.hpp"

namespace {

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0.0 : values[values.size() / 2];
}

int run(const char* path, int first, int count) {
    const sinew::bake::Job job = sinew::bake::load_job(path);
    const auto world = sinew::bake::make_world(job, 0, {});
    const sinew::CancelToken never;
    std::vector<double> seconds;
    int steps = 0;
    int iterations = 0;
    double residual = 0.0;
    double volume = 0.0;
    double depth = 0.0;
    for (int i = 0; i < first + count; ++i) {
        const sinew::FrameReport report = world->step_frame(never);
        if (report.outcome != sinew::StepOutcome::Converged) {
            fmt::print(stderr, "step {}: {}\n", i + 1, report.message);
            return 1;
        }
        volume = std::max(volume, report.measures.volume_change);
        depth = std::min(depth, report.measures.min_distance);
        if (i < first) continue;
        seconds.push_back(report.seconds / report.steps);
        steps += report.steps;
        iterations += report.iterations;
        residual = std::max(residual, report.residual);
    }
    fmt::print(
        "{{\"bodies\": {}, \"frames\": {}, \"steps\": {}, \"median_ms\": {:.3f}, \"worst_ms\": "
        "{:.3f}, "
        "\"iterations_a_step\": {:.2f}, \"residual\": {:.2g}, \"volume_change\": {:.5f}, "
        "\"depth\": {:.6f}}}\n",
        world->bodies().size(), count, steps, 1e3 * median(seconds),
        1e3 * *std::max_element(seconds.begin(), seconds.end()),
        static_cast<double>(iterations) / steps, residual, volume, -depth);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        fmt::print(stderr, "usage: job_step JOB FIRST_STEP STEPS\n");
        return 2;
    }
    try {
        return run(argv[1], std::atoi(argv[2]), std::max(1, std::atoi(argv[3])));
    } catch (const sinew::Error& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
