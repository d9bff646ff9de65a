// How far can parts move along straight lines before they come too near? Conservative continuous collision detection (CCD).
//
// As in additive CCD [codimensional], the time is a sum of steps during which the parts cannot come too near. Corners move from x to
// x + t dx. With a direction n that separates the parts at time t, and
//
//   hᵢⱼ = n·(aᵢ − bⱼ)       separation of two corners at time t [m]
//   vᵢⱼ = n·(daᵢ − dbⱼ)     its rate [m]
//   m                       distance that must be kept [m]
//
// the next step is    min over i, j with vᵢⱼ < 0 of (hᵢⱼ − m) / −vᵢⱼ.
//
// Differs from the paper: it divides the distance by the largest speeds of both parts, which is a lower bound of the same. Parts that slide along
// each other need one step here, and the common motion of both has no influence. No distance that is too large by round-off can
// let parts pass: the dot products alone prove the step (separation_lanes.hpp).
//
// What is kept:  m = r + g,   g = min(k (d₀ − r), g_max),   d₀ distance at the start, r minimum distance, k and g_max in CcdSettings. The time returned
// is 1, or a time until which the distance stays at least m; there it is at most m + CcdSettings::tolerance g. Round-off of the positions
// x + t dx is allowed for.
//
// A pair with d₀ ≤ r may not come nearer: 0 if it approaches, 1 if it never does. Where parts touch or intersect (d₀ = 0), no direction separates
// them: 1 if some direction proves that they move apart or slide, otherwise 0.
#pragma once

#include <Eigen/Core>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "contact/contact_candidates.hpp"
#include "contact/contact_mesh.hpp"

namespace sinew {

struct CcdSettings {
    double kept_gap = 0.1;  ///< k [1]: share of the gap that is left
    /// g_max [m]. Parts that start far apart may then pass each other closely.
    double largest_kept_gap = std::numeric_limits<double>::infinity();
    double tolerance = 0.01;  ///< share of g by which more may be left [1]
    int max_steps = 64;       ///< then the time reached so far is returned
};

/// Positions and displacements of a point and the corners of a triangle. Returns a time in [0, 1].
double point_triangle_toi(const std::array<Eigen::Vector3d, 4>& x,
                          const std::array<Eigen::Vector3d, 4>& dx, double min_distance,
                          const CcdSettings& settings = {});
/// The same of two edges.
double edge_edge_toi(const std::array<Eigen::Vector3d, 4>& x,
                     const std::array<Eigen::Vector3d, 4>& dx, double min_distance,
                     const CcdSettings& settings = {});
/// The same of a point and an edge.
double point_edge_toi(const std::array<Eigen::Vector3d, 3>& x,
                      const std::array<Eigen::Vector3d, 3>& dx, double min_distance,
                      const CcdSettings& settings = {});
/// The same of two points.
double point_point_toi(const std::array<Eigen::Vector3d, 2>& x,
                       const std::array<Eigen::Vector3d, 2>& dx, double min_distance,
                       const CcdSettings& settings = {});

/// Times of all pairs, in the order of the candidates.
struct ImpactTimes {
    std::vector<double> point_triangles;
    std::vector<double> edge_edges;
    std::vector<double> point_edges;
    std::vector<double> point_points;
};

/// CCD of candidates. Keeps its memory. The minimum distance of a pair is the radius of the thickest corner of one part and that of the
/// other together. Results do not depend on the number of threads, and are those of the functions above up to round-off.
class ImpactSearch {
public:
    /// The mesh must outlive the search.
    explicit ImpactSearch(const ContactMesh& mesh, const CcdSettings& settings = {})
        : m_mesh(&mesh), m_settings(settings) {}

    /// The least time of all pairs; 1 if there are none.
    double earliest(const ContactCandidates& candidates, std::span<const Eigen::Vector3d> x,
                    std::span<const Eigen::Vector3d> dx);
    void all(const ContactCandidates& candidates, std::span<const Eigen::Vector3d> x,
             std::span<const Eigen::Vector3d> dx, ImpactTimes& times);

    /// One cache line.
    struct alignas(64) MovingPoint {
        double position[3];
        double radius;
        double displacement[3];
        double size;  ///< largest number in position and displacement, for round-off
    };

private:
    void gather(std::span<const Eigen::Vector3d> x, std::span<const Eigen::Vector3d> dx);

    const ContactMesh* m_mesh;
    CcdSettings m_settings;
    std::vector<MovingPoint> m_points;
};

}  // namespace sinew
