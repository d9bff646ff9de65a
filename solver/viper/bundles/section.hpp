// Bundling: the points of a cross-section keep their common shape [viper section 7.3].
//
// Each point carries a disc, c + s R (disc). The section's energy measures how far the discs are from a common
// similarity transform T* = (μ*, R*, s*) of the rest discs [viper eq. 33]:
//
//   E = Σ ½ w ( |c − μ* − s* R* d|² + ρ² |s R − s* R* R̄|² )
//
// with d the rest position from the section's centre, R̄ the rest frame, ρ² = r²/4 the second moment of the disc over its
// area and w = k V/a²: k the stiffness [Pa], V the volume around the point, a the section's radius of gyration.
// T* is the minimiser, found in closed form but for R* [viper eq. 34–36, with the rest in eq. 35's denominator],
// so E is a function of the rods alone, and with T* held the derivative of E is still exact.
//
// Differs from the paper, which sets T = T* T̄ after a few iterations: here the section is one more
// energy in the step, with a stiffness in pascals, and the result does not depend on the number of iterations.
// Rigid matching (s* = 1) is the traditional one, for comparison [viper Fig. 10].
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "viper/definition/rods_def.hpp"
#include "viper/rods/point_ref.hpp"
#include "viper/rods/rod_unknowns.hpp"

namespace sinew::viper {

/// One point of a section.
struct SectionMember {
    PointRef at;     ///< centre and scale
    PointRef frame;  ///< the point whose block holds the frame: at a rod's end the one before
    Eigen::Vector3d rest_offset = Eigen::Vector3d::Zero();           ///< d [m]
    Eigen::Quaterniond rest_frame = Eigen::Quaterniond::Identity();  ///< R̄
    double weight = 0.0;                                             ///< w [N/m]
    double disc = 0.0;                                               ///< ρ² [m²]

    // At the last evaluation:
    Eigen::Vector3d spread =
        Eigen::Vector3d::Zero();  ///< R* d: where the disc goes when s* grows [m]
    Eigen::Vector3d lever = Eigen::Vector3d::Zero();               ///< s* R* d [m]
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  ///< R
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();            ///< R as a matrix
    double turn_weight = 0.0;  ///< 2 w ρ² s², stiffness against turning [N m]
};

/// The derivative of the energy by the unknowns of one member: c, s, θ (material axes).
struct MemberForce {
    Eigen::Vector3d c = Eigen::Vector3d::Zero();
    double s = 0.0;
    Eigen::Vector3d theta = Eigen::Vector3d::Zero();
};

/// Motion of T*: μ*, turn of R* (world axes), s*.
struct SectionMotion {
    Eigen::Vector3d move = Eigen::Vector3d::Zero();
    Eigen::Vector3d turn = Eigen::Vector3d::Zero();
    double scale = 0.0;
};

class Section {
public:
    /// `members` have all but what an evaluation writes; offsets may have any origin.
    Section(std::vector<SectionMember> members, SectionMatching matching);

    const std::vector<SectionMember>& members() const { return m_members; }

    /// At the state that was reached, not at the iterate [J].
    double energy(std::span<const RodBatch> batches) const;

    /// T* at the iterate; returns the energy [J] and writes the force of each member.
    double evaluate(std::span<const RodBatch> batches, std::span<MemberForce> forces);

    /// Diagonal of the Hessian with T* held: what a member alone feels. The rest of the (Gauss-Newton) Hessian
    /// is −D B M⁻¹ Bᵀ D with B the motion of the discs by T*, of which `carried` is M⁻¹ Bᵀ D x and
    /// `drag` the product with D B.
    static MemberForce diagonal_times(const SectionMember& member, const MemberForce& x);
    SectionMotion carried(const RodUnknowns& x) const;
    static MemberForce drag(const SectionMember& member, const SectionMotion& motion);

    const Eigen::Quaterniond& rotation() const { return m_rotation; }
    double scale() const { return m_scale; }

private:
    /// T*
    struct Match {
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();              ///< μ* [m]
        Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  ///< R*
        Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();            ///< R* as a matrix
        double scale = 1.0;                                            ///< s* [1]
    };
    Match match(std::span<const RodBatch> batches, RodState RodBatch::*at) const;

    std::vector<SectionMember> m_members;
    SectionMatching m_matching;
    double m_total_weight = 0.0;
    double m_rest_moment = 0.0;  ///< Σ w (|d|² + 3 ρ²) [N m]
    Eigen::Quaterniond m_rotation = Eigen::Quaterniond::Identity();
    double m_scale = 1.0;
    Eigen::Matrix3d m_inverse_inertia = Eigen::Matrix3d::Identity();
};

}  // namespace sinew::viper
