// The twisted cantilever of [micropolar section 5.1, Fig. 2 and 3]: a bar whose ends are turned in opposite directions.
//
//   twisted_cantilever centred|boxes CELLS_ACROSS CELLS_ALONG STEPS FOLDER
//
// Writes FOLDER/interpolation.csv (errors of the rotations inside the elements over time), FOLDER/summary.json (the figures
// of the paper at the end) and FOLDER/bar.csv (vertices of the last state with their rotations).
//
// The reference for rotations inside an element is the spherical average of those at its corners [Buss and Fillmore 2001],
// for the curvature its derivative by central differences. Compared are what the solver has at its quadrature points
// (interpolated angular velocities) and the linear interpolation of total rotation vectors.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <numbers>

#include "base/parallel.hpp"
#include "base/stage_timer.hpp"
#include "math/nearest_rotation.hpp"
#include "math/rotation.hpp"
#include "math/spherical_average.hpp"
#include "mesh/box_tets.hpp"
#include "solids/solid_body.hpp"

namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using namespace sinew;
using solids::SolidBody;
using solids::SolidDef;

constexpr double LENGTH = 0.6;                    // [m]
constexpr double SIDE = 0.05;                     // [m]
constexpr double DT = 0.01;                       // [s]
constexpr double SPEED = std::numbers::pi / 4.0;  // of each end [rad/s]
constexpr double PAPERS_TWIST =
    31.0 / 180.0 * std::numbers::pi;  // largest inside one element [rad]
constexpr double DEGREES = 180.0 / std::numbers::pi;

/// E = 10 kPa, ν = 0.3, µ_c = µ, L_c = 0; both ends held.
SolidDef cantilever(const TetMesh& bar) {
    SolidDef def;
    def.name = "Cantilever";
    def.tets = bar;
    def.law = solids::SolidLaw::Linear;
    def.params.young_modulus = 1e4;
    def.params.poisson_ratio = 0.3;
    def.pins.resize(2);
    for (solids::SolidPins& pins : def.pins)
        pins.rotation = true;
    for (int i = 0; i < static_cast<int>(def.tets.vertices.size()); ++i) {
        const double x = def.tets.vertices[i].x();
        if (x < 1e-9) def.pins[0].vertices.push_back(i);
        if (x > LENGTH - 1e-9) def.pins[1].vertices.push_back(i);
    }
    return def;
}

/// Turns about x by `speed`, one key a step.
Mover turning(const std::string& name, double speed, int steps) {
    MoverDef def{.name = name, .transforms = {}};
    def.transforms.width = MOVER_WIDTH;
    for (int i = 0; i <= steps; ++i) {
        const double c = std::cos(speed * DT * i);
        const double s = std::sin(speed * DT * i);
        def.transforms.frames.push_back(i);
        const double matrix[] = {1, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0};
        def.transforms.values.insert(def.transforms.values.end(), std::begin(matrix),
                                     std::end(matrix));
    }
    return Mover(def);
}

using Corners = std::array<Quaterniond, 4>;

Corners corners_of(const SolidBody& body, std::size_t tet) {
    Corners q;
    for (int a = 0; a < 4; ++a)
        q[a] = body.state().rotations[body.def().tets.tetrahedra[tet][a]];
    return q;
}
Quaterniond at_point(const SolidBody& body, std::size_t tet, int p) {
    const Quatp& q = body.state().point_rotations[tet];
    return {q.w[p], q.v.x[p], q.v.y[p], q.v.z[p]};
}

/// θ + 2π k n, k whole, nearest to `reference`: the same rotation. [Münch 2007, section 2.5]
Vector3d nearest_turn(const Vector3d& theta, const Vector3d& reference) {
    const double angle = theta.norm();
    if (angle < 1e-12) return theta;
    const Vector3d axis = theta / angle;
    const double turns = std::round((axis.dot(reference) - angle) / (2.0 * std::numbers::pi));
    return theta + 2.0 * std::numbers::pi * turns * axis;
}

/// Total rotation vectors, interpolated linearly.
Quaterniond by_rotation_vectors(const Corners& q, const std::array<double, 4>& weights) {
    const Vector3d reference = nearest_turn(log_quaternion(q[0]), Vector3d::Zero());
    Vector3d theta = Vector3d::Zero();
    for (int a = 0; a < 4; ++a)
        theta += weights[a] * nearest_turn(log_quaternion(q[a]), reference);
    return exp_quaternion(theta);
}

struct InterpolationErrors {
    double angular_velocities = 0.0;  // [rad]
    double rotation_vectors = 0.0;    // [rad]
};

