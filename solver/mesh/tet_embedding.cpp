#include "mesh/tet_embedding.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"

namespace sinew {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;
using Eigen::Vector3i;
using Eigen::Vector4d;
using Eigen::Vector4i;
using Place = TetEmbedding::Place;

namespace {

constexpr std::size_t GRAIN = 256;
/// Boxes of the search grid along its longest side at most; memory stays small on any mesh.
constexpr int MAX_BOXES = 128;
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

double squared_distance_to_segment(const Vector3d& a, const Vector3d& b, const Vector3d& p) {
    const Vector3d edge = b - a;
    const double t = std::clamp((p - a).dot(edge) / edge.squaredNorm(), 0.0, 1.0);
    return (p - a - t * edge).squaredNorm();
}

double squared_distance_to_triangle(const Vector3d& a, const Vector3d& b, const Vector3d& c,
                                    const Vector3d& p) {
    const Vector3d normal = (b - a).cross(c - a);
    const bool above = (b - a).cross(p - a).dot(normal) >= 0.0 &&
                       (c - b).cross(p - b).dot(normal) >= 0.0 &&
                       (a - c).cross(p - c).dot(normal) >= 0.0;
    if (above) {
        const double height = (p - a).dot(normal);
        return height * height / normal.squaredNorm();
    }
    return std::min({squared_distance_to_segment(a, b, p), squared_distance_to_segment(b, c, p),
                     squared_distance_to_segment(c, a, p)});
}

/// 0 inside.
double squared_distance(const Corners& x, const Vector4d& coordinates, const Vector3d& point) {
    if (coordinates.minCoeff() >= -ON_FACE) return 0.0;
    return std::min({squared_distance_to_triangle(x[1], x[2], x[3], point),
                     squared_distance_to_triangle(x[0], x[2], x[3], point),
                     squared_distance_to_triangle(x[0], x[1], x[3], point),
                     squared_distance_to_triangle(x[0], x[1], x[2], point)});
}

/// Tetrahedra sorted into the boxes of a grid that they touch.
class TetGrid {
public:
    explicit TetGrid(const TetMesh& mesh) : m_mesh(mesh) {
        for (const Vector4i& tet : mesh.tetrahedra) {
            for (const int vertex : tet)
                m_bounds.extend(mesh.vertices[vertex]);
        }
        const double longest = m_bounds.sizes().maxCoeff();
        const double per_side = std::cbrt(static_cast<double>(mesh.tetrahedra.size()));
        m_size = longest / std::clamp(2.0 * per_side, 1.0, static_cast<double>(MAX_BOXES));
        for (int axis = 0; axis < 3; ++axis)
            m_count[axis] = 1 + static_cast<int>(m_bounds.sizes()[axis] / m_size);
        sort_in();
    }

    Place find(const Vector3d& point) const {
        const Vector3i centre = box_of(point);
        double least = std::numeric_limits<double>::infinity();
        int nearest = -1;
        for (int ring = 0; ring <= m_count.maxCoeff(); ++ring) {
            // What lies in the boxes of this ring and beyond is at least so far away.
            const double reach = (ring - 1) * m_size;
            if (nearest >= 0 && (least == 0.0 || (reach > 0.0 && reach * reach > least))) break;
            search_ring(centre, ring, point, nearest, least);
        }
        const Vector4i& tet = m_mesh.tetrahedra[nearest];
        return {tet, coordinates_of(corners_of(m_mesh, tet), point), std::sqrt(least)};
    }

private:
    /// The nearest box of the grid, for points outside too.
    Vector3i box_of(const Vector3d& point) const {
        Vector3i box;
        for (int axis = 0; axis < 3; ++axis) {
            const double at = (point[axis] - m_bounds.min()[axis]) / m_size;
            box[axis] = static_cast<int>(std::clamp(at, 0.0, m_count[axis] - 1.0));
        }
        return box;
    }
    std::size_t index_of(int i, int j, int k) const {
        return (static_cast<std::size_t>(k) * m_count.y() + j) * m_count.x() + i;
    }

