#include "viperize/bundle_measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/parallel.hpp"

namespace sinew::viperize {

namespace {

using Eigen::Vector3d;

/// Distance to a pill with a radius at each end; negative inside. The radius is taken where the axis is
/// nearest, which differs from the exact tangent by the square of the slope.
double pill_distance(const Vector3d& p, const Vector3d& a, const Vector3d& b, double ra,
                     double rb) {
    const Vector3d axis = b - a;
    const double squared = axis.squaredNorm();
    const double t = squared > 0.0 ? std::clamp((p - a).dot(axis) / squared, 0.0, 1.0) : 0.0;
    return (p - a - t * axis).norm() - (ra + t * (rb - ra));
}

}  // namespace

double bundle_volume(const RodLayout& layout, std::span<const double> level_radii) {
    double volume = 0.0;
    for (std::size_t level = 1; level < layout.size(); ++level) {
        const double radius = 0.5 * (level_radii[level - 1] + level_radii[level]);
        for (std::size_t k = 0; k < layout[level].size(); ++k) {
            volume += std::numbers::pi * radius * radius *
                      (layout[level][k] - layout[level - 1][k]).norm();
        }
    }
    return volume;
}

std::vector<double> level_radii(const std::vector<Slice>& slices, const RodLayout& layout,
                                double volume) {
    std::vector<double> radii;
    for (std::size_t level = 0; level < slices.size(); ++level) {
        const auto rods = static_cast<double>(layout[level].size());
        radii.push_back(std::sqrt(slices[level].area / (rods * std::numbers::pi)));
    }
    const double widen = std::sqrt(volume / bundle_volume(layout, radii));
    for (double& radius : radii)
        radius *= widen;
    return radii;
}

double largest_gap(const RodLayout& layout, std::span<const double> level_radii,
                   std::span<const Vector3d> vertices) {
    constexpr std::size_t GRAIN = 256;
    std::vector<double> largest((vertices.size() + GRAIN - 1) / GRAIN, 0.0);
    parallel_for(vertices.size(), GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t v = begin; v < end; ++v) {
            double least = std::numeric_limits<double>::infinity();
            for (std::size_t level = 1; level < layout.size(); ++level) {
                for (std::size_t k = 0; k < layout[level].size(); ++k) {
                    least = std::min(
                        least, pill_distance(vertices[v], layout[level - 1][k], layout[level][k],
                                             level_radii[level - 1], level_radii[level]));
                }
            }
            largest[begin / GRAIN] = std::max(largest[begin / GRAIN], least);
        }
    });
    return largest.empty() ? 0.0 : *std::max_element(largest.begin(), largest.end());
}

}  // namespace sinew::viperize
