#include "mesh/tet_embedding.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "base/task.hpp"
#include "mesh/box_tree.hpp"
#include "mesh/nearest_triangle.hpp"

namespace sinew {

using Eigen::Vector3d;
using Eigen::Vector4d;
using Eigen::Vector4i;
using Place = TetEmbedding::Place;

namespace {

constexpr std::size_t POINTS_AT_ONCE = 256;
/// A coordinate that is less negative than this is one of a point on a face.
constexpr double ON_FACE = 1e-12;

using Corners = std::array<Vector3d, 4>;

Corners corners_of(const TetMesh& mesh, const Vector4i& tet) {
    return {mesh.vertices[tet[0]], mesh.vertices[tet[1]], mesh.vertices[tet[2]],
            mesh.vertices[tet[3]]};
}

Vector4d coordinates_of(const Corners& x, const Vector3d& point) {
    const Vector3d e1 = x[1] - x[0];
    const Vector3d e2 = x[2] - x[0];
    const Vector3d e3 = x[3] - x[0];
    const Vector3d p = point - x[0];
    const double scale = 1.0 / e1.cross(e2).dot(e3);
    Vector4d N;
    N[1] = scale * e2.cross(e3).dot(p);
    N[2] = scale * e3.cross(e1).dot(p);
    N[3] = scale * e1.cross(e2).dot(p);
    N[0] = 1.0 - N[1] - N[2] - N[3];
    return N;
}

/// 0 inside; the tetrahedron has a volume.
double squared_distance(const Corners& x, const Vector4d& coordinates, const Vector3d& point) {
    if (coordinates.minCoeff() >= -ON_FACE) return 0.0;
    double least = std::numeric_limits<double>::infinity();
    // The nearest point is on a face that the point is beyond.
    for (int a = 0; a < 4; ++a) {
        if (coordinates[a] >= 0.0) continue;
        const std::array<Vector3d, 3> face{x[(a + 1) % 4], x[(a + 2) % 4], x[(a + 3) % 4]};
        least = std::min(least, squared_distance_to_triangle(face, point));
    }
    return least;
}

/// The tetrahedron around a point, or the nearest one.
class TetFinder {
public:
    explicit TetFinder(const TetMesh& mesh) : m_mesh(mesh), m_tree(boxes_of(mesh)) {}

    Place find(const Vector3d& point) const {
        const BoxTree::Nearest nearest = m_tree.find(point, [&](int tet) {
            const Corners x = corners_of(m_mesh, m_mesh.tetrahedra[tet]);
            return squared_distance(x, coordinates_of(x, point), point);
        });
        const Vector4i& tet = m_mesh.tetrahedra[nearest.item];
        return {tet, coordinates_of(corners_of(m_mesh, tet), point),
                std::sqrt(nearest.squared_distance)};
    }

private:
    static std::vector<Eigen::AlignedBox3d> boxes_of(const TetMesh& mesh) {
        std::vector<Eigen::AlignedBox3d> boxes;
        boxes.reserve(mesh.tetrahedra.size());
        for (const Vector4i& tet : mesh.tetrahedra) {
            Eigen::AlignedBox3d& box = boxes.emplace_back();
            for (const int vertex : tet)
                box.extend(mesh.vertices[vertex]);
        }
        return boxes;
    }

    const TetMesh& m_mesh;
    BoxTree m_tree;
};

}  // namespace

TetEmbedding::TetEmbedding(const TetMesh& mesh, std::span<const Vector3d> points)
    : m_points(points.begin(), points.end()), m_rest(mesh.vertices), m_places(points.size()) {
    if (points.empty()) return;
    const TetFinder finder(mesh);
    parallel_for(points.size(), POINTS_AT_ONCE, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            check_task();
            m_places[i] = finder.find(m_points[i]);
        }
    });
}

Vector3d TetEmbedding::deformed(std::size_t point, std::span<const Vector3d> positions) const {
    const Place& place = m_places[point];
    Vector3d displacement = Vector3d::Zero();
    for (int a = 0; a < 4; ++a) {
        const int vertex = place.vertices[a];
        displacement += place.coordinates[a] * (positions[vertex] - m_rest[vertex]);
    }
    return m_points[point] + displacement;
}

void TetEmbedding::deform(std::span<const Vector3d> positions, std::span<double> out) const {
    parallel_for(m_points.size(), POINTS_AT_ONCE, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            Eigen::Map<Vector3d>(out.data() + 3 * i) = deformed(i, positions);
    });
}

}  // namespace sinew
