#include "rigid/mass_properties.hpp"

#include <Eigen/Geometry>
#include <array>

#include "volume/surface_check.hpp"

namespace sinew::rigid {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// Moments about a point, before they are moved to the centre of mass.
struct Moments {
    double mass = 0.0;
    Vector3d first = Vector3d::Zero();
    Matrix3d second = Matrix3d::Zero();

    /// Adds a simplex of mass m with n corners, of which those not in the list are the origin:
    /// ∫X = m/n Σ xᵢ,  ∫X Xᵀ = m/(n (n + 1)) (Σ xᵢ xᵢᵀ + Σ xᵢ Σ xⱼᵀ).
    void add(double m, int n, const std::array<Vector3d, 3>& corners) {
        Vector3d sum = Vector3d::Zero();
        Matrix3d squares = Matrix3d::Zero();
        for (const Vector3d& x : corners) {
            sum += x;
            squares += x * x.transpose();
        }
        mass += m;
        first += (m / n) * sum;
        second += (m / (n * (n + 1.0))) * (squares + sum * sum.transpose());
    }

    MassProperties about_centre(const Vector3d& from) const {
        const Vector3d centre = first / mass;
        return {.mass = mass,
                .centre = from + centre,
                .second_moments = second - mass * centre * centre.transpose()};
    }
};

std::array<Vector3d, 3> corners_of(const TriangleMesh& mesh, const Eigen::Vector3i& t,
                                   const Vector3d& from) {
    return {mesh.vertices[t[0]] - from, mesh.vertices[t[1]] - from, mesh.vertices[t[2]] - from};
}

}  // namespace

MassProperties MassProperties::scaled_to(double other_mass) const {
    return {.mass = other_mass,
            .centre = centre,
            .second_moments = (other_mass / mass) * second_moments};
}

MassProperties solid_properties(const TriangleMesh& mesh, double density) {
    const Vector3d from = volume::bounding_box(mesh).center();
    // Seen from outside, triangles go round counter-clockwise; a mesh that is inside out has a negative volume.
    const double sign = volume::enclosed_volume(mesh) < 0.0 ? -1.0 : 1.0;
    Moments moments;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const auto corners = corners_of(mesh, t, from);
        const double volume = corners[0].dot(corners[1].cross(corners[2])) / 6.0;
        moments.add(sign * density * volume, 4, corners);
    }
    return moments.about_centre(from);
}

MassProperties wall_properties(const TriangleMesh& mesh, double density, double thickness) {
    const Vector3d from = volume::bounding_box(mesh).center();
    Moments moments;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const auto corners = corners_of(mesh, t, from);
        const Vector3d twice = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        const double twice_area = twice.norm();
        if (twice_area == 0.0) continue;
        const double mass = 0.5 * density * thickness * twice_area;
        moments.add(mass, 3, corners);
        const Vector3d n = twice / twice_area;
        moments.second += mass * thickness * thickness / 12.0 * n * n.transpose();
    }
    return moments.about_centre(from);
}

}  // namespace sinew::rigid
