// AttachmentElement: the energy of a point y₀ that is held at a place above the triangle y₁ y₂ y₃.
//
//   Ψ = ½ k |v − h₀ n|² = ½ k |v|² − k h₀ h + ½ k h₀²       v = y₀ − Σ b_i y_i,   Σ b_i = 1
//
//   n  unit normal of the triangle;  h = n·v = D/N  height above it;  D = (y₀ − y₁)·(e₁ × e₂),  N = |e₁ × e₂|,
//   e₁ = y₂ − y₁,  e₂ = y₃ − y₁;  h₀  height at rest [m];  k [N/m]
//
// It turns with the triangle, so both sides exchange momentum and angular momentum without loss. With h₀ = 0 only v counts: y₁ alone may
// then be any point, such as one of a rigid body.
#pragma once

#include <Eigen/Core>

namespace sinew::joints {

struct AttachmentElement {
    static constexpr int BLOCKS = 4;
    using Vec = Eigen::Matrix<double, 12, 1>;
    using Mat = Eigen::Matrix<double, 12, 12>;

    double stiffness = 0.0;                                  ///< k
    Eigen::Vector3d coordinates = Eigen::Vector3d::UnitX();  ///< b
    double height = 0.0;                                     ///< h₀

    /// `y` are the four points themselves.
    double value(const Vec& y) const;
    double gradient(const Vec& y, Vec& g) const;
    double hessian(const Vec& y, Vec& g, Mat& H) const;
    /// v − h₀ n.
    Eigen::Vector3d offset(const Vec& y) const;
};

}  // namespace sinew::joints
