// Newton iterations of thin soft sheets, and how far their positions are from those of forces balanced to 1e-9. Prints a table in
// Markdown.
//
// A sheet of 1 m of n × n squares, E = 20 MPa, h = 0.3 mm, 500 kg/m³, starts level and falls for 24 frames, held at one edge or at two
// corners. Distances are the largest of all vertices in frames 6, 12, 18 and 24, between two runs from the start.
//
//   sheet_newton [SQUARES...] [--tolerance T] [--plain] [--only BEGINNING]
//
// Where the run to 1e-9 tries steps again with shorter ones, distances are those of another time step: the last column says so.
//
// --plain leaves the comparison out, --only the scenes whose names do not begin so.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_stream.hpp"
#include "base/error.hpp"
#include "shells/shell_def.hpp"
#include "sim/world.hpp"

namespace {

using namespace sinew;

constexpr int FRAMES = 24;
constexpr int COMPARED_EVERY = 6;
constexpr double EXACT = 1e-9;

struct Scene {
    const char* name;
    int substeps;
    bool corners;  ///< held at two corners, else at an edge
    Integrator integrator = Integrator::BackwardEuler;
    std::function<void(shells::ShellDef&)> change = [](shells::ShellDef&) {};
};

shells::ShellDef sheet(int n, bool corners) {
    shells::ShellDef def;
    def.name = "Sheet";
    for (int j = 0; j <= n; ++j) {
        for (int i = 0; i <= n; ++i)
            def.mesh.vertices.emplace_back(static_cast<double>(i) / n, static_cast<double>(j) / n,
                                           0.0);
    }
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
            const int v = j * (n + 1) + i;
            def.mesh.triangles.emplace_back(v, v + 1, v + n + 2);
            def.mesh.triangles.emplace_back(v, v + n + 2, v + n + 1);
        }
    }
    def.params.young_modulus = 2e7;
    def.params.thickness = 3e-4;
    def.params.density = 500.0;
    VertexPins pins;
    for (int i = 0; i <= n; ++i) {
        if (!corners || i == 0 || i == n) pins.vertices.push_back(i);
    }
    def.pins = {pins};
    return def;
}

/// The first two corners go to each other and back.
void push_together(shells::ShellDef& def) {
    AnimatedArray& array = def.pins[0].positions;
    for (int frame = 1; frame <= FRAMES + 1; ++frame) {
        const double shift = 0.3 * std::sin(M_PI * (frame - 1) / FRAMES);
        array.frames.push_back(frame);
        array.values.insert(array.values.end(), {shift, 0.0, 0.0, 1.0 - shift, 0.0, 0.0});
    }
    array.width = 6;
}

std::vector<Scene> scenes() {
    return {{"edge, 2 substeps", 2, false},
            {"corners, 2 substeps", 2, true},
            {"edge, 1 substep", 1, false},
            {"corners, 1 substep", 1, true}};
}

std::vector<Scene> harder_scenes() {
    const auto soft = [](shells::ShellDef& def) {
        def.params.young_modulus = 1e6;
        def.params.thickness = 5e-4;
        def.params.damping = 0.5;
    };
    const auto stiff = [](shells::ShellDef& def) {
        def.params.young_modulus = 2e9;
        def.params.thickness = 1e-4;
    };
    const auto damped = [](shells::ShellDef& def) { def.params.material_damping = 0.01; };
    const auto nonlinear = [](shells::ShellDef& def) { def.area_law = shells::AreaLaw::Nonlinear; };
    const Integrator euler = Integrator::BackwardEuler;
    return {{"E = 1 MPa, h = 0.5 mm, damped, corners, 1 substep", 1, true, euler, soft},
            {"E = 2 GPa, h = 0.1 mm, corners, 2 substeps", 2, true, euler, stiff},
            {"material damping 0.01 s, edge, 2 substeps", 2, false, euler, damped},
            {"nonlinear area law, corners, 2 substeps", 2, true, euler, nonlinear},
            {"BDF2, corners, 2 substeps", 2, true, Integrator::Bdf2},
            {"corners pushed together and back, 2 substeps", 2, true, euler, push_together},
            {"quasi-static, edge, 2 substeps", 2, false, Integrator::QuasiStatic}};
}

