// Convergence of the two rod solvers on a hard start [viper Fig. 14].
//
//   rod_convergence [CSV]
//
// The ends of a rod jump to twice its length and one step follows: what is pulled at the ends has to reach
// every point. Prints energies and residual by iteration, as a table and as CSV.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "base/cancel.hpp"
#include "sim/world.hpp"
#include "viper/body/rod_system.hpp"
#include "viper/step/rod_objective.hpp"
#include "viper/step/rod_strains.hpp"

namespace {

using namespace sinew;
using namespace sinew::viper;

constexpr int SEGMENTS = 32;
constexpr double RADIUS = 0.05;         // [m]
constexpr double SECONDS = 1.0 / 24.0;  // one step of a whole frame
constexpr int SWEEPS = 10'000;

/// One iterate of a solver.
struct Iterate {
    int iteration = 0;
    double strain_energy = 0.0;  ///< all elastic terms but volume [J]
    double volume_energy = 0.0;  ///< [J]
    double residual = 0.0;       ///< relative [1]
};

RodsDef stretched_rod() {
    RodsDef def;
    def.name = "Rod";
    for (int i = 0; i <= SEGMENTS; ++i) {
        def.points.emplace_back(static_cast<double>(i) / SEGMENTS, 0.0, 0.0);
        def.radii.push_back(RADIUS);
    }
    def.counts = {SEGMENTS + 1};
    RodPins pins;
    pins.points = {0, SEGMENTS};
    pins.positions = AnimatedArray::constant({-0.5, 0.0, 0.0, 1.5, 0.0, 0.0});
    def.pins.push_back(pins);
    return def;
}

std::vector<Iterate> run(RodMethod method, int iterations) {
    WorldSettings settings;
    settings.frame_rate = 1.0 / SECONDS;
    settings.substeps = 1;
    settings.max_halvings = 0;
    settings.gravity.setZero();
    settings.rods.method = method;
    settings.rods.iterations = iterations;
    settings.rods.tolerance = 1e-12;
    World world(settings);
    world.add(stretched_rod());

    std::vector<Iterate> iterates;
    RodExpansion expansion;
    world.rod_system().set_observer([&](int iteration, const RodBatch& batch) {
        const RodEnergies now = energies(batch, batch.current, {});
        expansion.resize(batch.points);
        expand(batch, batch.current, {}, Pack(1.0), expansion);
        // The chain solver looks twice at an iterate whose Hessian it does not like.
        if (!iterates.empty() && iterates.back().iteration == iteration) return;
        iterates.push_back({iteration, (now.elastic() - now.volume)[0], now.volume[0],
                            expansion.residual[0] / expansion.force[0]});
    });
    world.step_frame(CancelToken());
    return iterates;
}

/// Is the iterate one of those worth a line: all of the first ten, then 20, 50, 100, 200, 500, …
bool worth_a_line(int iteration) {
    if (iteration <= 10) return true;
    while (iteration % 10 == 0)
        iteration /= 10;
    return iteration == 1 || iteration == 2 || iteration == 5;
}

void print_table(const char* title, const std::vector<Iterate>& iterates) {
    fmt::print("{}\n{:>9}  {:>17}  {:>17}  {:>9}\n", title, "iteration", "strain energy [J]",
               "volume energy [J]", "residual");
    for (const Iterate& it : iterates) {
        if (!worth_a_line(it.iteration)) continue;
        fmt::print("{:>9}  {:>17.9f}  {:>17.9f}  {:>9.1e}\n", it.iteration, it.strain_energy,
                   it.volume_energy, it.residual);
    }
    fmt::print("\n");
}

bool write_csv(const char* path,
               const std::vector<std::pair<std::string, std::vector<Iterate>>>& runs) {
    std::FILE* file = std::fopen(path, "w");
    if (file == nullptr) return false;
    fmt::print(file, "method,iteration,strain_energy,volume_energy,residual\n");
    for (const auto& [method, iterates] : runs) {
        for (const Iterate& it : iterates) {
            fmt::print(file, "{},{},{:.12g},{:.12g},{:.6g}\n", method, it.iteration,
                       it.strain_energy, it.volume_energy, it.residual);
        }
    }
    return std::fclose(file) == 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const auto chain = run(RodMethod::Chain, 100);
        const auto sweeps = run(RodMethod::GaussSeidel, SWEEPS);
        print_table("Chain Newton", chain);
        print_table("Gauss-Seidel", sweeps);
        if (argc > 1 && !write_csv(argv[1], {{"chain", chain}, {"gauss_seidel", sweeps}})) {
            std::perror(argv[1]);
            return 1;
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
