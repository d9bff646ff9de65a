// Plates in a system of their own.
#pragma once

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "shells/shell_body.hpp"
#include "support/implicit_bodies.hpp"

namespace sinew::test {

using shells::ShellBody;
using shells::ShellDef;

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
    return points_where(def.mesh.vertices, where);
}

/// Held at x = 0.
inline void clamp_left(ShellDef& def) {
    def.pins.push_back(
        pins_at(vertices_where(def, [](const auto& x) { return x.x() == 0.0; }), true));
}

inline ShellBody make_body(const ShellDef& def, ImplicitSystem& system) {
    return make_implicit_body<ShellBody>(def, system);
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