    template <class Visit>
    void for_each_box(const Vector4i& tet, Visit&& visit) const {
        AlignedBox3d box;
        for (const int vertex : tet)
            box.extend(m_mesh.vertices[vertex]);
        const Vector3i low = box_of(box.min());
        const Vector3i high = box_of(box.max());
        for (int k = low.z(); k <= high.z(); ++k) {
            for (int j = low.y(); j <= high.y(); ++j) {
                for (int i = low.x(); i <= high.x(); ++i)
                    visit(index_of(i, j, k));
            }
        }
    }

    void sort_in() {
        m_first.assign(static_cast<std::size_t>(m_count.x()) * m_count.y() * m_count.z() + 1, 0);
        for (const Vector4i& tet : m_mesh.tetrahedra)
            for_each_box(tet, [&](std::size_t box) { ++m_first[box + 1]; });
        for (std::size_t box = 1; box < m_first.size(); ++box)
            m_first[box] += m_first[box - 1];
        m_tets.resize(m_first.back());
        std::vector<std::size_t> next(m_first.begin(), m_first.end() - 1);
        for (std::size_t tet = 0; tet < m_mesh.tetrahedra.size(); ++tet) {
            for_each_box(m_mesh.tetrahedra[tet],
                         [&](std::size_t box) { m_tets[next[box]++] = static_cast<int>(tet); });
        }
    }

    void search_ring(const Vector3i& centre, int ring, const Vector3d& point, int& nearest,
                     double& least) const {
        const Vector3i low = (centre.array() - ring).max(0);
        const Vector3i high = (centre.array() + ring).min(m_count.array() - 1);
        for (int k = low.z(); k <= high.z(); ++k) {
            for (int j = low.y(); j <= high.y(); ++j) {
                for (int i = low.x(); i <= high.x(); ++i) {
                    const bool on_ring = std::abs(i - centre.x()) == ring ||
                                         std::abs(j - centre.y()) == ring ||
                                         std::abs(k - centre.z()) == ring;
                    if (on_ring) search_box(index_of(i, j, k), point, nearest, least);
                }
            }
        }
    }

    /// Of several tetrahedra as near, the lowest.
    void search_box(std::size_t box, const Vector3d& point, int& nearest, double& least) const {
        for (std::size_t n = m_first[box]; n < m_first[box + 1]; ++n) {
            const Corners x = corners_of(m_mesh, m_mesh.tetrahedra[m_tets[n]]);
            const double distance = squared_distance(x, coordinates_of(x, point), point);
            if (distance < least || (distance == least && m_tets[n] < nearest)) {
                least = distance;
                nearest = m_tets[n];
            }
        }
    }

    const TetMesh& m_mesh;
    AlignedBox3d m_bounds;
    double m_size = 1.0;  ///< of a box [m]
    Vector3i m_count;
    std::vector<std::size_t> m_first;  ///< of each box in m_tets, and the end
    std::vector<int> m_tets;
};

}  // namespace

TetEmbedding::TetEmbedding(const TetMesh& mesh, std::span<const Vector3d> points)
    : m_points(points.begin(), points.end()), m_rest(mesh.vertices), m_places(points.size()) {
    if (points.empty()) return;
    const TetGrid grid(mesh);
    parallel_for(points.size(), GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            m_places[i] = grid.find(m_points[i]);
    });
}

void TetEmbedding::deform(std::span<const Vector3d> positions, std::span<double> out) const {
    parallel_for(m_points.size(), GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Place& place = m_places[i];
            Vector3d displacement = Vector3d::Zero();
            for (int a = 0; a < 4; ++a) {
                const int vertex = place.vertices[a];
                displacement += place.coordinates[a] * (positions[vertex] - m_rest[vertex]);
            }
            Eigen::Map<Vector3d>(out.data() + 3 * i) = m_points[i] + displacement;
        }
    });
}

}  // namespace sinew
