// Friction of one contact: a tangential spring that yields at Coulomb's limit.
//
//   Ψ(s) = ½ k |s|²              |s| ≤ s̄      the contact sticks
//        = c (|s| − ½ s̄)         beyond       it slides against the force c
//
// s  stretch of the spring: that at the start of the step and the relative motion of the surfaces since then, both in the tangent
//    plane [m];  k  stiffness [N/m];  c = μN  Coulomb's limit [N];  s̄ = c/k.
//
// The spring is what makes friction stick: regularised laws without memory are proportional to the speed of sliding, so that a load
// below the limit moves bodies for ever. Here a load stretches springs until they carry it, and nothing moves any more. Ψ is convex with a
// continuous gradient. While N is frozen, it is a potential like others.
#pragma once

#include <Eigen/Core>

namespace sinew {

struct FrictionSpring {
    double stiffness = 0.0;  ///< k [N/m]
    double limit = 0.0;      ///< c [N]

    bool slides(const Eigen::Vector3d& stretch) const { return stiffness * stretch.norm() > limit; }

    /// Ψ [J].
    double value(const Eigen::Vector3d& stretch) const {
        const double length = stretch.norm();
        if (stiffness * length <= limit) return 0.5 * stiffness * length * length;
        return limit * (length - 0.5 * limit / stiffness);
    }

    /// ∂Ψ/∂s [N]: what resists, at most c long.
    Eigen::Vector3d force(const Eigen::Vector3d& stretch) const {
        const double length = stretch.norm();
        if (stiffness * length <= limit) return stiffness * stretch;
        return limit / length * stretch;
    }

    /// ∂²Ψ/∂s² in the plane with this unit normal [N/m]. Never negative.
    Eigen::Matrix3d tangent(const Eigen::Vector3d& stretch, const Eigen::Vector3d& normal) const {
        const Eigen::Matrix3d plane = Eigen::Matrix3d::Identity() - normal * normal.transpose();
        const double length = stretch.norm();
        if (stiffness * length <= limit) return stiffness * plane;
        const Eigen::Vector3d along = stretch / length;
        return limit / length * (plane - along * along.transpose());
    }
};

}  // namespace sinew
