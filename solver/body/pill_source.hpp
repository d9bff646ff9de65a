// Pills: what a body offers to those that follow it.
//
// A pill is the hull of two spheres. The spheres of a body stand in chains (its rods), and any two
// neighbours in a chain make a pill [viper section 3].
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <span>
#include <vector>

namespace sinew {

/// The spheres at rest, chain after chain.
struct PillChains {
    std::vector<Eigen::Vector3d> centres;  ///< c̄ [m]
    std::vector<double> radii;             ///< [m]
    std::vector<int> counts;               ///< spheres of each chain, at least 2

    void append(const PillChains& other);
};

/// How a sphere has moved since rest: it carries X to c̄ + shift + (1 + growth) R(turn) (X − c̄). Exactly
/// zero, zero and one at rest, so that what follows can be at rest exactly too.
struct SpherePose {
    Eigen::Vector4d move{0, 0, 0, 0};  ///< shift [m], then growth [1]
    Eigen::Vector4d turn{0, 0, 0, 1};  ///< x, y, z, w of a unit quaternion, world axes

    SpherePose() = default;
    SpherePose(const Eigen::Vector3d& shift, double growth, const Eigen::Quaterniond& rotation)
        : move(shift.x(), shift.y(), shift.z(), growth), turn(rotation.coeffs()) {}
};

class PillSource {
public:
    virtual ~PillSource() = default;
    virtual PillChains pills() const = 0;
    /// One pose for each sphere of pills(), in their order. Does not allocate.
    virtual void pill_poses(std::span<SpherePose> out) const = 0;
};

}  // namespace sinew
