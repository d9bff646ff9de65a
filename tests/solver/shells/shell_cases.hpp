// Triangles of shells in strange states, of all materials.
#pragma once

#include <utility>
#include <vector>

#include "math/rotation.hpp"
#include "shells/shell_triangle.hpp"
#include "support/packed_rotations.hpp"
#include "support/random.hpp"

namespace sinew::test {

/// A corner of a square, moved a little; with six nodes also bulging.
template <int NODES>
TriangleNodes<NODES> random_triangle(Random& random, double bulge = 0.1) {
    TriangleNodes<NODES> X;
    X.col(0) = random.vector3(0.2);
    X.col(1) = Eigen::Vector3d(1, 0, 0) + random.vector3(0.2);
    X.col(2) = Eigen::Vector3d(0, 1, 0) + random.vector3(0.2);
    if constexpr (NODES == 6) {
        for (int k = 0; k < 3; ++k)
            X.col(3 + k) = 0.5 * (X.col(k) + X.col((k + 1) % 3)) + random.vector3(bulge);
    }
    return X;
}

struct ShellCase {
    const char* name;
    shells::ShellMaterial material;
    shells::AreaLaw law = shells::AreaLaw::Linear;
    bool curved = false;
};

/// Every modulus alone and all of them together.
inline std::vector<ShellCase> shell_cases() {
    using shells::AreaLaw;
    const auto of = [](double mu, double mu_c, double lambda, double curvature) {
        return shells::ShellMaterial{{mu, mu_c, lambda}, 1.7, curvature, 0.8, 1.0};
    };
    shells::ShellMaterial stiff_bending = of(1.3, 0.9, 0.7, 0.0);
    stiff_bending.bending_scale = 20.0;
    shells::ShellMaterial nothing_but_lambda = of(0, 0, 0, 0);
    nothing_but_lambda.lambda = 2.0;
    return {{"mu", of(1.3, 0, 0, 0)},
            {"mu_c", of(0, 0.9, 0, 0)},
            {"lambda", of(0, 0, 0.7, 0)},
            {"mu_c equal to mu", of(1.3, 1.3, 0.7, 0)},
            {"nonlinear area", of(0, 0, 0.7, 0), AreaLaw::Nonlinear},
            {"curvature", of(0, 0, 0, 0.6)},
            {"stiff bending", stiff_bending},
            {"everything", of(1.3, 0.9, 0.7, 0.6)},
            {"everything with nonlinear area", of(1.3, 0.9, 0.7, 0.6), AreaLaw::Nonlinear},
            {"curved lambda", nothing_but_lambda, AreaLaw::Linear, true},
            {"curved", of(1.3, 0.9, 0.7, 0.6), AreaLaw::Linear, true},
            {"curved with nonlinear area", of(1.3, 0.9, 0.7, 0.6), AreaLaw::Nonlinear, true}};
}

/// A triangle and what it needs to be curved.
template <int NODES>
struct TestTriangle {
    TriangleNodes<NODES> rest;
    shells::CurvedStiffness stiffness;
    shells::ShellTriangle<NODES> element;

    TestTriangle(const TriangleNodes<NODES>& the_rest, const ShellCase& of)
        : rest(the_rest),
          stiffness(shells::curved_stiffness<NODES>(the_rest, materials(of), of.law)),
          element(the_rest, materials(of), of.law) {
        if (of.curved) element.curved = &stiffness;
    }
    TestTriangle(const TestTriangle&) = delete;
    TestTriangle& operator=(const TestTriangle&) = delete;

    /// Thickness differs from point to point.
    static shells::PointMaterials materials(const ShellCase& of) {
        shells::PointMaterials out{of.material, of.material, of.material};
        out[1].thickness *= 1.1;
        out[2].thickness *= 0.8;
        return out;
    }
};

inline Quat<double> quat(const Quaterniond& q) {
    return {q.w(), {q.x(), q.y(), q.z()}};
}
inline Eigen::Matrix3d random_matrix(Random& random, double size) {
    Eigen::Matrix3d A;
    A << random.vector3(size), random.vector3(size), random.vector3(size);
    return A;
}

/// Stretched, turned and bent at the start of the step, with rest stretch and rest curvature.
template <int NODES>
void deform(Random& random, TestTriangle<NODES>& triangle) {
    shells::ShellTriangle<NODES>& element = triangle.element;
    const Quaterniond turn = random.rotation();
    TriangleNodes<NODES> now = triangle.rest;
    for (int a = 0; a < NODES; ++a)
        now.col(a) = turn * Eigen::Vector3d(now.col(a) + random.vector3(0.1));
    element.set_positions(now);
    for (int k = 0; k < 3; ++k)
        element.corner_rotations[k] = quat(exp_quaternion(random.vector3(0.4)) * turn);
    for (int p = 0; p < TRIANGLE_POINTS; ++p) {
        set_point(element.directors, p,
                  exp_quaternion(random.vector3(0.4)) * turn * point(element.frames, p));
        element.set_rest_curvature(p, random_matrix(random, 0.5));
        element.set_rest_stretch(p, 1.1 * Eigen::Matrix3d::Identity() + random_matrix(random, 0.1));
    }
}

}  // namespace sinew::test
