// A tetrahedron of micropolar material: positions and microrotations at four nodes, four quadrature points.
//
// Source: [micropolar sections 3.2, 3.3 and 4.2].
//
// Unknowns: increments of the positions [m], then rotation vectors [rad] of the nodes over the step, x0 x1 x2 x3 θ0 θ1 θ2 θ3.
//
//   F        Σ x_a ⊗ ∇N_a, constant in the element, and what the rotations of the nodes add (curved_tet.hpp)   [eq. 2]
//   θ_p      Σ N_a(p) θ_a at quadrature point p; q_p = normalize(q_p0 + ½ [0, θ_p] q_p0)     [eq. 26]
//   q_a      the same at node a with its own θ_a and history; Γ from both                   [eq. 27, 28]
//   Ψ        stretch (micropolar_stretch.hpp), curvature (micropolar_curvature.hpp) and energies of F alone
//            (deformation_energy.hpp) at the points                                         [eq. 10]
//
// The rotations here turn from rest to now: identity in a body at rest, also when its directors are not along the
// world's axes. Those are `directors`.
//
// The four points are the lanes of a Pack: kinematics, energies and derivatives of all four are computed at once, and
// only sums over the points touch the 24×24 matrix.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "fem/tet_geometry.hpp"
#include "fem/tet_lanes.hpp"
#include "solids/curved_tet.hpp"
#include "solids/deformation_energy.hpp"
#include "solids/micropolar_curvature.hpp"
#include "solids/micropolar_stretch.hpp"

namespace sinew::solids {

enum class StretchLaw {
    Linear,        ///< [micropolar eq. 11]
    LinearVolume,  ///< eq. 11 with λ/2 (det F − 1)² in place of λ/2 tr(Ē)²
    NeoHookean,    ///< [micropolar eq. 16]; infinite where an element is flat or inside out
};

/// Material of one element, blended from whatever was painted.
struct MicropolarMaterial {
    StretchLaw stretch_law = StretchLaw::Linear;
    StretchModuli stretch;
    CurvatureModuli curvature;
};

/// Parts of the energy [J].
struct MicropolarEnergies {
    double stretch = 0.0;
    double curvature = 0.0;
};

/// Stress of the stretch at the points, in axes that turn with them, times their volumes: Rᵀ τ R [J].
struct MicropolarStress {
    Mat3p Sigma;
};

struct MicropolarTet {
    static constexpr int BLOCKS = 8;
    using Vec = Eigen::Matrix<double, 24, 1>;
    using Mat = Eigen::Matrix<double, 24, 24>;

    TetGeometry rest;
    MicropolarMaterial material;
    FaceWeights border{1.0, 1.0, 1.0, 1.0};  ///< w_k of its faces
    NodeGradients material_gradients;        ///< ∇N_a in material axes, Qᵀ ∇N_a [1/m]
    Quat<double> directors;                  ///< R₀ Q: what the axes of curvature are at rest
    Eigen::Matrix3d rest_curvature;          ///< Γ₀ in material axes [1/m]

    // State at the start of the step.
    Eigen::Matrix3d F_0;  ///< the part that is constant in the element
    Quat<double> node_rotations[4];
    Quatp point_rotations;  ///< lane p: quadrature point p

    /// Alone and at rest, axes of material and directors along those of the world.
    MicropolarTet(const TetGeometry& geometry, const MicropolarMaterial& the_material);

    /// Columns of Q are the axes of an orthotropic material; R₀ turns the directors away from them (rest rotation).
    void set_axes(const Eigen::Quaterniond& material_axes, const Eigen::Quaterniond& rest_rotation);

    /// Energy [J]. Infinite where a Neo-Hookean element is flat or inside out at a point, which then has no derivatives.
    double value(const Vec& q) const;
    /// g is set.
    double gradient(const Vec& q, Vec& g) const;
    /// g and H are set.
    double hessian(const Vec& q, Vec& g, Mat& H) const;

    // Stress as an unknown (potential/element_potential.hpp): that of the stretch. Energies of F alone and of curvature
    // keep their own.
    using Stress = MicropolarStress;
    /// At q.
    Stress stress(const Vec& q) const;
    /// At q + dq, with the stretch linearised at q.
    Stress promised(const Vec& q, const Vec& dq) const;
    /// H with the given stress in its geometric part; g is then not the gradient.
    double hessian(const Vec& q, const Stress& given, Vec& g, Mat& H) const;

    /// F at the quadrature points at the start of the step.
    Mat3p deformation_gradients() const;
    /// Rotations at the quadrature points when the unknowns are q.
    Quatp turned_points(const Vec& q) const;

    /// At the start of the step.
    MicropolarEnergies energies() const;
};

}  // namespace sinew::solids
