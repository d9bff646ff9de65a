// Spreads the points of K rods over every slice and joins them to rods [viper section 8.1, Fig. 11].
//
// Within a slice the points move to the centres of their Voronoi cells (a restricted centroidal Voronoi
// diagram) while the length of the rods pulls at them. In turns with that, "combing" joins the points of
// neighbouring slices anew so that the rods are as short as they can be with these points.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "viperize/level_slices.hpp"
#include "volume/solid_voxels.hpp"

namespace sinew::viperize {

/// points[level][rod] [m]
using RodLayout = std::vector<std::vector<Eigen::Vector3d>>;

struct LayoutSettings {
    int rods = 8;
    double length_weight = 0.25;  ///< pull of the rods' length against even spreading [1]
    int rounds = 6;               ///< of spreading and combing
    int spreadings = 12;          ///< steps of Lloyd's algorithm in each round
};

/// Every slice must have samples. All points of the result are samples of their slice or lie between them
/// inside the solid.
RodLayout lay_out_rods(const std::vector<Slice>& slices, const volume::SolidVoxels& solid,
                       const LayoutSettings& settings);

/// Joins the points of each level to those of the level before it, from the first level on, by minimum-cost
/// matching of the distances.
void comb(RodLayout& layout);

/// Sum over all rods [m].
double total_length(const RodLayout& layout);

}  // namespace sinew::viperize
