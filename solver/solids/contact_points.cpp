#include "solids/contact_points.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "mesh/border_faces.hpp"
#include "solids/surface_pinning.hpp"

namespace sinew::solids {

using Eigen::Vector3d;
using Eigen::Vector3i;
using Eigen::Vector4i;

namespace {

constexpr int MOST_DIVISIONS =
    64;  ///< of an edge: bounds the number of points of one huge triangle

double area_of(const std::vector<Vector3d>& x, const Vector3i& t) {
    return 0.5 * (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).norm();
}

/// Into how many parts the edges of a triangle are divided.
int divisions(const std::vector<Vector3d>& x, const Vector3i& t, double size) {
    const double longest = std::max(
        {(x[t[1]] - x[t[0]]).norm(), (x[t[2]] - x[t[1]]).norm(), (x[t[0]] - x[t[2]]).norm()});
    return static_cast<int>(std::clamp(std::ceil(longest / size), 1.0, double{MOST_DIVISIONS}));
}

/// Points of triangles that are larger than tetrahedra, without their corners.
struct SamplesBetween {
    std::vector<Vector3d> positions;
    std::vector<double> areas;

    /// Each of the n² small triangles gives a third of its area to each corner: a point inside has six of them, one on an edge three.
    /// What belongs to the corners is returned.
    double add(const std::vector<Vector3d>& x, const Vector3i& t, int n) {
        const double share = area_of(x, t) / (3.0 * n * n);
        for (int i = 0; i <= n; ++i) {
            for (int j = 0; i + j <= n; ++j) {
                const int k = n - i - j;
                if (std::max({i, j, k}) == n) continue;
                positions.emplace_back((i * x[t[0]] + j * x[t[1]] + k * x[t[2]]) / n);
                areas.push_back((std::min({i, j, k}) == 0 ? 3.0 : 6.0) * share);
            }
        }
        return share;
    }
};

}  // namespace

std::vector<Vector3i> border_triangles(const TetMesh& tets) {
    const std::vector<BorderFaces> on_border = border_faces(tets);
    std::vector<Vector3i> border;
    for (std::size_t i = 0; i < on_border.size(); ++i) {
        const Vector4i& tet = tets.tetrahedra[i];
        for (int k = 0; k < 4; ++k) {
            const auto& corners = TET_FACES[k];
            if (on_border[i][k])
                border.emplace_back(tet[corners[0]], tet[corners[1]], tet[corners[2]]);
        }
    }
    return border;
}

BorderMesh::BorderMesh(const TetMesh& tets) {
    const std::vector<Vector3i> border = border_triangles(tets);
    for (const Vector3i& t : border)
        vertices.insert(vertices.end(), t.begin(), t.end());
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    const auto index = [&](int vertex) {
        return static_cast<int>(std::lower_bound(vertices.begin(), vertices.end(), vertex) -
                                vertices.begin());
    };
    for (const Vector3i& t : border)
        triangles.push_back({index(t[0]), index(t[1]), index(t[2])});
}

double mean_tet_size(const TetMesh& tets) {
    double volume = 0.0;
    for (const Vector4i& tet : tets.tetrahedra) {
        const Vector3d& x0 = tets.vertices[tet[0]];
        volume += (tets.vertices[tet[1]] - x0)
                      .cross(tets.vertices[tet[2]] - x0)
                      .dot(tets.vertices[tet[3]] - x0) /
                  6.0;
    }
    return std::cbrt(6.0 * std::sqrt(2.0) * volume / static_cast<double>(tets.tetrahedra.size()));
}

ContactPoints contact_points(const SolidDef& def, const TetEmbedding& surface) {
    ContactPoints contacts;
    if (def.surface_triangles.empty()) {
        std::vector<double> areas(def.tets.vertices.size(), 0.0);
        for (const Vector3i& t : border_triangles(def.tets)) {
            for (const int vertex : t)
                areas[vertex] += area_of(def.tets.vertices, t) / 3.0;
        }
        for (std::size_t i = 0; i < areas.size(); ++i) {
            if (areas[i] <= 0.0) continue;
            contacts.points.push_back(NodePoint::at(static_cast<int>(i)));
            contacts.areas.push_back(areas[i]);
        }
        return contacts;
    }
    const double size = mean_tet_size(def.tets);
    contacts.areas.assign(def.surface.size(), 0.0);
    SamplesBetween between;
    for (const Vector3i& t : def.surface_triangles) {
        const double share = between.add(def.surface, t, divisions(def.surface, t, size));
        for (const int vertex : t)
            contacts.areas[vertex] += share;
    }
    for (const TetEmbedding::Place& place : surface.places())
        contacts.points.push_back(node_point(place));
    const TetEmbedding samples(def.tets, between.positions);
    for (const TetEmbedding::Place& place : samples.places())
        contacts.points.push_back(node_point(place));
    contacts.areas.insert(contacts.areas.end(), between.areas.begin(), between.areas.end());
    return contacts;
}

}  // namespace sinew::solids