InterpolationErrors interpolation_errors(const SolidBody& body) {
    InterpolationErrors errors;
    for (std::size_t tet = 0; tet < body.elements().size(); ++tet) {
        const Corners q = corners_of(body, tet);
        for (int p = 0; p < 4; ++p) {
            const auto& weights = TET_QUADRATURE.points[p];
            const Quaterniond reference = spherical_average(q, weights);
            errors.angular_velocities = std::max(
                errors.angular_velocities, angular_distance(at_point(body, tet, p), reference));
            errors.rotation_vectors =
                std::max(errors.rotation_vectors,
                         angular_distance(by_rotation_vectors(q, weights), reference));
        }
    }
    return errors;
}

/// Largest angle between two corners of one element [rad].
double largest_twist(const SolidBody& body) {
    double largest = 0.0;
    for (std::size_t tet = 0; tet < body.elements().size(); ++tet) {
        const Corners q = corners_of(body, tet);
        for (int a = 0; a < 4; ++a) {
            for (int b = 0; b < a; ++b)
                largest = std::max(largest, angular_distance(q[a], q[b]));
        }
    }
    return largest;
}

/// Mean angle between microrotations and the polar factor of F [rad], that of straight edges as in the paper. It is constant
/// in an element while the microrotation is not: at the centroids only their difference counts, at the quadrature points also how coarse F is.
struct MacroAngles {
    double centroids = 0.0;
    double points = 0.0;
};

MacroAngles mean_angles_to_macrorotation(const SolidBody& body) {
    MacroAngles sum;
    double volume = 0.0;
    for (std::size_t tet = 0; tet < body.elements().size(); ++tet) {
        const Quaterniond R = nearest_rotation(body.elements().deformation_gradient(tet));
        const double weight = body.elements().rest(tet).volume;
        const Quaterniond centroid =
            spherical_average(corners_of(body, tet), std::array{0.25, 0.25, 0.25, 0.25});
        sum.centroids += weight * angular_distance(centroid, R);
        for (int p = 0; p < 4; ++p)
            sum.points += 0.25 * weight * angular_distance(at_point(body, tet, p), R);
        volume += weight;
    }
    return {sum.centroids / volume, sum.points / volume};
}

/// Columns 2 vec(q̄ ∂q/∂X_i).
Matrix3d curvature(const Quaterniond& q, const Eigen::Matrix<double, 4, 3>& gradient) {
    Matrix3d Gamma;
    for (int i = 0; i < 3; ++i) {
        const Quaterniond derivative{Eigen::Vector4d(gradient.col(i))};
        Gamma.col(i) = 2.0 * (q.conjugate() * derivative).vec();
    }
    return Gamma;
}

/// Largest difference of the curvature [eq. 27, 28] to that of the spherical averages, relative to the latter [1].
double largest_curvature_error(const SolidBody& body) {
    double largest = 0.0;
    for (std::size_t tet = 0; tet < body.elements().size(); ++tet) {
        const Corners q = corners_of(body, tet);
        const auto& G = body.elements().rest(tet).gradients;
        Eigen::Matrix<double, 4, 3> nodal = Eigen::Matrix<double, 4, 3>::Zero();
        for (int a = 0; a < 4; ++a)
            nodal += q[a].coeffs() * G.col(a).transpose();
        const double h = 1e-3 / G.norm();
        for (int p = 0; p < 4; ++p) {
            Eigen::Matrix<double, 4, 3> exact;
            for (int axis = 0; axis < 3; ++axis) {
                std::array<double, 4> ahead = TET_QUADRATURE.points[p];
                std::array<double, 4> behind = ahead;
                for (int a = 0; a < 4; ++a) {
                    ahead[a] += h * G(axis, a);
                    behind[a] -= h * G(axis, a);
                }
                exact.col(axis) =
                    (spherical_average(q, ahead).coeffs() - spherical_average(q, behind).coeffs()) /
                    (2.0 * h);
            }
            const Matrix3d reference =
                curvature(spherical_average(q, TET_QUADRATURE.points[p]), exact);
            const Matrix3d ours = curvature(at_point(body, tet, p), nodal);
            largest = std::max(largest, (ours - reference).norm() / reference.norm());
        }
    }
    return largest;
}

/// How far the middle of the bar is from the line between its ends [m].
double sideways(const SolidBody& body) {
    Vector3d sum = Vector3d::Zero();
    int count = 0;
    for (std::size_t i = 0; i < body.state().positions.size(); ++i) {
        if (std::abs(body.def().tets.vertices[i].x() - 0.5 * LENGTH) > 0.05 * LENGTH) continue;
        sum += body.state().positions[i];
        ++count;
    }
    return sum.tail<2>().norm() / count;
}

struct Counts {
    double papers_twist_time =
        0.0;  // when an element is first twisted as far as in the paper [s]; 0: not yet
    double papers_twist_error = 0.0;  // of the curvature then [1]
    int steps = 0;
    int most_iterations = 0;
    long iterations = 0;
    double seconds = 0.0;
};

