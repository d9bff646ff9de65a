// Time of one step of the rods, with the solver run to its tolerance.
//
// The scene is the same for every size: rods of 32 segments that hang from one end and start level, so
// every step has large rotations in it. Steps are those of a film at 24 frames a second with 2 substeps.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>

#include "base/cancel.hpp"
#include "sim/world.hpp"
#include "viper/definition/rods_def.hpp"

namespace {

using sinew::FrameReport;
using sinew::World;
using sinew::WorldSettings;
using sinew::viper::RodMethod;
using sinew::viper::RodPins;
using sinew::viper::RodsDef;

constexpr double SEGMENT_LENGTH = 0.02;  // [m]
constexpr double RADIUS = 0.01;          // [m]
constexpr int WARM_UP_STEPS = 4;

/// Rods side by side along y, from x = 0 on. The first point and frame of each are held.
RodsDef hanging_rods(int rods, int segments) {
    RodsDef def;
    def.name = "Rods";
    RodPins pins;
    pins.frame = true;
    for (int rod = 0; rod < rods; ++rod) {
        pins.points.push_back(static_cast<int>(def.points.size()));
        for (int point = 0; point <= segments; ++point) {
            // A little sideways, different for each rod, so that no two do the same.
            const double sway = 0.002 * std::sin(0.7 * rod + 0.3 * point);
            def.points.emplace_back(SEGMENT_LENGTH * point, 3.0 * RADIUS * rod + sway, 1.0);
            def.radii.push_back(RADIUS);
        }
        def.counts.push_back(segments + 1);
    }
    def.pins.push_back(pins);
    return def;
}

/// One step per frame, so that step_frame is what is timed.
WorldSettings settings(RodMethod method, int iterations) {
    WorldSettings settings;
    settings.frame_rate = 48.0;
    settings.substeps = 1;
    settings.rods.method = method;
    if (iterations > 0) settings.rods.iterations = iterations;
    return settings;
}

void run_steps(benchmark::State& state, int rods, int segments, RodMethod method, int sweeps) {
    World world(settings(method, sweeps));
    world.add(hanging_rods(rods, segments));
    const sinew::CancelToken cancel;
    for (int i = 0; i < WARM_UP_STEPS; ++i)
        world.step_frame(cancel);

    FrameReport worst;
    for ([[maybe_unused]] auto _ : state) {
        const FrameReport report = world.step_frame(cancel);
        if (report.outcome != sinew::StepOutcome::Converged) {
            state.SkipWithError(report.message.c_str());
            return;
        }
        worst.steps = std::max(worst.steps, report.steps);
        worst.iterations = std::max(worst.iterations, report.iterations);
        worst.residual = std::max(worst.residual, report.residual);
    }
    state.counters["rods"] = rods;
    state.counters["segments"] = segments;
    state.counters["steps"] = worst.steps;
    state.counters["iterations_most"] = worst.iterations;
    state.counters["residual"] = worst.residual;
    state.counters["threads"] = world.settings().threads;
}

void chain_by_rods(benchmark::State& state) {
    run_steps(state, static_cast<int>(state.range(0)), 32, RodMethod::Chain, 0);
}
BENCHMARK(chain_by_rods)
    ->RangeMultiplier(10)
    ->Range(10, 10000)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

void chain_by_segments(benchmark::State& state) {
    run_steps(state, 100, static_cast<int>(state.range(0)), RodMethod::Chain, 0);
}
BENCHMARK(chain_by_segments)
    ->RangeMultiplier(4)
    ->Range(8, 2048)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

void gauss_seidel_by_sweeps(benchmark::State& state) {
    run_steps(state, 1000, 32, RodMethod::GaussSeidel, static_cast<int>(state.range(0)));
}
BENCHMARK(gauss_seidel_by_sweeps)
    ->RangeMultiplier(10)
    ->Range(1, 1000)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
