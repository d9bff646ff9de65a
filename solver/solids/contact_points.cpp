#include "solids/contact_points.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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
    // Of each face its corners in order, and as the tetrahedron has them, seen from outside.
    std::vector<std::pair<std::array<int, 3>, Vector3i>> faces;
    constexpr int OUTSIDE[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    for (const Vector4i& tet : tets.tetrahedra) {
        for (const auto& corners : OUTSIDE) {
            const Vector3i face(tet[corners[0]], tet[corners[1]], tet[corners[2]]);
            std::array<int, 3> sorted{face[0], face[1], face[2]};
            std::ranges::sort(sorted);
            faces.emplace_back(sorted, face);
        }
    }
    std::ranges::stable_sort(faces, {}, [](const auto& face) { return face.first; });
    std::vector<Vector3i> border;
    for (std::size_t i = 0; i < faces.size();) {
        std::size_t end = i + 1;
        while (end < faces.size() && faces[end].first == faces[i].first)
            ++end;
        if (end == i + 1) border.push_back(faces[i].second);
        i = end;
    }
    return border;
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