struct Result {
    int steps = 0;
    int iterations = 0;
    double distance = 0.0;  ///< [m]
    double seconds = 0.0;
    std::string message;
};

std::vector<double> positions_of(const World& world) {
    std::vector<double> positions(3 * world.bodies()[0]->output_count());
    world.bodies()[0]->output_positions(positions);
    return positions;
}

double apart(const World& a, const World& b) {
    const std::vector<double> x = positions_of(a);
    const std::vector<double> y = positions_of(b);
    double largest = 0.0;
    for (std::size_t i = 0; i < x.size(); i += 3)
        largest =
            std::max(largest, std::hypot(x[i] - y[i], x[i + 1] - y[i + 1], x[i + 2] - y[i + 2]));
    return largest;
}

Result run(const Scene& scene, int n, double tolerance, bool compare) {
    WorldSettings settings;
    settings.substeps = scene.substeps;
    settings.implicit.integrator = scene.integrator;
    if (tolerance > 0.0) settings.implicit.tolerance = tolerance;
    shells::ShellDef def = sheet(n, scene.corners);
    scene.change(def);
    World world(settings);
    world.add(def);
    settings.implicit.tolerance = EXACT;
    settings.implicit.iterations = 200;
    World exact(settings);
    exact.add(def);
    const CancelToken never;
    Result result;
    int exact_steps = 0;
    for (int frame = 1; frame <= FRAMES; ++frame) {
        const bool compared = compare && frame % COMPARED_EVERY == 0;
        const FrameReport report = world.step_frame(never);
        result.steps += report.steps;
        result.iterations += report.iterations;
        result.seconds += report.seconds;
        if (report.outcome != StepOutcome::Converged) {
            result.message = fmt::format("failed in frame {}", frame);
            return result;
        }
        if (!compare) continue;
        const FrameReport exact_report = exact.step_frame(never);
        exact_steps += exact_report.steps;
        if (exact_report.outcome != StepOutcome::Converged) {
            result.message = "not compared: the exact run failed";
            compare = false;
        } else if (compared) {
            result.distance = std::max(result.distance, apart(world, exact));
        }
    }
    if (compare && exact_steps != result.steps)
        result.message = fmt::format("compared with {} steps", exact_steps);
    return result;
}

void print_row(const Scene& scene, int n, double tolerance, bool compare) {
    const Result result = run(scene, n, tolerance, compare);
    fmt::print("| {} | {} | {} | {:.2f} | {} | {:.0f} | {} |\n", scene.name, n, result.steps,
               static_cast<double>(result.iterations) / std::max(1, result.steps),
               compare ? fmt::format("{:.1e}", result.distance) : "",
               1e3 * result.seconds / std::max(1, result.steps), result.message);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<int> squares;
    double tolerance = 0.0;
    bool compare = true;
    std::string only;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--plain") {
            compare = false;
        } else if (argument == "--tolerance" && i + 1 < argc) {
            tolerance = std::atof(argv[++i]);
        } else if (argument == "--only" && i + 1 < argc) {
            only = argv[++i];
        } else {
            squares.push_back(std::max(1, std::atoi(argv[i])));
        }
    }
    try {
        fmt::print("### Newton iterations of thin sheets\n\n");
        fmt::print(
            "| sheet | squares a side | steps | iterations a step | distance to balanced forces "
            "[m] | ms a step | |\n");
        fmt::print("| --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
        for (const int n : squares.empty() ? std::vector<int>{16, 32} : squares) {
            for (const Scene& scene : scenes()) {
                if (std::string(scene.name).starts_with(only))
                    print_row(scene, n, tolerance, compare);
            }
        }
        if (squares.empty()) {
            for (const Scene& scene : harder_scenes()) {
                if (std::string(scene.name).starts_with(only))
                    print_row(scene, 24, tolerance, false);
            }
        }
        fmt::print("\n");
    } catch (const Error& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
    return 0;
}
