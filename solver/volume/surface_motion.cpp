#include "volume/surface_motion.hpp"

#include <Eigen/Geometry>
#include <utility>

#include "volume/narrow_band.hpp"
#include "volume/surface_check.hpp"

namespace sinew::volume {

namespace {

/// Barycentric coordinates of the place of a triangle below a point, not beyond the triangle's sides by more than what
/// clamping leaves; the middle of a triangle without area.
Eigen::Vector3d barycentric_below(const Eigen::Vector3d& point, const Eigen::Vector3d& a,
                                  const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
    const Eigen::Vector3d normal = (b - a).cross(c - a);
    const double squared = normal.squaredNorm();
    if (!(squared > 0.0)) return Eigen::Vector3d::Constant(1.0 / 3.0);
    Eigen::Vector3d shares(normal.dot((b - point).cross(c - point)),
                           normal.dot((c - point).cross(a - point)), 0.0);
    shares /= squared;
    shares.z() = 1.0 - shares.x() - shares.y();
    shares = shares.cwiseMax(0.0);
    return shares / shares.sum();
}

}  // namespace

SurfaceMotion::SurfaceMotion(TriangleMesh end, std::vector<Eigen::Vector3d> start,
                             double voxel_size)
    : m_end(std::move(end)), m_start(std::move(start)) {
    const Eigen::AlignedBox3d box = bounding_box(m_end);
    m_grid = grid_around(box.min(), box.max(), voxel_size);
    m_nearest = narrow_band_triangles(m_end, m_grid);
}

std::int32_t SurfaceMotion::triangle_near(const Eigen::Vector3d& foot) const {
    const Eigen::Vector3i middle = m_grid.nearest(foot);
    const std::int32_t here = m_nearest[m_grid.index(middle)];
    if (here >= 0) return here;
    // Where the field is rounded off, at edges, the foot may lie a voxel beside the surface.
    for (int i = 0; i < 27; ++i) {
        const Eigen::Vector3i at = middle + Eigen::Vector3i(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
        if (!m_grid.contains(at)) continue;
        const std::int32_t beside = m_nearest[m_grid.index(at)];
        if (beside >= 0) return beside;
    }
    return -1;
}

Eigen::Vector3d SurfaceMotion::at(const Eigen::Vector3d& foot) const {
    const std::int32_t triangle = triangle_near(foot);
    if (triangle < 0) return Eigen::Vector3d::Zero();
    const Eigen::Vector3i& t = m_end.triangles[static_cast<std::size_t>(triangle)];
    const auto& v = m_end.vertices;
    const Eigen::Vector3d shares = barycentric_below(foot, v[t[0]], v[t[1]], v[t[2]]);
    Eigen::Vector3d motion = Eigen::Vector3d::Zero();
    for (int i = 0; i < 3; ++i)
        motion += shares[i] * (v[t[i]] - m_start[t[i]]);
    return motion;
}

}  // namespace sinew::volume
