// Times the steps of any job: job_step JOB FIRST_STEP STEPS [COMPARED]. Prints one line of JSON.
//
// The job's frames are stepped as in a bake, but nothing is written. Steps before the first are not counted.
// COMPARED of the steps are taken a second time, with the forces of bundled and colliding rods balanced to 1e-5: how far
// that moves the positions is the error that the job's own tolerance leaves in a step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

#include "bake/job.hpp"
#include "base/byte_stream.hpp"
#include "base/error.hpp"

namespace {

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0.0 : values[values.size() / 2];
}

std::vector<double> positions_of(const sinew::World& world) {
    std::vector<double> all;
    for (const auto& body : world.bodies()) {
        std::vector<double> own(3 * body->output_count());
        body->output_positions(own);
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

/// Takes steps again, with balanced forces.
class BalancedWorld {
public:
    explicit BalancedWorld(const char* path) {
        sinew::bake::Job job = sinew::bake::load_job(path);
        job.world.rods.coupled_tolerance = 1e-5;
        job.world.rods.coupled_iterations = 200;
        m_world = sinew::bake::make_world(job, 0, {});
    }
    /// From the state before the step to the one after; false when it does not get there.
    bool compare(const sinew::ByteWriter& before, const sinew::World& after) {
        sinew::ByteReader in(before.bytes());
        m_world->load(in);
        if (m_world->step_frame(sinew::CancelToken()).outcome != sinew::StepOutcome::Converged)
            return false;
        const std::vector<double> here = positions_of(after);
        const std::vector<double> there = positions_of(*m_world);
        for (std::size_t i = 0; i < here.size(); i += 3) {
            const double apart = std::hypot(here[i] - there[i], here[i + 1] - there[i + 1],
                                            here[i + 2] - there[i + 2]);
            largest = std::max(largest, apart);
            m_squares += apart * apart;
            ++m_points;
        }
        return true;
    }
    double root_mean_square() const { return m_points > 0 ? std::sqrt(m_squares / m_points) : 0.0; }

    double largest = 0.0;  ///< [m]

private:
    std::unique_ptr<sinew::World> m_world;
    double m_squares = 0.0;
    int m_points = 0;
};

int run(const char* path, int first, int count, int compared) {
    const sinew::bake::Job job = sinew::bake::load_job(path);
    const auto world = sinew::bake::make_world(job, 0, {});
    BalancedWorld balanced(path);
    const sinew::CancelToken never;
    std::vector<double> seconds;
    int steps = 0;
    int iterations = 0;
    double residual = 0.0;
    double volume = 0.0;
    double depth = 0.0;
    for (int i = 0; i < first + count; ++i) {
        const bool compare = compared > 0 && i >= first && (i - first) % (count / compared) == 0;
        sinew::ByteWriter before;
        if (compare) world->save(before);
        const sinew::FrameReport report = world->step_frame(never);
        if (report.outcome != sinew::StepOutcome::Converged) {
            fmt::print(stderr, "step {}: {}\n", i + 1, report.message);
            return 1;
        }
        if (compare && !balanced.compare(before, *world))
            fmt::print(stderr, "step {}: not balanced, not compared\n", i + 1);
        volume = std::max(volume, report.measures.volume_change);
        depth = std::min(depth, report.measures.min_distance);
        if (i < first) continue;
        seconds.push_back(report.seconds / report.steps);
        steps += report.steps;
        iterations += report.iterations;
        residual = std::max(residual, report.residual);
    }
    fmt::print(
        "{{\"bodies\": {}, \"frames\": {}, \"steps\": {}, \"median_ms\": {:.3f}, \"mean_ms\": "
        "{:.3f}, "
        "\"worst_ms\": {:.3f}, "
        "\"iterations_a_step\": {:.2f}, \"residual\": {:.2g}, \"volume_change\": {:.5f}, "
        "\"depth\": {:.6f}, \"step_error\": {:.3g}, \"worst_step_error\": {:.3g}}}\n",
        world->bodies().size(), count, steps, 1e3 * median(seconds),
        1e3 * std::accumulate(seconds.begin(), seconds.end(), 0.0) / count,
        1e3 * *std::max_element(seconds.begin(), seconds.end()),
        static_cast<double>(iterations) / steps, residual, volume, -depth,
        balanced.root_mean_square(), balanced.largest);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4 && argc != 5) {
        fmt::print(stderr, "usage: job_step JOB FIRST_STEP STEPS [COMPARED]\n");
        return 2;
    }
    try {
        const int steps = std::max(1, std::atoi(argv[3]));
        const int compared = argc > 4 ? std::clamp(std::atoi(argv[4]), 0, steps) : 0;
        return run(argv[1], std::atoi(argv[2]), steps, compared);
    } catch (const sinew::Error& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
