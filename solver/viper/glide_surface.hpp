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

    /// normal · x = offset
    struct Tangent {
        Eigen::Vector3d normal;  ///< unit length
        double offset;           ///< [m]
    };
    /// For the point with that number, which is at `c`. `carried` takes the surface from rest to where it is.
    Tangent tangent(std::size_t point, const Eigen::Vector3d& c,
                    const Eigen::Affine3d& carried) const;

private:
    volume::DistanceField m_field;
    std::vector<double> m_heights;  ///< of the points at rest [m]
};

}  // namespace sinew::viper
