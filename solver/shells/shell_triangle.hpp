// A triangle of a Cosserat shell: positions at 6 nodes, microrotations at 3 corners, three quadrature points.
//
// Source: [shell section 4.2]. NODES = 3 is the element with linear displacement, which locks: for comparison only.
//
// Unknowns: increments of the positions [m], then rotation vectors [rad] of the corners over the step: x_0 … x_5 θ_0 θ_1 θ_2.
//
//   f_j    Σ_a g_aj x_a, deformed tangents at a point                                     [eq. 5; fem/triangle_geometry.hpp]
//   p      directors at a point: normalize(p_0 + ½ [0, Σ_k L_k θ_k] p_0); at rest the frame of the point        [eq. 7, 21]
//   q_k    rotation of corner k from rest, updated with its own θ_k and history; Γ from both                   [eq. 22]
//   Ψ      membrane (membrane_strain.hpp, area_term.hpp) and bending (bending_strain.hpp) energy of a plate    [eq. 10],
//          or that of the full curved model (curved_stiffness.hpp), summed over the points                     [eq. 20]
//
// Energies are taken of Ẽ, strains that are relaxed so that thin triangles do not lock (strain_relaxation.hpp), which the paper does not do.
//
// The three points are lanes of a Pack: kinematics, energies and derivatives of all are computed at once, and only sums over
// the points touch the matrix. Nothing depends on which side of a triangle is up.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>

#include "fem/triangle_geometry.hpp"
#include "fem/triangle_lanes.hpp"
#include "shells/curved_stiffness.hpp"
#include "shells/strain_relaxation.hpp"

namespace sinew::shells {

enum class AreaLaw {
    Linear,     ///< λ̂ tr(Ē)² [shell eq. 12]
    Nonlinear,  ///< λ̂ ψ(J) [shell eq. 13]
};

/// Parts of the energy [J]. In the curved model all but the nonlinear area term is one sum, `membrane`.
struct ShellEnergies {
    double membrane = 0.0;
    double bending = 0.0;
};

/// Stresses at the points of a triangle, times their areas.
struct ShellStress {
    SurfaceTensor<Pack> S;  ///< ∂Ψ/∂Ẽ [J]
    SurfaceTensor<Pack> M;  ///< ∂Ψ/∂Γ [J m]
};

/// ∂²Ψ/∂(E, Γ)² of the curved model at the points of one element, times their areas.
using CurvedStiffness = std::array<ShellStiffness, TRIANGLE_POINTS>;

/// Material at the three points.
using PointMaterials = std::array<ShellMaterial, TRIANGLE_POINTS>;

template <int NODES>
struct ShellTriangle {
    static constexpr int BLOCKS = NODES + 3;
    static constexpr int SIZE = 3 * BLOCKS;
    static constexpr int TURNS = 3 * NODES;  ///< index of the first rotation
    using Vec = Eigen::Matrix<double, SIZE, 1>;
    using Mat = Eigen::Matrix<double, SIZE, SIZE>;

    // Rest; lane p: quadrature point p. Moduli have the thickness and the area of the point in them, and none in the fourth lane.
    Pack gradients[NODES][2];
    Pack corner_gradients[3][2];
    Quatp frames;
    Pack areas;                    ///< [m²]
    SurfaceModuli<Pack> membrane;  ///< [J]
    SurfaceModuli<Pack> bending;   ///< bending and curvature energy, of Γ [J m²]
    Pack area_stiffness = 0.0;     ///< of the nonlinear area law [J]
    AreaLaw area_law;
    const CurvedStiffness* curved = nullptr;  ///< null: plate. Must outlive this.
    StrainRelaxation relaxation;              ///< Ẽ of E; none with 3 nodes

    SurfaceTensor<Pack> rest_stretch;    ///< F₀ in the frames [1]
    SurfaceTensor<Pack> rest_curvature;  ///< Γ₀ in the frames [1/m]

    // State at the start of the step.
    Vec3p tangents_0[2];
    Quat<double> corner_rotations[3];
    Quatp directors;

    /// At rest, with Euclidean rest stretch and no rest curvature. `bulge` of the surface that it stands for, where that is more than
    /// its own [m].
    ShellTriangle(const TriangleNodes<NODES>& rest, const PointMaterials& materials, AreaLaw law,
                  double bulge = 0.0);

    /// At point p: stretch and curvature given in world axes (9 numbers each as matrices) at rest.
    void set_rest_stretch(int p, const Eigen::Matrix3d& stretch);
    void set_rest_curvature(int p, const Eigen::Matrix3d& curvature);
    /// Makes these positions the start of the step.
    void set_positions(const TriangleNodes<NODES>& now);

    /// Energy [J]. Infinite where the nonlinear area law finds no area.
    double value(const Vec& q) const;
    /// g is set.
    double gradient(const Vec& q, Vec& g) const;
    /// g and H are set.
    double hessian(const Vec& q, Vec& g, Mat& H) const;

    // Stress as an unknown (potential/element_potential.hpp).
    using Stress = ShellStress;
    /// At q.
    Stress stress(const Vec& q) const { return promised(q, Vec::Zero()); }
    /// At q + dq, with stresses linearised at q.
    Stress promised(const Vec& q, const Vec& dq) const;
    /// H with the given stress in its geometric part; g too has it in place of the stress at q.
    double hessian(const Vec& q, const Stress& given, Vec& g, Mat& H) const;

    /// Directors at the quadrature points when the unknowns are q.
    Quatp turned_directors(const Vec& q) const;

    /// At the start of the step.
    ShellEnergies energies() const;
    /// E and Γ at point p at the start of the step.
    ShellStrains strains(int p) const;
};

/// Of the curved model; `areas` of the element are in it.
template <int NODES>
CurvedStiffness curved_stiffness(const TriangleNodes<NODES>& rest, const PointMaterials& materials,
                                 AreaLaw law);

extern template struct ShellTriangle<3>;
extern template struct ShellTriangle<6>;

}  // namespace sinew::shells
