// Friction of one contact: a tangential spring that yields at Coulomb's limit.
//
//   f(s) = c (2r − r²)      r = |s|/s̄ < 1     the contact sticks
//        = c                beyond            it slides
//   Ψ(s) = c s̄ (r² − r³/3),   c (|s| − s̄/3) beyond
//
// s  stretch of the spring: that at the start of the step and the relative motion of the surfaces since then, both in the tangent
//    plane [m];  s̄  slack, where it yields [m];  c = μN  Coulomb's limit [N].
//
// f is that of [ipc, eq. 13], but of a stretch that is remembered instead of the motion of one step. Without memory, friction is
// proportional to the speed of sliding, so that a load below the limit moves bodies for ever. Here a load stretches springs until they carry it, and
// nothing moves any more. Ψ is convex and twice continuously differentiable. While N is frozen, it is a potential like others.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace sinew {

struct FrictionSpring {
    double limit = 0.0;  ///< c [N]
    double slack = 0.0;  ///< s̄ [m]

    bool slides(const Eigen::Vector3d& stretch) const { return stretch.norm() >= slack; }

    /// Ψ [J].
    double value(const Eigen::Vector3d& stretch) const {
        const double r = stretch.norm() / slack;
        return limit * slack * (r < 1.0 ? r * r * (1.0 - r / 3.0) : r - 1.0 / 3.0);
    }

    /// ∂Ψ/∂s [N]: what resists, at most c long.
    Eigen::Vector3d force(const Eigen::Vector3d& stretch) const {
        return over_stretch(stretch.norm()) * stretch;
    }

    /// ∂²Ψ/∂s² in the plane with this unit normal [N/m]. Never negative.
    Eigen::Matrix3d tangent(const Eigen::Vector3d& stretch, const Eigen::Vector3d& normal) const {
        const double length = stretch.norm();
        const double across = over_stretch(length);
        const Eigen::Matrix3d plane = Eigen::Matrix3d::Identity() - normal * normal.transpose();
        if (length == 0.0) return across * plane;
        const double along = length < slack ? 2.0 * limit / slack * (1.0 - length / slack) : 0.0;
        const Eigen::Vector3d direction = stretch / length;
        return across * plane + (along - across) * direction * direction.transpose();
    }

    /// The stretch at which it carries `force`, or as much of it as it can.
    Eigen::Vector3d stretch_for(const Eigen::Vector3d& force) const {
        const double size = force.norm();
        if (size == 0.0 || limit <= 0.0) return Eigen::Vector3d::Zero();
        const double r = size < limit ? 1.0 - std::sqrt(1.0 - size / limit) : 1.0;
        return r * slack / size * force;
    }

private:
    /// f/|s| [N/m].
    double over_stretch(double length) const {
        return length < slack ? limit / slack * (2.0 - length / slack) : limit / length;
    }
};

}  // namespace sinew
