// Plates in a system of their own.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "shells/shell_body.hpp"

namespace sinew::test {

using shells::ShellBody;
using shells::ShellDef;
using shells::ShellPins;

/// A plate from the origin along x and y, of squares cut into two triangles. Vertex (i, j) has the index j (n_x + 1) + i.
inline ShellDef plate(double length, double width, int n_x, int n_y) {
    ShellDef def;
    def.name = "Plate";
    for (int j = 0; j <= n_y; ++j) {
        for (int i = 0; i <= n_x; ++i)
            def.mesh.vertices.emplace_back(length * i / n_x, width * j / n_y, 0.0);
    }
    for (int j = 0; j < n_y; ++j) {
        for (int i = 0; i < n_x; ++i) {
            const int v = j * (n_x + 1) + i;
            def.mesh.triangles.emplace_back(v, v + 1, v + n_x + 2);
            def.mesh.triangles.emplace_back(v, v + n_x + 2, v + n_x + 1);
        }
    }
    return def;
}

inline std::vector<int> vertices_where(const ShellDef& def,
                                       const std::function<bool(const Eigen::Vector3d&)>& where) {
    std::vector<int> found;
    for (std::size_t i = 0; i < def.mesh.vertices.size(); ++i) {
        if (where(def.mesh.vertices[i])) found.push_back(static_cast<int>(i));
    }
    return found;
}

inline ShellPins shell_pins(const std::vector<int>& vertices, bool rotation) {
    ShellPins pins;
    pins.vertices = vertices;
    pins.rotation = rotation;
    return pins;
}

/// Held at x = 0.
inline void clamp_left(ShellDef& def) {
    def.pins.push_back(
        shell_pins(vertices_where(def, [](const auto& x) { return x.x() == 0.0; }), true));
}

/// Steps a system from frame to frame, all steps converging.
class ShellStepper {
public:
    explicit ShellStepper(const ImplicitSettings& settings) : system(settings) {}

    SolveReport step(double dt, const Eigen::Vector3d& gravity = Eigen::Vector3d::Zero()) {
        last = {.dt = dt, .frame_0 = frame, .frame_1 = frame + 1.0, .gravity = gravity};
        system.begin_step(last);
        const SolveReport report = system.solve(last, CancelToken());
        EXPECT_EQ(report.outcome, StepOutcome::Converged)
            << to_string(report.outcome) << " " << report.residual << " " << report.worst;
        system.accept_step(last);
        frame += 1.0;
        return report;
    }

    ImplicitSystem system;
    StepInfo last;
    double frame = 0.0;
};

inline ShellBody make_body(const ShellDef& def, ImplicitSystem& system) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    for (const Problem& problem : problems)
        ADD_FAILURE() << problem.message();
    return {def, system, std::vector<const Mover*>(def.pins.size(), nullptr)};
}

/// What a body puts out, 3 numbers a vertex.
inline std::vector<double> output_of(const ShellBody& body) {
    std::vector<double> out(3 * body.output_count());
    body.output_positions(out);
    return out;
}

/// A strip that is bent to a ring and turned by half a turn on the way; every second vertex on the other edge.
inline ShellDef moebius(double radius, double width, int around, int across) {
    ShellDef def;
    def.name = "Moebius";
    for (int i = 0; i < around; ++i) {
        const double t = 2.0 * std::numbers::pi * i / around;
        for (int j = 0; j <= across; ++j) {
            const double s = width * (static_cast<double>(j) / across - 0.5);
            const double r = radius + s * std::cos(0.5 * t);
            def.mesh.vertices.emplace_back(r * std::cos(t), r * std::sin(t), s * std::sin(0.5 * t));
        }
    }
    for (int i = 0; i < around; ++i) {
        for (int j = 0; j < across; ++j) {
            const bool last = i == around - 1;
            const int v = i * (across + 1) + j;
            const int next = last ? across - j : v + across + 1;
            const int beside = last ? across - j - 1 : v + across + 2;
            def.mesh.triangles.emplace_back(v, next, beside);
            def.mesh.triangles.emplace_back(v, beside, v + 1);
        }
    }
    return def;
}

}  // namespace sinew::test
