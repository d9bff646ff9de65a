// Iso-surfaces of the harmonic field, as points with areas: the slices on which rods have their points.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "viperize/harmonic_field.hpp"
#include "viperize/voxel_domain.hpp"
#include "volume/solid_voxels.hpp"

namespace sinew::viperize {

/// A small piece of a slice.
struct SliceSample {
    Eigen::Vector3d position;  ///< [m]
    Eigen::Vector3d normal;    ///< towards the sink
    double area;               ///< [m²]
};

struct Slice {
    double level = 0.0;                ///< value of the field
    double area = 0.0;                 ///< [m²]
    std::vector<SliceSample> samples;  ///< all inside the solid
};

/// `count` values of the field that are about equally far from each other along the muscle. A harmonic field
/// rises fast where the muscle is thin, so equal steps of the field would crowd there. The first and the last
/// are one voxel away from source and sink.
std::vector<double> choose_levels(const VoxelDomain& domain, const HarmonicField& field, int count);

/// Slices at the given levels, each with at least `samples` points where the muscle has any thickness there.
std::vector<Slice> make_slices(const VoxelDomain& domain, const HarmonicField& field,
                               const volume::SolidVoxels& solid, const std::vector<double>& levels,
                               int samples);

}  // namespace sinew::viperize
