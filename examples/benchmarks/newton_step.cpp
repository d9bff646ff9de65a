// What an implicit step of a micropolar solid costs, and which part of it: the twisted cantilever of [micropolar
// section 5.1] in three resolutions. Prints a table in Markdown.
//
// Memory is what malloc has handed out: of the body, its terms and the matrix, which is what a tetrahedron costs, and of the
// factor beside it.
//
// With a number as argument: only a body of about that many tetrahedra.
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <vector>

#include "implicit/implicit_system.hpp"
#include "mesh/box_tets.hpp"
#include "optimize/automatic_solver.hpp"
#include "optimize/direct_solver.hpp"
#include "optimize/pcg_solver.hpp"
#include "quickest.hpp"
#include "solids/solid_body.hpp"

namespace {

using namespace sinew;

constexpr double WIDTH = 0.05;        // [m]
constexpr double LENGTH = 0.6;        // [m]
constexpr double SPEED = M_PI / 4.0;  // of both ends, in opposite directions [rad/s]
constexpr double DT = 0.01;           // [s]

/// Cells along and across that make about `tets` tetrahedra, six a cell.
std::unique_ptr<solids::SolidDef> cantilever(double tets) {
    const int across = std::max(1, static_cast<int>(std::lround(std::cbrt(tets / 6.0 / 12.0))));
    const int along = static_cast<int>(std::lround(tets / 6.0 / (across * across)));
    auto def = std::make_unique<solids::SolidDef>();
    def->law = solids::SolidLaw::Linear;
    def->name = "Cantilever";
    def->tets =
        box_tets({0, -0.5 * WIDTH, -0.5 * WIDTH}, {LENGTH, WIDTH, WIDTH}, {along, across, across});
    def->params.young_modulus = 1e4;
    for (const double end : {0.0, LENGTH}) {
        const double turn = end == 0.0 ? SPEED : -SPEED;
        solids::SolidPins pins;
        pins.rotation = true;
        std::vector<double> velocities;
        std::vector<double> angular;
        for (int i = 0; i < static_cast<int>(def->tets.vertices.size()); ++i) {
            const Eigen::Vector3d& x = def->tets.vertices[i];
            if (std::abs(x.x() - end) > 1e-9) continue;
            pins.vertices.push_back(i);
            const Eigen::Vector3d axis(turn, 0.0, 0.0);
            const Eigen::Vector3d velocity = axis.cross(x);
            velocities.insert(velocities.end(), velocity.begin(), velocity.end());
            angular.insert(angular.end(), axis.begin(), axis.end());
        }
        pins.velocities = AnimatedArray::constant(velocities);
        pins.angular_velocities = AnimatedArray::constant(angular);
        def->pins.push_back(pins);
    }
    return def;
}

struct Row {
    double tets = 0.0;
    double unknowns = 0.0;
    Quickest gradient, hessian, factorise, solve;
    Quickest iterative;  ///< conjugate gradients in place of factorise and solve
    int cg_iterations = 0;
    double cg_budget = 0.0;     ///< iterations that count as much work as factorise and solve
    double bytes = 0.0;         ///< of body, terms, pattern and matrix
    double factor_bytes = 0.0;  ///< of the direct solver
    double step_ms = 1e300;
    double newton_iterations = 0.0;  ///< a step

