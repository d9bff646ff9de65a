// What a small shell costs beside others: CPU time of a step by the number of shells. Prints a table in Markdown.
//
// Each is a sheet of 5 × 5 squares, 10 cm wide, held at one edge, which swings down from level for 12 steps of 1/48 s. All are alike, so
// that the cost of a shell should not depend on their number.
//
//   many_shells [COUNT...]
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "quickest.hpp"
#include "shells/shell_def.hpp"
#include "sim/world.hpp"

namespace {

using namespace sinew;

constexpr int SQUARES = 5;
constexpr double WIDTH = 0.1;
constexpr int FRAMES = 6;
constexpr int RUNS = 3;

shells::ShellDef sheet(int number) {
    shells::ShellDef def;
    def.name = fmt::format("Sheet {}", number);
    const double side = WIDTH / SQUARES;
    for (int j = 0; j <= SQUARES; ++j) {
        for (int i = 0; i <= SQUARES; ++i)
            def.mesh.vertices.emplace_back(i * side + 2.0 * WIDTH * number, j * side, 0.0);
    }
    VertexPins pins;
    for (int j = 0; j < SQUARES; ++j) {
        pins.vertices.push_back(j);
        for (int i = 0; i < SQUARES; ++i) {
            const int v = j * (SQUARES + 1) + i;
            def.mesh.triangles.emplace_back(v, v + 1, v + SQUARES + 2);
            def.mesh.triangles.emplace_back(v, v + SQUARES + 2, v + SQUARES + 1);
        }
    }
    pins.vertices.push_back(SQUARES);
    def.pins = {pins};
    return def;
}

struct Result {
    double cpu_ms = 0.0;  ///< of a step and a shell
    double iterations = 0.0;
};

Result run(int count) {
    Result result;
    const Quickest quickest = Quickest::of(RUNS, [&] {
        World world(WorldSettings{});
        for (int i = 0; i < count; ++i)
            world.add(sheet(i));
        const CancelToken never;
        int iterations = 0;
        int steps = 0;
        for (int frame = 0; frame < FRAMES; ++frame) {
            const FrameReport report = world.step_frame(never);
            if (report.outcome != StepOutcome::Converged)
                throw Error(ErrorCode::NotConverged, report.message);
            iterations += report.iterations;
            steps += report.steps;
        }
        result.iterations = static_cast<double>(iterations) / steps;
    });
    result.cpu_ms = quickest.cpu_ms / (2.0 * FRAMES * count);
    return result;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<int> counts;
    for (int i = 1; i < argc; ++i)
        counts.push_back(std::max(1, std::atoi(argv[i])));
    if (counts.empty()) counts = {1, 10, 50, 200};
    try {
        fmt::print("### Many small shells\n\n");
        fmt::print(
            "| shells | iterations a step | CPU ms a step and shell |\n| ---: | ---: | ---: |\n");
        for (const int count : counts) {
            const Result result = run(count);
            fmt::print("| {} | {:.2f} | {:.3f} |\n", count, result.iterations, result.cpu_ms);
            std::fflush(stdout);
        }
        fmt::print("\n");
    } catch (const Error& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
    return 0;
}
