#include "contact/surface_crossings.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "contact/overlap_tree.hpp"

namespace sinew {

using Eigen::Vector3d;

namespace {

/// Round-off of a coordinate, and that of the products it goes into, relative to it.
constexpr double VOLUME_ROUND_OFF = 1e-14;

/// Six times the volume of a tetrahedron; 0 if it is no more than round-off. So neighbours in one plane are not taken for crossings.
double volume(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
    const Vector3d ab = b - a;
    const Vector3d ac = c - a;
    const Vector3d ad = d - a;
    const double sixfold = ab.cross(ac).dot(ad);
    const double largest = std::max({a.lpNorm<Eigen::Infinity>(), b.lpNorm<Eigen::Infinity>(),
                                     c.lpNorm<Eigen::Infinity>(), d.lpNorm<Eigen::Infinity>()});
    const double areas = ab.norm() * ac.norm() + ab.norm() * ad.norm() + ac.norm() * ad.norm();
    return std::abs(sixfold) > VOLUME_ROUND_OFF * largest * areas ? sixfold : 0.0;
}

bool goes_through(const Vector3d& from, const Vector3d& to, const Vector3d& a, const Vector3d& b,
                  const Vector3d& c) {
    const double below = volume(a, b, c, from);
    const double above = volume(a, b, c, to);
    if ((below > 0.0) == (above > 0.0) && below != 0.0 && above != 0.0) return false;
    if (below == 0.0 && above == 0.0) return false;  // in the plane: edges of others show it
    const double ab = volume(from, to, a, b);
    const double bc = volume(from, to, b, c);
    const double ca = volume(from, to, c, a);
    return (ab >= 0.0 && bc >= 0.0 && ca >= 0.0) || (ab <= 0.0 && bc <= 0.0 && ca <= 0.0);
}

template <std::size_t CORNERS>
void build_tree(const std::vector<std::array<int, CORNERS>>& parts,
                std::span<const Vector3d> positions, OverlapTree& tree) {
    std::vector<FloatBox> boxes;
    boxes.reserve(parts.size());
    for (const auto& corners : parts) {
        Eigen::AlignedBox3d box;
        for (const int corner : corners)
            box.extend(positions[corner]);
        boxes.push_back(FloatBox::around(box, Vector3d::Zero()));
    }
    tree.build(boxes);
}

}  // namespace

bool goes_through(std::span<const Vector3d> positions, const std::array<int, 2>& edge,
                  const std::array<int, 3>& triangle) {
    if (std::find_first_of(edge.begin(), edge.end(), triangle.begin(), triangle.end()) !=
        edge.end())
        return false;
    return goes_through(positions[edge[0]], positions[edge[1]], positions[triangle[0]],
                        positions[triangle[1]], positions[triangle[2]]);
}

std::vector<SurfaceCrossing> find_crossings(const ContactMesh& mesh,
                                            std::span<const Vector3d> positions) {
    OverlapTree edges;
    OverlapTree triangles;
    build_tree(mesh.edges, positions, edges);
    build_tree(mesh.triangles, positions, triangles);
    std::map<std::pair<int, int>, SurfaceCrossing> crossings;
    const auto test = [&](const std::array<int, 2>& edge, const std::array<int, 3>& triangle) {
        const int of_edge = mesh.surface(edge[0]);
        const int of_triangle = mesh.surface(triangle[0]);
        const auto [first, second] = std::minmax(of_edge, of_triangle);
        if (!mesh.rules.meets(first, second)) return;
        if (!goes_through(positions, edge, triangle)) return;
        SurfaceCrossing& crossing = crossings[{first, second}];
        if (crossing.places++ == 0)
            crossing.place = 0.5 * (positions[edge[0]] + positions[edge[1]]);
    };
    for (int leaf = 0; leaf < edges.leaves(); ++leaf) {
        triangles.find_overlaps(
            edges, leaf, ~std::uint64_t{0}, [&](int slot, int at, unsigned hits) {
                for (; hits != 0; hits &= hits - 1)
                    test(mesh.edges[edges.items()[slot]],
                         mesh.triangles[triangles.items()[OverlapTree::WIDTH * at +
                                                          std::countr_zero(hits)]]);
            });
    }
    std::vector<SurfaceCrossing> list;
    for (auto& [surfaces, crossing] : crossings) {
        std::tie(crossing.first, crossing.second) = surfaces;
        list.push_back(crossing);
    }
    return list;
}

}  // namespace sinew