    /// One Newton iteration with the direct solver.
    double iteration_ms() const {
        return gradient.wall_ms + hessian.wall_ms + factorise.wall_ms + solve.wall_ms;
    }
    double iteration_cpu_ms() const {
        return gradient.cpu_ms + hessian.cpu_ms + factorise.cpu_ms + solve.cpu_ms;
    }
};

double allocated_bytes() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

StepInfo step_info(int step) {
    StepInfo info;
    info.dt = DT;
    info.frame_0 = step;
    info.frame_1 = step + 1;
    return info;
}

/// Lets the bar twist for a while, then takes the next Newton iteration apart.
Row measure(double tets) {
    const std::unique_ptr<solids::SolidDef> def = cantilever(tets);
    const double bytes_before = allocated_bytes();
    ImplicitSystem system({});
    solids::SolidBody body(*def, system, std::vector<const Mover*>(def->pins.size(), nullptr));
    Row row;
    row.tets = static_cast<double>(def->tets.tetrahedra.size());
    {
        system.begin_step(step_info(0));
        const BlockMatrix matrix(system.total().pattern());
        row.bytes = allocated_bytes() - bytes_before;
    }
    const CancelToken cancel;
    const int steps = tets > 5e4 ? 3 : 10;
    for (int i = 0; i < steps; ++i) {
        const StepInfo info = step_info(i);
        const double start = now_seconds();
        system.begin_step(info);
        const SolveReport report = system.solve(info, cancel);
        system.accept_step(info);
        if (report.outcome != StepOutcome::Converged)
            throw Error(ErrorCode::NotConverged, report.worst);
        row.newton_iterations += static_cast<double>(report.iterations) / steps;
        if (i > 0) row.step_ms = std::min(row.step_ms, 1e3 * (now_seconds() - start));
    }

    system.begin_step(step_info(steps));
    const TotalPotential& total = system.total();
    row.unknowns = static_cast<double>(total.size());
    const Eigen::VectorXd x = body.motion().predicted();
    const int runs = tets > 5e4 ? 2 : 10;
    EnergyAndGradient energy;
    BlockMatrix H(total.pattern());
    row.gradient = Quickest::of(runs, [&] { total.expand(x, energy); });
    row.hessian = Quickest::of(runs, [&] { total.hessian(x, PsdProjection::None, H); });
    Eigen::VectorXd direction;
    const double bytes_before_factor = allocated_bytes();
    DirectSolver direct;
    direct.analyse(total.pattern());
    direct.factorise(H);
    row.factor_bytes = allocated_bytes() - bytes_before_factor;
    row.factorise = Quickest::of(runs, [&] { direct.factorise(H); });
    row.solve = Quickest::of(runs, [&] { direct.solve(energy.gradient, direction, cancel); });
    PcgSolver iterative;
    iterative.analyse(total.pattern());
    row.iterative = Quickest::of(std::min(runs, 3), [&] {
        iterative.factorise(H);
        iterative.solve(energy.gradient, direction, cancel);
    });
    row.cg_iterations = iterative.iterations();
    AutomaticSolver automatic({.memory = 1e15});
    automatic.analyse(total.pattern());
    row.cg_budget = automatic.budget();
    return row;
}

}  // namespace

int main(int count, char** arguments) {
    try {
        std::vector<double> sizes{1e3, 9.2e3, 1e5};
        if (count > 1) sizes = {std::atof(arguments[1])};
        std::printf("### A Newton iteration of a micropolar solid\n\n");
        std::printf(
            "| tetrahedra | unknowns | gradient [ms] | Hessian [ms] | factorise [ms] | solve [ms] "
            "| iteration [ms] | CPU [ms] | conjugate gradients instead [ms] | CPU [ms] | their "
            "iterations "
            "| iterations of equal work | whole step [ms] | Newton iterations | bytes a "
            "tetrahedron | factor [MB] |\n");
        for (int column = 0; column < 16; ++column)
            std::printf("| ---: %s", column == 15 ? "|\n" : "");
        std::vector<Row> rows;
        for (const double size : sizes) {
            const Row row = measure(size);
            std::printf(
                "| %.0f | %.0f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %d | %.0f "
                "| %.0f "
                "| %.1f | %.0f | %.0f |\n",
                row.tets, row.unknowns, row.gradient.wall_ms, row.hessian.wall_ms,
                row.factorise.wall_ms, row.solve.wall_ms, row.iteration_ms(),
                row.iteration_cpu_ms(), row.iterative.wall_ms, row.iterative.cpu_ms,
                row.cg_iterations, row.cg_budget, row.step_ms, row.newton_iterations,
                row.bytes / row.tets, row.factor_bytes * 1e-6);
            std::fflush(stdout);
            rows.push_back(row);
        }
        if (rows.size() > 1) {
            const Row& a = rows.front();
            const Row& b = rows.back();
            const double ratio = std::log(b.tets / a.tets);
            std::printf(
                "\nTime of an iteration grows as tetrahedra to the power of %.2f, CPU time %.2f.\n",
                std::log(b.iteration_ms() / a.iteration_ms()) / ratio,
                std::log(b.iteration_cpu_ms() / a.iteration_cpu_ms()) / ratio);
        }
        std::printf("\n");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
