// Runs a job of Cosserat shells and writes what the figures of [shell] need: shell_scene JOB FOLDER [FRAMES].
//
// summary.json     time and iterations a step, split of an iteration, largest angles inside an element of the last body
// <body>.nodes.csv     x, y, z of all nodes at the end, vertices first, then the middles of edges
// <body>.rest.csv      the same at rest
// <body>.triangles.csv six nodes a triangle; three of a linear element
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "bake/job.hpp"
#include "base/error.hpp"
#include "base/stage_timer.hpp"
#include "math/rotation.hpp"
#include "optimize/direct_solver.hpp"
#include "shells/shell_body.hpp"
#include "sim/world.hpp"

namespace {

using namespace sinew;
using shells::ShellBody;

/// Of all steps.
struct Steps {
    int count = 0;
    int iterations = 0;
    int most_iterations = 0;
    int halved = 0;  ///< frames that needed more steps than asked for
    double seconds = 0.0;
    double quickest_ms = 1e300;
    double residual = 0.0;
};

/// Parts of the next Newton iteration [ms], the quickest of several, and the size of the forces [N].
struct Split {
    double gradient = 1e300, hessian = 1e300, factorise = 1e300, solve = 1e300;
    double force = 0.0;
    long unknowns = 0;
};

template <class Work>
void time_it(double& quickest, const Work& work) {
    const double start = now_seconds();
    work();
    quickest = std::min(quickest, 1e3 * (now_seconds() - start));
}

Split split_of(World& world) {
    ImplicitSystem& system = world.implicit_system();
    StepInfo info;
    info.dt = 1.0 / world.settings().frame_rate / world.settings().substeps;
    info.frame_0 = world.frame();
    info.frame_1 = world.frame() + 1.0 / world.settings().substeps;
    info.gravity = world.settings().gravity;
    system.begin_step(info);
    const TotalPotential& total = system.total();
    const Eigen::VectorXd x = Eigen::VectorXd::Zero(total.size());
    Split split;
    split.unknowns = total.size();
    EnergyAndGradient energy;
    BlockMatrix H(total.pattern());
    DirectSolver direct;
    direct.analyse(total.pattern());
    Eigen::VectorXd direction;
    for (int run = 0; run < 7; ++run) {
        time_it(split.gradient, [&] { total.expand(x, energy); });
        time_it(split.hessian, [&] { total.hessian(x, PsdProjection::None, H); });
        time_it(split.factorise, [&] { direct.factorise(H); });
        time_it(split.solve, [&] { direct.solve(energy.gradient, direction, CancelToken()); });
    }
    for (const double size : energy.force_size)
        split.force = std::max(split.force, size);
    return split;
}

/// Largest angles between rotations of one triangle [degrees].
struct Angles {
    double corners = 0.0;          ///< of two corners
    double corner_to_point = 0.0;  ///< of a corner and a quadrature point
    double points = 0.0;           ///< of two quadrature points
};

Eigen::Quaterniond lane_of(const Quatp& q, int p) {
    return {q.w[p], q.v.x[p], q.v.y[p], q.v.z[p]};
}

void widen(double& largest, const Eigen::Quaterniond& a, const Eigen::Quaterniond& b) {
    largest = std::max(largest, angular_distance(a, b) * 180.0 / M_PI);
}

Angles largest_angles(const ShellBody& body) {
    Angles largest;
    for (std::size_t i = 0; i < body.mesh().triangles.size(); ++i) {
        Eigen::Quaterniond corners[3];
        Eigen::Quaterniond points[3];
        const Quatp& frames = body.elements().linear.empty() ? body.elements().quadratic[i].frames
                                                             : body.elements().linear[i].frames;
        for (int k = 0; k < 3; ++k) {
            corners[k] = body.state().rotations[body.mesh().triangles[i][k]];
            points[k] = lane_of(body.state().directors[i], k) * lane_of(frames, k).conjugate();
        }
        for (int k = 0; k < 3; ++k) {
            for (int l = 0; l < 3; ++l) {
                widen(largest.corners, corners[k], corners[l]);
                widen(largest.corner_to_point, corners[k], points[l]);
                widen(largest.points, points[k], points[l]);
            }
        }
    }
    return largest;
}

void write_points(const std::filesystem::path& path, const std::vector<Eigen::Vector3d>& points) {
    std::ofstream out(path);
    for (const Eigen::Vector3d& x : points)
        out << fmt::format("{:.9g},{:.9g},{:.9g}\n", x.x(), x.y(), x.z());
}

void write_body(const std::filesystem::path& folder, const ShellBody& body) {
    write_points(folder / (body.name() + ".nodes.csv"), body.state().positions);
    std::vector<Eigen::Vector3d> rest = body.mesh().nodes;
    rest.resize(body.state().positions.size());
    write_points(folder / (body.name() + ".rest.csv"), rest);
    std::ofstream out(folder / (body.name() + ".triangles.csv"));
    for (const auto& t : body.mesh().triangles) {
        if (body.elements().linear.empty()) {
            out << fmt::format("{},{},{},{},{},{}\n", t[0], t[1], t[2], t[3], t[4], t[5]);
        } else {
            out << fmt::format("{},{},{}\n", t[0], t[1], t[2]);
        }
    }
}

void run(const std::filesystem::path& path, const std::filesystem::path& folder, int most_frames) {
    const bake::Job job = bake::load_job(path);
    const auto world = bake::make_world(job, 0, {});
    const int frames = std::min(job.frame_count() - 1, most_frames);
    Steps steps;
    for (int i = 0; i < frames; ++i) {
        const FrameReport report = world->step_frame(CancelToken());
        if (report.outcome != StepOutcome::Converged)
            throw Error(ErrorCode::NotConverged, report.message);
        steps.count += report.steps;
        steps.iterations += report.iterations;
        steps.most_iterations = std::max(steps.most_iterations, report.iterations / report.steps);
        steps.halved += report.steps > job.world.substeps ? 1 : 0;
        steps.residual = std::max(steps.residual, report.residual);
        if (i == 0) continue;  // the pattern is made in the first
        steps.seconds += report.seconds;
        steps.quickest_ms = std::min(steps.quickest_ms, 1e3 * report.seconds / report.steps);
    }
    std::filesystem::create_directories(folder);
    Angles angles;
    for (const auto& body : world->bodies()) {
        const auto& shell = dynamic_cast<const ShellBody&>(*body);
        angles = largest_angles(shell);
        write_body(folder, shell);
    }
    const Split split = split_of(*world);
    std::ofstream(folder / "summary.json") << fmt::format(
        "{{\"steps\": {}, \"unknowns\": {}, \"ms_a_step\": {:.4g}, \"quickest_ms\": {:.4g}, "
        "\"iterations_a_step\": {:.4g}, \"most_iterations\": {}, \"halved_frames\": {}, "
        "\"residual\": {:.3g}, \"force\": {:.4g}, \"angle_of_corners\": {:.4g}, "
        "\"angle_of_corner_and_point\": {:.4g}, \"angle_of_points\": {:.4g}, "
        "\"gradient_ms\": {:.4g}, \"hessian_ms\": {:.4g}, \"factorise_ms\": {:.4g}, "
        "\"solve_ms\": {:.4g}}}\n",
        steps.count, split.unknowns, 1e3 * steps.seconds / std::max(1, steps.count - 1),
        steps.quickest_ms, static_cast<double>(steps.iterations) / steps.count,
        steps.most_iterations, steps.halved, steps.residual, split.force, angles.corners,
        angles.corner_to_point, angles.points, split.gradient, split.hessian, split.factorise,
        split.solve);
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        fmt::print(stderr, "usage: shell_scene JOB FOLDER [FRAMES]\n");
        return 2;
    }
    try {
        run(arguments[1], arguments[2], count > 3 ? std::atoi(arguments[3]) : 1'000'000'000);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", arguments[1], error.what());
        return 1;
    }
}
