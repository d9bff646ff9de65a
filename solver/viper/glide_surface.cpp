#include "viper/glide_surface.hpp"

#include <algorithm>

#include "volume/face_sides.hpp"
#include "volume/surface_check.hpp"

namespace sinew::viper {

namespace {

/// Ends glide smoothly: details smaller than this part of the surface are rounded off.
constexpr double VOXELS_ALONG_SURFACE = 64.0;
/// In the middle of a body the distance is flat; less than this is not believed to be its slope [1].
constexpr double LEAST_SLOPE = 0.5;

volume::DistanceField field_around(TriangleMesh mesh, std::string_view object) {
    if (!volume::is_closed(mesh)) volume::make_sides_agree(mesh);
    const double longest = volume::bounding_box(mesh).sizes().maxCoeff();
    return volume::DistanceField(mesh, longest / VOXELS_ALONG_SURFACE, object);
}

}  // namespace

GlideSurface::GlideSurface(const TriangleMesh& mesh, std::span<const Eigen::Vector3d> points,
                           std::string_view object)
    : m_field(field_around(mesh, object)) {
    for (const Eigen::Vector3d& point : points)
        m_heights.push_back(m_field.sample(point).distance);
}

GlideSurface::Tangent GlideSurface::tangent(std::size_t point, const Eigen::Vector3d& c,
                                            const Eigen::Affine3d& carried) const {
    const Eigen::Vector3d at_rest = carried.inverse() * c;
    const volume::DistanceField::Sample sample = m_field.sample(at_rest);
    const double slope = sample.gradient.norm();
    // Where it falls to all sides alike, any plane through the point will do.
    const Eigen::Vector3d up =
        slope > 1e-9 ? Eigen::Vector3d(sample.gradient / slope) : Eigen::Vector3d::UnitZ();
    const double astray = (sample.distance - m_heights[point]) / std::max(slope, LEAST_SLOPE);
    const Eigen::Vector3d foot = carried * (at_rest - astray * up);
    const Eigen::Vector3d normal = (carried.linear().inverse().transpose() * up).normalized();
    return {normal, normal.dot(foot)};
}

}  // namespace sinew::viper
