#include "fem/tet_geometry.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "base/error.hpp"

namespace sinew {

using Eigen::Vector3d;

double signed_volume(const TetCorners& corners) {
    return (corners[1] - corners[0]).cross(corners[2] - corners[0]).dot(corners[3] - corners[0]) /
           6.0;
}

TetGeometry::TetGeometry(const TetCorners& rest) : volume(signed_volume(rest)) {
    // ∇N_a is normal to the face opposite to a: its area vector over three times the volume.
    const Vector3d edge1 = rest[1] - rest[0];
    const Vector3d edge2 = rest[2] - rest[0];
    const Vector3d edge3 = rest[3] - rest[0];
    const double scale = 1.0 / (6.0 * volume);
    gradients.col(1) = scale * edge2.cross(edge3);
    gradients.col(2) = scale * edge3.cross(edge1);
    gradients.col(3) = scale * edge1.cross(edge2);
    gradients.col(0) = -(gradients.col(1) + gradients.col(2) + gradients.col(3));
    arms.col(0) = -0.25 * (edge1 + edge2 + edge3);
    arms.col(1) = arms.col(0) + edge1;
    arms.col(2) = arms.col(0) + edge2;
    arms.col(3) = arms.col(0) + edge3;
    if (!(volume > 0.0) || !gradients.allFinite()) {
        throw Error(Problem{.code = ErrorCode::InvalidArgument,
                            .object = {},
                            .field = "tetrahedron",
                            .value = fmt::format("of volume {} m³", volume),
                            .remedy = "must have a positive volume: remove it, or exchange two of "
                                      "its corners if it is inside out"});
    }
}

Eigen::Matrix3d TetGeometry::deformation_gradient(const TetCorners& positions) const {
    // From edges: a translation of all corners leaves not even a rounding error.
    Eigen::Matrix3d F = Eigen::Matrix3d::Zero();
    for (int a = 1; a < 4; ++a)
        F += (positions[a] - positions[0]) * gradients.col(a).transpose();
    return F;
}

TetCorners corners_of(const TetMesh& mesh, std::size_t tetrahedron) {
    const Eigen::Vector4i& nodes = mesh.tetrahedra[tetrahedron];
    return {mesh.vertices[nodes[0]], mesh.vertices[nodes[1]], mesh.vertices[nodes[2]],
            mesh.vertices[nodes[3]]};
}

Eigen::Vector4d barycentric_coordinates(const TetGeometry& geometry, const TetCorners& rest,
                                        const Vector3d& point) {
    Eigen::Vector4d N = geometry.gradients.transpose() * (point - rest[0]);
    N[0] = 1.0 - N[1] - N[2] - N[3];
    return N;
}

std::vector<TetGeometry> rest_geometry(const TetMesh& mesh) {
    std::vector<TetGeometry> geometry;
    geometry.reserve(mesh.tetrahedra.size());
    for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
        try {
            geometry.emplace_back(corners_of(mesh, i));
        } catch (const Error& error) {
            Problem problem = error.problem();
            problem.field = fmt::format("tetrahedron {}", i);
            throw Error(problem);
        }
    }
    return geometry;
}

}  // namespace sinew
