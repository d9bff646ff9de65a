#include "viper/glide_surface.hpp"

#include "volume/surface_check.hpp"

namespace sinew::viper {

namespace {

/// Ends glide smoothly: details smaller than this part of the surface are rounded off.
constexpr double VOXELS_ALONG_SURFACE = 64.0;

}  // namespace

GlideSurface::GlideSurface(const TriangleMesh& mesh, std::span<const Eigen::Vector3d> points,
                           std::string_view object)
    : m_field(mesh, volume::bounding_box(mesh).sizes().maxCoeff() / VOXELS_ALONG_SURFACE, object) {
    for (const Eigen::Vector3d& point : points)
        m_heights.push_back(m_field.sample(point).distance);
}

GlideSurface::Tangent GlideSurface::tangent(std::size_t point, const Eigen::Vector3d& c,
                                            const Eigen::Affine3d& carried) const {
    const Eigen::Vector3d at_rest = carried.inverse() * c;
    const volume::DistanceField::Sample sample = m_field.sample(at_rest);
    const double steepness = sample.gradient.squaredNorm();
    // In the very middle of a body the distance falls to all sides: the point stays in some plane through it.
    const bool flat = !(steepness > 1e-12);
    const Eigen::Vector3d gradient = flat ? Eigen::Vector3d(0, 0, 1) : sample.gradient;
    const double astray = flat ? 0.0 : (sample.distance - m_heights[point]) / steepness;
    const Eigen::Vector3d foot = carried * (at_rest - astray * gradient);
    const Eigen::Vector3d normal = (carried.linear().inverse().transpose() * gradient).normalized();
    return {normal, normal.dot(foot)};
}

}  // namespace sinew::viper
