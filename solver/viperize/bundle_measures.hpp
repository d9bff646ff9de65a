// Volumes and distances of a bundle of rods.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "viperize/rod_layout.hpp"
#include "volume/winding_number.hpp"

namespace sinew::viperize {

/// Σ π r² l over the segments, r the mean of both ends: as the simulation measures volume [m³].
double bundle_volume(const RodLayout& layout, std::span<const double> level_radii);

/// Radii of the levels that share the slices' areas out among the rods and, all widened alike, give the bundle
/// the volume.
std::vector<double> level_radii(const std::vector<Slice>& slices, const RodLayout& layout,
                                double volume);

/// Largest distance from a vertex to the nearest pill of the bundle, 0 where all vertices are covered [m].
double largest_gap(const RodLayout& layout, std::span<const double> level_radii,
                   std::span<const Eigen::Vector3d> vertices);

/// Rods whose axes are not inside the mesh.
struct RodsOutside {
    int points = 0;
    double farthest = 0.0;  ///< of the points outside, to the surface [m]
    int segments = 0;       ///< that leave the mesh between their points, or begin or end outside
    double length = 0.0;    ///< of the axes outside [m]
};

/// Looks at the axes about every voxel.
RodsOutside rods_outside(const RodLayout& layout, const volume::SolidVoxels& solid,
                         const volume::WindingNumber& winding);

}  // namespace sinew::viperize
