// A surface that ends of muscles glide along, such as a rib cage under a shoulder blade's muscle.
//
// Each point keeps the distance from the surface that it has at rest: it may go where distance(x) stays the same. A step
// holds it on the tangent plane of that set where the point is predicted to be; the next step begins where it came to, so
// that no error adds up.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "mesh/triangle_mesh.hpp"
#include "volume/distance_field.hpp"

namespace sinew::viper {

class GlideSurface {
public:
    /// The mesh must have passed require_surface. `points` are those that glide, at rest [m].
    GlideSurface(const TriangleMesh& mesh, std::span<const Eigen::Vector3d> points,
                 std::string_view object);

    /// False: the point is in the very middle of the body at rest, where the distance falls to all sides within a voxel: there is nothing
    /// to glide along, and it shall stay there.
    bool glides(std::size_t point) const { return m_glides[point] != 0; }

    /// normal · x = offset, touching at the foot, and how the set bends away from it.
    struct Tangent {
        Eigen::Vector3d normal;  ///< unit length
        double offset;           ///< [m]
        Eigen::Vector3d foot;    ///< [m]
        Eigen::Vector3d direction[2] = {Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY()};
        double curvature[2] = {0.0, 0.0};  ///< along these; 1/radius of a ball [1/m]
    };
    /// For the point with that number, which is at `c`. `carried` takes the surface from rest to where it is.
    Tangent tangent(std::size_t point, const Eigen::Vector3d& c,
                    const Eigen::Affine3d& carried) const;

private:
    /// Of the set through this place; 0 where there is none.
    Eigen::Vector3d normal(const Eigen::Vector3d& at, const Eigen::Affine3d& carried) const;
    /// By differences over a voxel.
    void set_curvature(const Eigen::Affine3d& carried, Tangent& tangent) const;

    volume::DistanceField m_field;
    std::vector<double> m_heights;  ///< of the points at rest [m]
    std::vector<char> m_glides;
};

}  // namespace sinew::viper
