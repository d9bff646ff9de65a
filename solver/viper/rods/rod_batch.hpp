// Four rods side by side, one in each lane of a Pack, with all that a step needs.
//
// Rods of a batch may differ in length: shorter ones are padded with points that have no mass, no
// stiffness and are held in place, so that no kernel has a branch on the rod's length.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "contact/contact_law.hpp"
#include "math/lane_geometry.hpp"
#include "math/pack.hpp"

namespace sinew::viper {

using Vec3p = Vec3<Pack>;
using Mat3p = Mat3<Pack>;
using Quatp = Quat<Pack>;

/// Unknowns of a point: c (3), s (1), θ (3, of the segment that starts there).
inline constexpr int ROD_UNKNOWNS = 7;

/// Unknowns: centre and scale at the points, frame on the segments [viper eq. 24].
struct RodState {
    std::vector<Vec3p> c;  ///< centres [m]
    std::vector<Pack> s;   ///< radius relative to rest [1]
    std::vector<Quatp> q;  ///< frames; q[j] belongs to the segment from point j to j + 1
};

/// Rates of the unknowns.
struct RodRates {
    std::vector<Vec3p> c;  ///< [m/s]
    std::vector<Pack> s;   ///< [1/s]
    std::vector<Vec3p> q;  ///< angular velocity, world axes [rad/s]
    /// How much of gravity the point gave way to in the step before: 1 in free fall, 0 at rest [1].
    std::vector<Pack> free_fall_share;
};

/// Constants of a point. Weights are stiffness × moment of the disc × dual length: the diagonal of K in
/// [viper eq. 77], so that ½·weight·W² is an energy in joules.
struct RodPoint {
    Pack radius;          ///< r, rest radius [m]
    Pack mass;            ///< ρ π r² L [kg]
    Pack scale_inertia;   ///< ρ π r⁴/2 L [kg m²], [viper eq. 68]
    Pack dual_length;     ///< L = (l_{j−1} + l_j)/2 [m]
    Pack section_weight;  ///< [viper eq. 12]
    Vec3p bend_weight;    ///< [viper eq. 14], L (EI, EI, GJ), zero at the ends
    Pack surface_weight;  ///< [viper eq. 15] and against zigzags, zero at the ends
    Vec3p rest_darboux;   ///< Ω̄ [1/m]
};

/// Constants of a segment.
struct RodSegment {
    Pack length;           ///< l [m]
    Pack inverse_length;   ///< [1/m]
    Vec3p inertia;         ///< ρ l (π r⁴/4, π r⁴/4, π r⁴/2), material axes [kg m²]
    Pack stretch_weight;   ///< [viper eq. 11]
    Pack gradient_weight;  ///< [viper eq. 13]
    Pack volume_weight;    ///< [viper eq. 18]
};

/// Inputs of the step for a point.
struct RodPointStep {
    Vec3p c_predicted;  ///< ĉ [m]
    Pack s_predicted;   ///< ŝ [1]
    Pack radial_load;   ///< γ, force conjugate to the scale [N m]
    Pack rest_scale;    ///< scale at which the cross-section is at rest: 1, more when active [1]
    Pack contact_weight;
    Pack bend_share;  ///< 0 where a held frame replaces the bend (rod_clamps.hpp), else 1
    // Strains that the material damping pulls towards, see rod_terms.hpp.
    Pack section_target;
    Vec3p bend_target;
    Pack surface_target;
};

/// Half of a segment between its frame and the frame that is held at one of its points, see rod_clamps.hpp.
struct ClampedHalf {
    bool any = false;            ///< in any lane
    Quatp frame{Pack(1.0), {}};  ///< Q at the end of the step
    Vec3p weight{};              ///< as RodPoint::bend_weight; zero in lanes where nothing is held
    Vec3p rest_darboux{};        ///< Ω̄ from Q to the segment's frame [1/m]
    Vec3p target{};              ///< to which material damping pulls
};
struct PointClamp {
    ClampedHalf before;  ///< of the segment that ends at the point
    ClampedHalf after;   ///< of the segment that begins there
};

/// A plane of one point's own, held during a step: a tangent plane of a mesh collider. No plane: weight 0.
struct PointPlane {
    Vec3p normal{};
    Pack offset{0.0};      ///< the sphere shall be where normal·c − r ≥ offset [m]
    Pack weight{0.0};      ///< [N/m]
    Pack friction{0.0};    ///< μ [1]
    Pack gap_before{0.0};  ///< of the sphere to the surface at the start of the step [m]
    Vec3p drift{};         ///< how far the surface moves in this step [m]
};

/// A point that is held on a surface and glides along it, see rod_glides.hpp.
struct PointGlide {
    int point = 0;
    int lane = 0;
    double weight = 0.0;  ///< k [N/m]
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
    double offset = 0.0;  ///< the centre shall be where normal·c = offset [m]
    Eigen::Vector3d foot = Eigen::Vector3d::Zero();  ///< where the plane touches [m]
    Eigen::Vector3d direction[2] = {Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY()};
    double curvature[2] = {
        0.0, 0.0};  ///< along these; greater than 0: curves away from the normal [1/m]
    double bent_back[2] = {0.0, 0.0};  ///< κ [N/m]
    bool held = false;                 ///< at the foot, along the surface too; κ stays as it is
};

/// A segment that may touch a mesh collider between its points in this step.
struct NearMesh {
    int point = 0;  ///< its first
    int lane = 0;
    int mesh = 0;  ///< by number
};

/// Inputs of the step for a segment.
struct RodSegmentStep {
    Quatp q_predicted;     ///< q̂
    Pack rest_stretch;     ///< length at which the segment is at rest: 1, less when active [1]
    Vec3p inertia;         ///< s² inertia/dt²
    Vec3p stretch_target;  ///< material axes
    Vec3p volume_target;
    Pack gradient_target;
};

struct RodBatch {
    int points = 0;  ///< of the longest rod; the shorter ones are padded
    std::array<int, Pack::LANES> lane_points{};  ///< 0: the lane is empty
    std::vector<RodPoint> point;
    std::vector<RodSegment> segment;

