// Definition of a body made of VIPER rods: the curves an artist selected.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string_view>
#include <vector>

#include "body/animated_array.hpp"
#include "body/body.hpp"
#include "viper/rod_params.hpp"

namespace sinew::viper {

/// Points whose position, frame or scale is prescribed. A quantity that is pinned without a target
/// stays as it is at rest.
struct RodPins {
    std::vector<int> points{};  ///< indices into RodsDef::points
    bool position = true;
    bool frame =
        false;  ///< turns the segment that starts at the point (at a rod's last point: ends there)
    bool scale = false;

    AnimatedArray positions{};  ///< [m], 3 per point
    /// Turn relative to rest, world axes. 3 per point: rotation vectors [rad], more than one turn allowed;
    /// 4 per point: quaternions w, x, y, z, shortest way in between.
    AnimatedArray rotations{};
    AnimatedArray scales{};  ///< radius relative to rest [1], 1 per point

    /// Held up to and including this frame, free afterwards.
    double release_frame = std::numeric_limits<double>::infinity();
};

struct RodsDef : BodyDef {
    static constexpr std::string_view KIND = "viper_rods";

    std::vector<Eigen::Vector3d> points;  ///< rest positions [m], rod after rod
    std::vector<double> radii;            ///< rest radius at each point [m]
    std::vector<int> counts;              ///< points of each rod, at least 2 each

    /// Vertices of the artist's mesh [m], moved with the rods. Empty: the output is the points themselves.
    std::vector<Eigen::Vector3d> surface;
    /// Its faces, over which its weights are faired; may be empty.
    std::vector<Eigen::Vector3i> surface_triangles;

    RodParams params;
    std::vector<RodPins> pins;

    /// Outward force on the wall per length of rod, per point [N/m]; empty: none.
    AnimatedArray radial_force;

    std::vector<Eigen::Vector3d> initial_positions;   ///< [m]; empty: at rest
    std::vector<Eigen::Vector3d> initial_velocities;  ///< [m/s]; empty: zero
    std::vector<double> initial_scales;               ///< [1]; empty: one

    std::string_view kind() const override { return KIND; }
    void collect_problems(std::vector<Problem>& problems) const override;
};

}  // namespace sinew::viper
