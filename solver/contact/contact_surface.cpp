#include "contact/contact_surface.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace sinew {

namespace {

/// Share of the diagonal of the body's box.
constexpr double REACH_OF_SIZE = 1e-3;
/// Share of the mean edge.
constexpr double REACH_OF_EDGE = 0.1;

}  // namespace

double contact_reach(const ContactSurface& surface) {
    Eigen::AlignedBox3d box;
    for (const Eigen::Vector3d& x : surface.rest)
        box.extend(x);
    double length = 0.0;
    for (const auto& t : surface.triangles) {
        for (int k = 0; k < 3; ++k)
            length += (surface.rest[t[k]] - surface.rest[t[(k + 1) % 3]]).norm();
    }
    const double size = box.isEmpty() ? 0.0 : REACH_OF_SIZE * box.diagonal().norm();
    if (surface.triangles.empty()) return size;
    const double mean = length / (3.0 * static_cast<double>(surface.triangles.size()));
    return std::min(size, REACH_OF_EDGE * mean);
}

}  // namespace sinew
