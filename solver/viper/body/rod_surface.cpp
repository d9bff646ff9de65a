#include "viper/body/rod_surface.hpp"

#include <algorithm>
#include <cmath>

namespace sinew::viper {

using Eigen::Vector3d;

namespace {

/// The reach is this share of the rods' length, and of the thinnest radius.
constexpr double REACH_OF_LENGTH = 1e-3;
constexpr double REACH_OF_RADIUS = 0.1;

std::vector<Vector3d> straightened(const RodsDef& def) {
    const double thickest = *std::ranges::max_element(def.radii);
    std::vector<Vector3d> rest;
    std::size_t first = 0;
    for (std::size_t rod = 0; rod < def.counts.size(); ++rod) {
        double along = 0.0;
        for (std::size_t j = first; j < first + def.counts[rod]; ++j) {
            if (j > first) along += 2.0 / M_PI * (def.points[j] - def.points[j - 1]).norm();
            rest.emplace_back(along, 4.0 * thickest * static_cast<double>(rod), 0.0);
        }
        first += def.counts[rod];
    }
    return rest;
}

}  // namespace

double longest_rod(const RodsDef& def) {
    double longest = 0.0;
    std::size_t first = 0;
    for (const int count : def.counts) {
        double length = 0.0;
        for (std::size_t j = first + 1; j < first + count; ++j)
            length += (def.points[j] - def.points[j - 1]).norm();
        longest = std::max(longest, length);
        first += count;
    }
    return longest;
}

ContactSurface rod_surface(const RodsDef& def) {
    ContactSurface surface{.name = def.name, .rest = straightened(def)};
    int first = 0;
    for (const int count : def.counts) {
        for (int j = first; j + 1 < first + count; ++j)
            surface.edges.push_back({j, j + 1});
        first += count;
    }
    surface.radii = def.radii;
    surface.friction.assign(surface.rest.size(), def.collision.friction);
    surface.sliding_friction = surface.friction;
    surface.reach = std::min(REACH_OF_LENGTH * longest_rod(def),
                             REACH_OF_RADIUS * *std::ranges::min_element(def.radii));
    return surface;
}

}  // namespace sinew::viper
