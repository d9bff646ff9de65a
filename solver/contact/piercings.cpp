#include "contact/piercings.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "contact/overlap_tree.hpp"
#include "contact/surface_crossings.hpp"

namespace sinew {

using Eigen::Vector3d;

namespace {

/// |N·E| below which an edge counts as less parallel to the triangle than it is: descents stay bounded.
constexpr double LEAST_SLOPE = 0.1;

template <class Corners>
void build_tree(const std::vector<Corners>& all, const std::vector<int>& items,
                std::span<const Vector3d> positions, OverlapTree& tree) {
    std::vector<FloatBox> boxes;
    boxes.reserve(items.size());
    for (const int item : items) {
        Eigen::AlignedBox3d box;
        for (const int corner : all[item])
            box.extend(positions[corner]);
        boxes.push_back(FloatBox::around(box, Vector3d::Zero()));
    }
    tree.build(boxes);
}

}  // namespace

Vector3d area_vector(const ContactMesh& mesh, std::span<const Vector3d> positions, int triangle) {
    const auto& [a, b, c] = mesh.triangles[triangle];
    return (positions[b] - positions[a]).cross(positions[c] - positions[a]);
}

void find_piercings(const SurfaceParts& parts, int first, int second,
                    std::span<const Vector3d> positions, std::vector<Piercing>& out) {
    const ContactMesh& mesh = parts.mesh();
    const std::vector<int>& edges = parts[first].edges;
    const std::vector<int>& triangles = parts[second].triangles;
    OverlapTree edge_tree;
    OverlapTree triangle_tree;
    build_tree(mesh.edges, edges, positions, edge_tree);
    build_tree(mesh.triangles, triangles, positions, triangle_tree);
    const std::size_t before = out.size();
    for (int leaf = 0; leaf < edge_tree.leaves(); ++leaf) {
        triangle_tree.find_overlaps(
            edge_tree, leaf, ~std::uint64_t{0}, [&](int slot, int at, unsigned hits) {
                const int edge = edges[edge_tree.items()[slot]];
                for (; hits != 0; hits &= hits - 1) {
                    const int triangle =
                        triangles[triangle_tree
                                      .items()[OverlapTree::WIDTH * at + std::countr_zero(hits)]];
                    if (goes_through(positions, mesh.edges[edge], mesh.triangles[triangle]))
                        out.push_back({edge, triangle});
                }
            });
    }
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
              [](const Piercing& a, const Piercing& b) {
                  return std::tie(a.edge, a.triangle) < std::tie(b.edge, b.triangle);
              });
}

PiercingPlace place_of(const ContactMesh& mesh, std::span<const Vector3d> positions,
                       const Piercing& piercing) {
    const auto& [e0, e1] = mesh.edges[piercing.edge];
    const auto& [a, b, c] = mesh.triangles[piercing.triangle];
    PiercingPlace at;
    const Vector3d area = area_vector(mesh, positions, piercing.triangle);
    const double size = area.norm();
    if (size > 0.0) at.normal = area / size;
    const double from = at.normal.dot(positions[e0] - positions[a]);
    const double to = at.normal.dot(positions[e1] - positions[a]);
    const double s = from == to ? 0.5 : std::clamp(from / (from - to), 0.0, 1.0);
    at.on_edge = {1.0 - s, s};
    at.place = (1.0 - s) * positions[e0] + s * positions[e1];
    const auto share = [&](int p, int q) {
        return (positions[p] - at.place).cross(positions[q] - at.place).dot(at.normal);
    };
    at.on_triangle = {share(b, c), share(c, a), share(a, b)};
    double sum = 0.0;
    for (double& weight : at.on_triangle)
        sum += weight = std::max(weight, 0.0);
    for (double& weight : at.on_triangle)
        weight = sum > 0.0 ? weight / sum : 1.0 / 3.0;
    return at;
}

Vector3d contour_descent(const SurfaceParts& parts, std::span<const Vector3d> positions,
                         const Piercing& piercing, bool is_of_first) {
    const ContactMesh& mesh = parts.mesh();
    const auto& edge = mesh.edges[piercing.edge];
    const Vector3d& foot = positions[edge[0]];
    const Vector3d along = (positions[edge[1]] - foot).normalized();
    const Vector3d n = area_vector(mesh, positions, piercing.triangle).normalized();
    double slope = n.dot(along);
    if (std::abs(slope) < LEAST_SLOPE) slope = std::copysign(LEAST_SLOPE, slope);
    Vector3d descent = Vector3d::Zero();
    for (const int face : parts.triangles_of_edge(piercing.edge)) {
        Vector3d opposite = Vector3d::Zero();
        for (const int corner : mesh.triangles[face])
            if (corner != edge[0] && corner != edge[1]) opposite = positions[corner] - foot;
        const Vector3d inwards = opposite - along.dot(opposite) * along;
        Vector3d r = area_vector(mesh, positions, face).cross(n);
        const double length = r.norm();
        if (length == 0.0) continue;
        r *= (r.dot(inwards) < 0.0 ? -1.0 : 1.0) / length;
        const Vector3d across = r.dot(along) / slope * n;
        descent -= is_of_first ? across : Vector3d(r - across);
    }
    return descent;
}

}  // namespace sinew
