// Energies of the deformation gradient alone, and their derivatives in a linear tetrahedron, where F is constant.
// Those at the points of a curved one: solids/stress_tangent.hpp.
//
// Source: [micropolar section 3.3.3, eq. 16 without its last term]. All are
//
//   Ψ(F) = ½ m (|F|² − 3) + f(J),    J = det F                                             [J/m³]
//
//   volume term    m = 0,  f = λ/2 (J − 1)²
//   Neo-Hookean    m = µ,  f = λ/4 (J² − 1) − (λ/2 + µ) ln J;  infinite where J ≤ 0
//
//   cof F          ∂J/∂F, columns are cross products of the columns of F;  j_a = cof(F) ∇N_a = ∂J/∂x_a
//   ∂²J/∂x_a∂x_b   −[F (∇N_a × ∇N_b)]×, because D²J[u aᵀ, v bᵀ] = (F (a × b))·(u × v)
//
// No inverse of F is needed, so the volume term is defined for elements that are flat or inside out, too.
//
// Differs from the paper: it names a volume term based on det F but does not write it; this one has the same
// linearisation as λ/2 tr(Ē)².
#pragma once

#include <Eigen/Core>

#include "fem/tet_geometry.hpp"

namespace sinew::solids {

/// ½ m (|F|² − 3) + f(J): m and the derivatives of f at one J.
struct DeformationEnergy {
    double m = 0.0;             ///< [Pa]
    double f = 0.0;             ///< [J/m³]
    double slope = 0.0;         ///< f' [Pa]
    double second_slope = 0.0;  ///< f'' [Pa]
};

/// λ/2 (J − 1)².
DeformationEnergy volume_term(double lambda, double J);

/// [micropolar eq. 16] without the coupling of rotations. Infinite with zero derivatives where J ≤ 0.
DeformationEnergy neo_hookean(double mu, double lambda, double J);

/// Ψ [J/m³].
double energy_density(const DeformationEnergy& energy, const Eigen::Matrix3d& F);

using TetPositionVec = Eigen::Matrix<double, 12, 1>;
using TetPositionMat = Eigen::Matrix<double, 12, 12>;

/// cof F = ∂(det F)/∂F.
Eigen::Matrix3d cofactor(const Eigen::Matrix3d& F);

/// Adds V ∂Ψ/∂x.
void add_gradient(const DeformationEnergy& energy, const TetGeometry& rest,
                  const Eigen::Matrix3d& F, Eigen::Ref<TetPositionVec> g);

/// Adds V ∂²Ψ/∂x² to the blocks of the lower triangle.
void add_hessian(const DeformationEnergy& energy, const TetGeometry& rest, const Eigen::Matrix3d& F,
                 Eigen::Ref<TetPositionMat, 0, Eigen::OuterStride<>> H);

}  // namespace sinew::solids