    bool coupled = false;  ///< its rods are bundled or collide

    // Per lane, not per point:
    Pack force_floor{0.0};       ///< smallest force that counts as a force in this rod [N]
    Pack damping{0.0};           ///< [1/s]
    Pack material_damping{0.0};  ///< [s]

    RodState state;  ///< at the start of the step
    RodRates rates;
    RodState current;  ///< the iterate; at the end of solve the new state

    // Prepared by begin_step:
    Pack inverse_dt2{0.0};  ///< 1/dt² [1/s²]
    Vec3p gravity{};        ///< [m/s²]
    Pack stiffening{1.0};   ///< 1 + τ/dt: what material damping does to the weights
    std::vector<RodPointStep> point_step;
    std::vector<RodSegmentStep> segment_step;
    std::vector<PointPlane> point_plane;  ///< one per point, or empty
    std::vector<NearMesh> near_meshes;
    std::vector<PointGlide> glides;
    std::vector<PointClamp> clamps;  ///< one per point, or empty: no frame is held
    /// Friction as springs across the planes [N/m], points of one plane after the other, the planes of the points
    /// last; see update_friction. Empty: no friction.
    std::vector<Pack> slip_stiffness;
    std::vector<Pack> free;    ///< ROD_UNKNOWNS per point: 1, or 0 where pinned or padding
    std::vector<char> pinned;  ///< per point: any of its unknowns is not free in any lane

    int segments() const { return points - 1; }
    const PlaneLaw& plane_law() const { return coupled ? SOFT_PLANES : HARD_PLANES; }
    /// Allocates for `count` points, all padding.
    void resize(int count);
};

}  // namespace sinew::viper
