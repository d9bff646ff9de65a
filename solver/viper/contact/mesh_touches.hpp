// Where pills of rods touch mesh colliders between their points: a bone thinner than a pill is long, an edge.
//
// Each point of a rod has its tangent plane (mesh_planes.hpp). Along the axis of a pill between two of them,
//
//   gap(α) = distance(c(α)) − r(α),      0 < α < 1
//
// has a minimum where something sticks out. A distance changes by no more than the way: on a piece with gaps g₀ and g₁ at its ends,
// over which centre and radius change by h, the gap is not below (g₀ + g₁ − h)/2. Pieces that cannot come near are left out, the
// others halved until they are no longer than the pill is thick; where the slope then changes its sign, halving goes on, as for two
// pills (math/pill.hpp). The two deepest places count: a straight pill lies on no more.
//
// A pill that moved by more than its radius and is not near any more is looked at on its way too.
//
// Only what sticks out counts, which is how much deeper the pill is there than its ends are,
//
//   relief = (1 − α) gap(0) + α gap(1) − gap(α).
//
// On a flat surface it is 0, and the points carry the pill. From one to two times the softness of the contact the touch takes its
// share, so that it neither comes nor goes at once when a rod slides along.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "contact/mesh_collider.hpp"
#include "math/pill.hpp"
#include "viper/rods/point_ref.hpp"

namespace sinew::viper {

using MeshColliders = std::span<const std::unique_ptr<MeshCollider>>;

/// Pills nearer to a mesh than this part of their radius get a contact, so that they may move by that before they are searched again.
inline constexpr double MESH_MARGIN = 0.25;

/// A place of a pill that is nearer to a mesh than those on both sides of it.
struct GapMinimum {
    double alpha = 0.0;   ///< where along the pill
    double gap = 0.0;     ///< [m]
    double relief = 0.0;  ///< [m]
};
struct GapMinima {
    GapMinimum deepest[2];
    int count = 0;
};
/// Those that stick out by more than `least` [m].
GapMinima find_gap_minima(const Pill<double>& pill, const MeshCollider& mesh, double least);

/// The surface that a sphere touches whose centre goes straight from where it is at the start of the step to where it is at the end: that
/// nearest to the end, but the one where it went in when it came out, or will come out, on another side.
struct SweptHit {
    SurfaceSample surface;
    Eigen::Vector3d place = Eigen::Vector3d::Zero();  ///< that it is seen from [m]
    double start_distance = 0.0;  ///< of the centre at the start of the step [m]
};
SweptHit swept_hit(const MeshCollider& mesh, const Eigen::Vector3d& start,
                   const Eigen::Vector3d& end, const SurfaceSample& at_end);

/// A pill that touches a mesh between its points, or nearly.
struct MeshTouch {
    PointRef first;  ///< of the pill's points
    double alpha = 0.0;
    SurfaceSample surface;
    Eigen::Vector3d foot = Eigen::Vector3d::Zero();  ///< a place of the tangent plane [m]
    Eigen::Vector3d start_centre =
        Eigen::Vector3d::Zero();  ///< of the sphere, at the start of the step [m]
    double depth = 0.0;           ///< relative to the radius; negative: apart [1]
    double share = 0.0;           ///< how much of a contact's stiffness it has [1]
    double friction = 0.0;        ///< μ [1]
};

class MeshTouches {
public:
    /// Takes the pills of batch.near_meshes.
    void begin_step(std::span<const RodBatch> batches);
    /// Those that touch at the iterate, batch.current, in their order. Pills that have moved by less than the margin since they were
    /// searched in this step keep what was found: that is enough, is quicker, and lets forces of two iterates be compared.
    std::span<const MeshTouch> find(std::span<const RodBatch> batches, MeshColliders meshes);
    /// Of those found last, relative to the radius; 0: none [1].
    double deepest() const { return m_deepest; }

private:
    /// A pill that may touch a mesh, and where it does.
    struct Candidate {
        PointRef first;
        int mesh = 0;
        bool searched = false;  ///< in this step
        Pill<double> seen;      ///< where it was then [m]
        MeshTouch touches[2];
        std::size_t count = 0;
    };
    std::vector<Candidate> m_candidates;
    std::vector<MeshTouch> m_touches;  ///< those found last
    double m_deepest = 0.0;
};

}  // namespace sinew::viper
