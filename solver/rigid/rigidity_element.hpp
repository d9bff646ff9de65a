// RigidityElement: the energy that keeps the axes of an affine body at right angles and of unit length.
//
//   Ψ = ½ K |E|²,   E = ½ (AᵀA − 1)                       A = A₀ + x/ℓ: three columns, three blocks of unknowns
//   ∂Ψ/∂A  = K A E
//   ∂²Ψ    : dA ↦ K A sym(Aᵀ dA) + K dA E                 sym(M) = ½ (M + Mᵀ)
//
// K  [J];  ℓ  what a unit of A is in the unknowns [m]
//
// Ψ does not change when the body turns: it has no torque.
#pragma once

#include <Eigen/Core>

namespace sinew::rigid {

struct RigidityElement {
    static constexpr int BLOCKS = 3;
    using Vec = Eigen::Matrix<double, 9, 1>;
    using Mat = Eigen::Matrix<double, 9, 9>;

    Eigen::Matrix3d start = Eigen::Matrix3d::Identity();  ///< A₀: at the start of the step
    double length = 1.0;                                  ///< ℓ
    double stiffness = 0.0;                               ///< K

    Eigen::Matrix3d axes(const Vec& x) const {
        return start + Eigen::Map<const Eigen::Matrix3d>(x.data()) / length;
    }

    double value(const Vec& x) const;
    double gradient(const Vec& x, Vec& g) const;
    double hessian(const Vec& x, Vec& g, Mat& H) const;

    /// The point t of the curve that leaves x along dx and whose strain changes as it does to first order at x:
    ///
    ///   A(t) = polar(A + t dA) √(1 + 2 (E + t sym(Aᵀ dA)))
    ///
    /// Along it Ψ is a parabola. Along the straight way a turn by θ leaves a strain of θ²/2, and Ψ grows with θ⁴. x + t dx where that is
    /// too far to tell.
    Vec bent(const Vec& x, const Vec& dx, double t) const;
};

}  // namespace sinew::rigid
