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

/// Whether a point is outside; the voxels tell where they are clear, which is quicker.
class OutsideTest {
public:
    OutsideTest(const volume::SolidVoxels& solid, const volume::WindingNumber& winding)
        : m_solid(solid), m_winding(winding) {}
    bool operator()(const Vector3d& point) const {
        return !(m_solid.distance_at(point) < -m_solid.grid.size) && !m_winding.inside(point);
    }

private:
    const volume::SolidVoxels& m_solid;
    const volume::WindingNumber& m_winding;
};

/// Part of the way from a to b that is outside, looked at in the middles of equal steps.
double part_outside(const Vector3d& a, const Vector3d& b, double voxel,
                    const OutsideTest& is_outside) {
    constexpr double MOST_STEPS = 64.0;
    const int steps =
        static_cast<int>(std::clamp(std::ceil((b - a).norm() / voxel), 1.0, MOST_STEPS));
    int outside = 0;
    for (int i = 0; i < steps; ++i) {
        if (is_outside(a + (i + 0.5) / steps * (b - a))) ++outside;
    }
    return static_cast<double>(outside) / steps;
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

RodsOutside rods_outside(const RodLayout& layout, const volume::SolidVoxels& solid,
                         const volume::WindingNumber& winding) {
    const OutsideTest is_outside(solid, winding);
    const std::size_t rods = layout.front().size();
    std::vector<RodsOutside> of_rod(rods);
    parallel_for(rods, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            RodsOutside& sum = of_rod[k];
            bool last_outside = false;
            for (std::size_t level = 0; level < layout.size(); ++level) {
                const Vector3d& here = layout[level][k];
                const bool outside = is_outside(here);
                if (outside) {
                    ++sum.points;
                    sum.farthest = std::max(sum.farthest, std::abs(solid.distance_at(here)));
                }
                if (level > 0) {
                    const Vector3d& before = layout[level - 1][k];
                    const double part = part_outside(before, here, solid.grid.size, is_outside);
                    sum.length += part * (here - before).norm();
                    if (part > 0.0 || outside || last_outside) ++sum.segments;
                }
                last_outside = outside;
            }
        }
    });
    RodsOutside all;
    for (const RodsOutside& rod : of_rod) {
        all.points += rod.points;
        all.farthest = std::max(all.farthest, rod.farthest);
        all.segments += rod.segments;
        all.length += rod.length;
    }
    return all;
}

}  // namespace sinew::viperize
