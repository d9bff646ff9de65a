#include "viper/attachments/glide_surface.hpp"

#include <algorithm>
#include <cmath>

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
    for (const Eigen::Vector3d& point : points) {
        const volume::DistanceField::Sample sample = m_field.sample(point);
        m_heights.push_back(sample.distance);
        m_glides.push_back(sample.gradient.norm() > LEAST_SLOPE ? 1 : 0);
    }
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
    Tangent tangent;
    tangent.foot = carried * (at_rest - astray * up);
    tangent.normal = (carried.linear().inverse().transpose() * up).normalized();
    tangent.offset = tangent.normal.dot(tangent.foot);
    set_curvature(carried, tangent);
    return tangent;
}

Eigen::Vector3d GlideSurface::normal(const Eigen::Vector3d& at,
                                     const Eigen::Affine3d& carried) const {
    const Eigen::Vector3d up = m_field.sample(carried.inverse() * at).gradient;
    return (carried.linear().inverse().transpose() * up).normalized();
}

void GlideSurface::set_curvature(const Eigen::Affine3d& carried, Tangent& tangent) const {
    const double h = m_field.voxel_size() * std::cbrt(std::abs(carried.linear().determinant()));
    const Eigen::Vector3d a = tangent.normal.unitOrthogonal();
    const Eigen::Vector3d b = tangent.normal.cross(a);
    const auto turn = [&](const Eigen::Vector3d& way) -> Eigen::Vector3d {
        return (normal(tangent.foot + h * way, carried) - normal(tangent.foot - h * way, carried)) /
               (2.0 * h);
    };
    const Eigen::Vector3d along_a = turn(a);
    const Eigen::Vector3d along_b = turn(b);
    // The symmetric matrix (aa, ab; ab, bb) in its own axes.
    const double mean = 0.5 * (a.dot(along_a) + b.dot(along_b));
    const double half = 0.5 * (a.dot(along_a) - b.dot(along_b));
    const double mixed = 0.5 * (a.dot(along_b) + b.dot(along_a));
    const double radius = std::hypot(half, mixed);
    const double angle = 0.5 * std::atan2(mixed, half);
    tangent.direction[0] = std::cos(angle) * a + std::sin(angle) * b;
    tangent.direction[1] = -std::sin(angle) * a + std::cos(angle) * b;
    tangent.curvature[0] = mean + radius;
    tangent.curvature[1] = mean - radius;
}

}  // namespace sinew::viper
