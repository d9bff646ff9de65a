// A field that rises smoothly from 0 at a muscle's source to 1 at its sink, as in [Choi and Blemker 2013].
#pragma once

#include <Eigen/Core>
#include <vector>

#include "viperize/muscle_ends.hpp"
#include "viperize/voxel_domain.hpp"

namespace sinew::viperize {

struct HarmonicField {
    std::vector<double> values;              ///< of each cell, in [0, 1]
    std::vector<Eigen::Vector3d> gradients;  ///< of each cell [1/m]
};

/// Solves Δφ = 0 with φ = 0 at the source, φ = 1 at the sink and no flux through the rest of the surface.
/// Every part of the domain must have cells of the source or the sink. Throws Error(NotConverged).
HarmonicField solve_harmonic(const VoxelDomain& domain, const MuscleEnds& ends);

}  // namespace sinew::viperize
