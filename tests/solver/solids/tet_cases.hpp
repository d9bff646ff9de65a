// Tetrahedra in strange states, of all materials.
#pragma once

#include <utility>
#include <vector>

#include "math/rotation.hpp"
#include "solids/micropolar_tet.hpp"
#include "support/packed_rotations.hpp"
#include "support/random.hpp"

namespace sinew::test {

inline Quat<double> quat(const Quaterniond& q) {
    return {q.w(), {q.x(), q.y(), q.z()}};
}
inline Quaterniond eigen(const Quat<double>& q) {
    return {q.w, q.v.x, q.v.y, q.v.z};
}
inline Eigen::Matrix3d eigen(const Mat3<double>& m) {
    Eigen::Matrix3d out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out(i, j) = m.m[i][j];
    }
    return out;
}
inline Mat3<double> mat3(const Eigen::Matrix3d& m) {
    Mat3<double> out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out.m[i][j] = m(i, j);
    }
    return out;
}
inline Eigen::Matrix3d random_matrix(Random& random, double size = 1.0) {
    Eigen::Matrix3d A;
    A << random.vector3(size), random.vector3(size), random.vector3(size);
    return A;
}

/// A corner of a cube, moved a little.
inline TetGeometry random_tet(Random& random) {
    return TetGeometry({random.vector3(0.2), Eigen::Vector3d(1, 0, 0) + random.vector3(0.2),
                        Eigen::Vector3d(0, 1, 0) + random.vector3(0.2),
                        Eigen::Vector3d(0, 0, 1) + random.vector3(0.2)});
}

/// Every modulus alone and all of them together.
inline std::vector<std::pair<const char*, solids::MicropolarMaterial>> materials() {
    using solids::CurvatureLaw;
    using solids::StretchLaw;
    const auto stretch = [](StretchLaw law, double mu, double mu_c, double lambda) {
        return solids::MicropolarMaterial{law, {mu, mu_c, lambda}, {}};
    };
    const auto isotropic = [](double a, double b, double c) {
        return solids::MicropolarMaterial{
            {}, {}, {.law = CurvatureLaw::Isotropic, .symmetric = a, .skew = b, .trace = c}};
    };
    Eigen::Matrix3d K;
    K << 0.3, 1.2, 0.4, 2.0, 0.1, 0.7, 0.0, 0.5, 1.5;
    solids::MicropolarMaterial orthotropic;
    orthotropic.curvature = {.law = CurvatureLaw::Orthotropic, .stiffness = K};
    solids::MicropolarMaterial everything = isotropic(0.8, 0.3, 0.6);
    everything.stretch = {1.3, 0.9, 2.1};
    solids::MicropolarMaterial neo_hookean = orthotropic;
    neo_hookean.stretch_law = StretchLaw::NeoHookean;
    neo_hookean.stretch = {1.3, 0.9, 2.1};
    return {{"mu", stretch(StretchLaw::Linear, 1.3, 0, 0)},
            {"mu_c", stretch(StretchLaw::Linear, 0, 0.9, 0)},
            {"lambda", stretch(StretchLaw::Linear, 0, 0, 2.1)},
            {"mu_c equal to mu", stretch(StretchLaw::Linear, 1.3, 1.3, 2.1)},
            {"volume term", stretch(StretchLaw::LinearVolume, 0, 0, 2.1)},
            {"linear with volume term", stretch(StretchLaw::LinearVolume, 1.3, 0.9, 2.1)},
            {"Neo-Hookean", stretch(StretchLaw::NeoHookean, 1.3, 0, 2.1)},
            {"Neo-Hookean with coupling", stretch(StretchLaw::NeoHookean, 1.3, 0.9, 2.1)},
            {"symmetric curvature", isotropic(0.8, 0, 0)},
            {"skew curvature", isotropic(0, 0.3, 0)},
            {"trace of curvature", isotropic(0, 0, 0.6)},
            {"orthotropic curvature", orthotropic},
            {"linear and isotropic", everything},
            {"Neo-Hookean and orthotropic", neo_hookean}};
}

/// Stretched, turned and bent at the start of the step, with rest curvature, axes and a rest rotation.
inline solids::MicropolarTet random_micropolar_tet(Random& random,
                                                   const solids::MicropolarMaterial& material) {
    solids::MicropolarTet tet(random_tet(random), material);
    tet.set_axes(random.rotation(), random.rotation());
    tet.rest_curvature = random_matrix(random, 0.5);
    const Quaterniond turn = random.rotation();
    tet.F_0 = turn.toRotationMatrix() * (Eigen::Matrix3d::Identity() + random_matrix(random, 0.25));
    for (int a = 0; a < 4; ++a) {
        tet.node_rotations[a] = quat(exp_quaternion(random.vector3(0.4)) * turn);
        set_point(tet.point_rotations, a, exp_quaternion(random.vector3(0.4)) * turn);
    }
    return tet;
}

}  // namespace sinew::test
