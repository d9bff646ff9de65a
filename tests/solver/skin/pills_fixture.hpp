// Chains of pills for tests, and poses of their spheres.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "body/pill_source.hpp"
#include "mesh/triangle_mesh.hpp"
#include "support/random.hpp"

namespace sinew::skin::test {

using sinew::test::Random;

/// Bent chains with uneven radii, all over a box of two metres.
inline PillChains random_chains(int chains, Random& random) {
    PillChains pills;
    for (int chain = 0; chain < chains; ++chain) {
        const int count = 2 + static_cast<int>(random.index(6));
        Eigen::Vector3d at = random.vector3(1.0);
        for (int i = 0; i < count; ++i) {
            pills.centres.push_back(at);
            pills.radii.push_back(random.uniform(0.01, 0.08));
            at += random.vector3(0.15);
        }
        pills.counts.push_back(count);
    }
    return pills;
}

/// A straight chain from `from` to `to`.
inline PillChains straight_chain(const Eigen::Vector3d& from, const Eigen::Vector3d& to, int pills,
                                 double radius) {
    PillChains chain;
    for (int i = 0; i <= pills; ++i) {
        chain.centres.push_back(from + (to - from) * i / pills);
        chain.radii.push_back(radius);
    }
    chain.counts = {pills + 1};
    return chain;
}

/// Vertices without faces.
inline TriangleMesh cloud(int count, double size, Random& random) {
    TriangleMesh mesh;
    for (int i = 0; i < count; ++i)
        mesh.vertices.push_back(random.vector3(size));
    return mesh;
}

/// A tube around the x axis from 0 to `length`.
inline TriangleMesh tube(double length, double radius, int rings, int sides) {
    TriangleMesh mesh;
    for (int i = 0; i < rings; ++i) {
        for (int j = 0; j < sides; ++j) {
            const double angle = 2.0 * 3.14159265358979323846 * j / sides;
            mesh.vertices.emplace_back(length * i / (rings - 1), radius * std::cos(angle),
                                       radius * std::sin(angle));
            if (i == 0) continue;
            const int next = (j + 1) % sides;
            const int a = (i - 1) * sides;
            const int b = i * sides;
            mesh.triangles.emplace_back(a + j, b + j, b + next);
            mesh.triangles.emplace_back(a + j, b + next, a + next);
        }
    }
    return mesh;
}

}  // namespace sinew::skin::test
