#include "support/shapes.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace sinew::test {

using Eigen::Vector3d;
using Eigen::Vector3i;
using std::numbers::pi;

TriangleMesh box_mesh(const Vector3d& low, const Vector3d& sides) {
    TriangleMesh mesh;
    for (int corner = 0; corner < 8; ++corner) {
        mesh.vertices.push_back(low + Vector3d((corner & 1) * sides.x(),
                                               (corner >> 1 & 1) * sides.y(),
                                               (corner >> 2 & 1) * sides.z()));
    }
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

TriangleMesh tube_mesh(int rings, int segments,
                       const std::function<TubeSection(double t)>& section) {
    TriangleMesh mesh;
    mesh.vertices.push_back(section(0.0).centre);
    for (int ring = 0; ring < rings; ++ring) {
        // More rings where ends are round; the first and last keep away from a tip.
        const double t = 0.5 - 0.5 * std::cos(pi * (ring + 0.25) / (rings - 0.5));
        const TubeSection s = section(t);
        for (int i = 0; i < segments; ++i) {
            const double angle = 2.0 * pi * i / segments;
            mesh.vertices.push_back(s.centre + std::cos(angle) * s.u + std::sin(angle) * s.v);
        }
    }
    mesh.vertices.push_back(section(1.0).centre);
    const auto at = [&](int ring, int i) { return 1 + ring * segments + i % segments; };
    const int last = static_cast<int>(mesh.vertices.size()) - 1;
    for (int i = 0; i < segments; ++i) {
        mesh.triangles.emplace_back(0, at(0, i + 1), at(0, i));
        for (int ring = 0; ring + 1 < rings; ++ring) {
            mesh.triangles.emplace_back(at(ring, i), at(ring, i + 1), at(ring + 1, i));
            mesh.triangles.emplace_back(at(ring, i + 1), at(ring + 1, i + 1), at(ring + 1, i));
        }
        mesh.triangles.emplace_back(last, at(rings - 1, i), at(rings - 1, i + 1));
    }
    return mesh;
}

TriangleMesh ball_mesh(double radius, int rings, int segments) {
    return tube_mesh(rings, segments, [radius](double t) {
        const double z = -std::cos(pi * t);
        const double r = radius * std::sin(pi * t);
        return TubeSection{radius * Vector3d(0, 0, z), r * Vector3d::UnitX(),
                           r * Vector3d::UnitY()};
    });
}

namespace {

/// Thick in the middle, a fifth of it at the ends.
double spindle_radius(double t) {
    return 0.03 * (0.2 + 0.8 * std::sin(pi * t));
}

}  // namespace

TriangleMesh spindle_mesh(int rings, int segments) {
    return tube_mesh(rings, segments, [](double t) {
        const double r = spindle_radius(t);
        return TubeSection{Vector3d(0, 0, 0.3 * t), r * Vector3d::UnitX(), r * Vector3d::UnitY()};
    });
}

TriangleMesh bent_spindle_mesh(int rings, int segments) {
    return tube_mesh(rings, segments, [](double t) {
        const double r = spindle_radius(t);
        const double angle = 0.5 * pi * t;
        const double bow = 0.3 / (0.5 * pi);
        const Vector3d out(std::cos(angle), 0.0, std::sin(angle));
        return TubeSection{bow * out, r * out, r * Vector3d::UnitY()};
    });
}

TriangleMesh sheet_mesh(int rings, int segments) {
    return tube_mesh(rings, segments, [](double t) {
        const double width = 0.5 * (0.05 + 0.15 * t);
        const double bend = 1.2 * t;  // round the chest
        const double bow = 0.2;
        const Vector3d out(std::cos(bend), 0.0, std::sin(bend));
        return TubeSection{bow * out, 0.006 * out, width * Vector3d::UnitY()};
    });
}

TriangleMesh fork_mesh() {
    const auto limb = [](const Vector3d& from, const Vector3d& to, double radius) {
        const Eigen::Matrix3d turn =
            Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), to - from).toRotationMatrix();
        return tube_mesh(24, 24, [=](double t) {
            const double r = radius * (0.4 + 0.6 * std::sin(pi * t));
            return TubeSection{from + t * (to - from), r * turn.col(0), r * turn.col(1)};
        });
    };
    const TriangleMesh trunk = limb({0, 0, 0}, {0, 0, 0.16}, 0.03);
    const TriangleMesh left = limb({-0.002, 0, 0.12}, {-0.06, 0, 0.3}, 0.022);
    const TriangleMesh right = limb({0.002, 0, 0.12}, {0.06, 0, 0.3}, 0.022);
    return joined(joined(trunk, left), right);
}

TriangleMesh joined(const TriangleMesh& a, const TriangleMesh& b) {
    TriangleMesh mesh = a;
    const auto offset = static_cast<int>(a.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (const Vector3i& t : b.triangles)
        mesh.triangles.emplace_back(t.array() + offset);
    return mesh;
}

TriangleMesh without_triangles(const TriangleMesh& mesh, const std::function<bool(int)>& unwanted) {
    TriangleMesh kept{.vertices = mesh.vertices, .triangles = {}};
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (!unwanted(static_cast<int>(t))) kept.triangles.push_back(mesh.triangles[t]);
    }
    return kept;
}

}  // namespace sinew::test
