// Mass, centre and moments of a body that a surface of triangles describes.
//
//   solid   ∫ρ dV over the inside, by the divergence theorem: signed tetrahedra from a corner of the box to all triangles
//   wall    ∫ρ τ dA over the surface, τ [m] the thickness of a wall with the surface in its middle
//
// Both are exact for flat triangles. The second moments P = ∫ρ X Xᵀ, X from the centre of mass, are what the inertia of an affine body
// consists of; the inertia tensor of a rigid one is I = tr(P) 1 − P.
#pragma once

#include <Eigen/Core>

#include "mesh/triangle_mesh.hpp"

namespace sinew::rigid {

struct MassProperties {
    double mass = 0.0;                                         ///< [kg]
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();          ///< [m]
    Eigen::Matrix3d second_moments = Eigen::Matrix3d::Zero();  ///< P [kg m²]

    /// I [kg m²].
    Eigen::Matrix3d inertia() const {
        return second_moments.trace() * Eigen::Matrix3d::Identity() - second_moments;
    }
    /// The same body with another mass.
    MassProperties scaled_to(double other_mass) const;
};

/// Of a closed mesh, whichever way its faces look; density in kg/m³.
MassProperties solid_properties(const TriangleMesh& mesh, double density);

/// Of any mesh, open or closed.
MassProperties wall_properties(const TriangleMesh& mesh, double density, double thickness);

}  // namespace sinew::rigid