/// Runs all steps; false when one does not converge.
bool run(ImplicitSystem& system, const SolidBody& body, int steps, Counts& counts,
         std::ostream& table) {
    table << "time,angular_velocities,rotation_vectors,iterations,mean_angle,sideways\n";
    for (int i = 0; i < steps; ++i) {
        const StepInfo step{.dt = DT, .frame_0 = double(i), .frame_1 = i + 1.0};
        const double start = now_seconds();
        system.begin_step(step);
        const SolveReport report = system.solve(step, CancelToken());
        if (report.outcome != StepOutcome::Converged) {
            std::cerr << fmt::format("step {}: {} at {}\n", i, to_string(report.outcome),
                                     report.worst);
            return false;
        }
        system.accept_step(step);
        counts.seconds += now_seconds() - start;
        ++counts.steps;
        counts.iterations += report.iterations;
        counts.most_iterations = std::max(counts.most_iterations, report.iterations);
        if ((i + 1) % 10 != 0) continue;
        const InterpolationErrors errors = interpolation_errors(body);
        if (counts.papers_twist_time == 0.0 && largest_twist(body) >= PAPERS_TWIST) {
            counts.papers_twist_time = DT * (i + 1);
            counts.papers_twist_error = largest_curvature_error(body);
        }
        table << fmt::format("{},{},{},{},{},{}\n", DT * (i + 1), errors.angular_velocities,
                             errors.rotation_vectors, report.iterations,
                             mean_angles_to_macrorotation(body).centroids, sideways(body));
    }
    return true;
}

void write_summary(const std::filesystem::path& folder, const SolidBody& body,
                   const Counts& counts) {
    const MacroAngles angles = mean_angles_to_macrorotation(body);
    std::ofstream(folder / "summary.json") << fmt::format(
        R"({{"tetrahedra": {}, "unknowns": {}, "seconds": {}, "steps": {},
 "mean_iterations": {:.3f}, "most_iterations": {}, "ms_per_iteration": {:.1f},
 "largest_twist_degrees": {:.3f}, "mean_angle_degrees": {:.3f}, "mean_angle_at_points_degrees": {:.3f}, "sideways": {:.3g},
 "largest_curvature_error": {:.6f}, "papers_twist_time": {:.2f}, "papers_twist_error": {:.6f},
 "elastic_energy": {}}}
)",
        body.elements().size(), 6 * body.state().positions.size(), DT * counts.steps, counts.steps,
        static_cast<double>(counts.iterations) / counts.steps, counts.most_iterations,
        1e3 * counts.seconds / static_cast<double>(std::max(1L, counts.iterations)),
        DEGREES * largest_twist(body), DEGREES * angles.centroids, DEGREES * angles.points,
        sideways(body), largest_curvature_error(body), counts.papers_twist_time,
        counts.papers_twist_error, body.measure({}).energy.elastic);
    std::ofstream bar(folder / "bar.csv");
    bar << "x,y,z,qw,qx,qy,qz\n";
    for (std::size_t i = 0; i < body.state().positions.size(); ++i) {
        const Vector3d& x = body.state().positions[i];
        const Quaterniond& q = body.state().rotations[i];
        bar << fmt::format("{},{},{},{},{},{},{}\n", x.x(), x.y(), x.z(), q.w(), q.x(), q.y(),
                           q.z());
    }
}

}  // namespace

int main(int count, char** arguments) {
    const std::string kind = count == 6 ? arguments[1] : "";
    if (kind != "centred" && kind != "boxes") {
        std::cerr
            << "usage: twisted_cantilever centred|boxes CELLS_ACROSS CELLS_ALONG STEPS FOLDER\n";
        return 2;
    }
    const int across = std::atoi(arguments[2]);
    const int along = std::atoi(arguments[3]);
    const int steps = std::atoi(arguments[4]);
    if (across < 1 || along < 1 || steps < 1) {
        std::cerr << "cells and steps must be at least 1\n";
        return 2;
    }
    const std::filesystem::path folder = arguments[5];
    std::filesystem::create_directories(folder);
    const auto make_bar = kind == "boxes" ? box_tets : centred_box_tets;
    const SolidDef def = cantilever(
        make_bar({0.0, -0.5 * SIDE, -0.5 * SIDE}, {LENGTH, SIDE, SIDE}, {along, across, across}));
    const Mover left = turning("left", -SPEED, steps);
    const Mover right = turning("right", SPEED, steps);
    int status = 0;
    ThreadPool().run([&] {
        ImplicitSystem system({});
        const SolidBody body(def, system, {&left, &right});
        Counts counts;
        std::ofstream table(folder / "interpolation.csv");
        if (!run(system, body, steps, counts, table)) status = 3;
        if (counts.steps > 0) write_summary(folder, body, counts);
    });
    return status;
}
