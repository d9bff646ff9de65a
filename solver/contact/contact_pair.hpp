// ContactPair: the energy that keeps two small parts of surfaces apart: a point and a triangle, two edges, a point and an edge, two points,
// or a point and a half-plane.
//
//   Ψ(p) = m(p) Ψ_b(d(p) − ξ)       p  the four points [m], d  their distance, ξ  sum of the radii [m], Ψ_b  barrier.hpp
//
// With the weights w of closest_points.hpp, v = Σ wᵢ pᵢ, d = |v| and n = v/d:
//
//   ∂d/∂pᵢ = wᵢ n                                      the nearest points are where d does not change with them
//   d ∂²d  = w wᵀ ⊗ (I − n nᵀ) − Σₖ mₖ mₖᵀ,            mₖ = w ⊗ tₖ + d δₖ ⊗ n
//
// k goes over the directions in which the nearest points are free to slide: t orthonormal, δ how the weights change then. A
// corner has none, an edge one, a face or two crossing edges two.
//
// The barrier pushes, Ψ_b′ < 0, so that the first part of ∂²d makes the Hessian indefinite by force/distance, far more than anything
// else. `positive_hessian` leaves out what is negative of each part, all of them known in closed form:
//
//   H⁺ = Ψ_b″ (w⊗n)(w⊗n)ᵀ + |Ψ_b′|/d Σₖ (bₖcₖᵀ + cₖbₖᵀ + cₖcₖᵀ)⁺,      bₖ = w ⊗ tₖ,  cₖ = d δₖ ⊗ n,  bₖ ⊥ cₖ
//
// m is 1 but where two edges are nearly parallel. Their nearest points then jump from end to end, and Ψ fades out [ipc, eq. 24]:
//
//   m = (2 − c/ε) c/ε  for c = |a × b|² < ε,       a, b  the edges;  ε  as a share of |a|²|b|² at rest [m⁴]
//
// What the edges leave, the points at their ends take over: against triangles, and those of rods against edges of rods. The positive part of each of its terms, for c = |v|² with v = a × b:
//
//   m″ < 0: nothing           m′ (∂c ∂Ψ_bᵀ + ∂Ψ_b ∂cᵀ): its one positive eigenvalue, in closed form
//   ∂²c = 2 JᵀJ + M,  J = ∂v,  δᵀMδ = 4 v·(δa × δb) ≤ 2 |v| (|δa|² + |δb|²) for δa, δb ⊥ v: the bound
//
// A half-plane has an inside, so its distance has a sign and no point can pass it unseen: d = n·(p₀ − p₁) with n given, and Ψ_b goes on
// as a parabola below a small gap (soft_barrier). Energy and derivatives are finite everywhere, and ∂²Ψ = Ψ_b″ (w⊗n)(w⊗n)ᵀ exactly.
#pragma once

#include <Eigen/Core>

#include "contact/closest_points.hpp"

namespace sinew {

enum class PairKind {
    PointTriangle,  ///< p₀ and p₁ p₂ p₃
    EdgeEdge,       ///< p₀ p₁ and p₂ p₃
    PointPlane,     ///< p₀, and the half-plane through p₁ = p₂ = p₃
    PointEdge,      ///< p₀ and p₁ p₂; p₃ = p₂ has no part in it
    PointPoint,     ///< p₀ and p₁ = p₂ = p₃
};
inline constexpr PairKind LAST_PAIR_KIND = PairKind::PointPoint;

/// How many of the four points are on its first side.
inline int first_side(PairKind kind) {
    return kind == PairKind::EdgeEdge ? 2 : 1;
}

/// An element (potential/element_potential.hpp) whose unknowns are the positions of its points.
struct ContactPair {
    static constexpr int BLOCKS = 4;
    using Vec = Eigen::Matrix<double, 12, 1>;
    using Mat = Eigen::Matrix<double, 12, 12>;
    /// ε over |a|²|b|².
    static constexpr double PARALLEL_SHARE = 1e-3;

    PairKind kind = PairKind::PointTriangle;
    double stiffness = 0.0;                            ///< k of barrier.hpp [N/m]
    double reach = 0.0;                                ///< d̂ [m]
    double offset = 0.0;                               ///< ξ [m]
    double parallel = 0.0;                             ///< ε [m⁴]; of edges
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();  ///< n of a half-plane, of unit length
    double soft = 0.0;  ///< gap below which the barrier of a half-plane is a parabola [m]

    ClosestPoints closest(const Vec& p) const;
    /// How hard its sides press on each other, along the line between the nearest points [N].
    double normal_force(const Vec& p) const;
    /// d − ξ [m]. Below 0 only at half-planes.
    double gap(const Vec& p) const;
    /// Whether Ψ is more than 0.
    bool is_active(const Vec& p) const;

    double value(const Vec& p) const;
    double gradient(const Vec& p, Vec& g) const;
    double hessian(const Vec& p, Vec& g, Mat& H) const;
    /// Like `hessian`, but H without negative eigenvalues: never less than the exact one.
    double positive_hessian(const Vec& p, Vec& g, Mat& H) const;
};

}  // namespace sinew
