#include "exact_triangles.hpp"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/intersections.h>

#include <boost/variant/get.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace judge {

namespace {

using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using Triangle = Kernel::Triangle_3;

Triangle to_triangle(const NamedTriangle& t) {
    return {t.corners[0], t.corners[1], t.corners[2]};
}

/// Corners of `a` whose names `b` has too, and their number.
struct Shared {
    std::array<bool, 3> in_a{};
    std::array<bool, 3> in_b{};
    int count = 0;
};

Shared shared_vertices(const NamedTriangle& a, const NamedTriangle& b) {
    Shared shared;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            if (a.names[i] != b.names[j]) continue;
            shared.in_a[i] = shared.in_b[j] = true;
        }
        if (shared.in_a[i]) ++shared.count;
    }
    return shared;
}

/// Index of the corner that differs from the other two in being shared or not.
std::size_t odd_one(const std::array<bool, 3>& flags, bool odd) {
    for (std::size_t i = 0; i < 3; ++i)
        if (flags[i] == odd) return i;
    return 0;
}

Segment opposite_edge(const NamedTriangle& t, std::size_t corner) {
    return {t.corners[(corner + 1) % 3], t.corners[(corner + 2) % 3]};
}

/// Triangles are convex. If they share a point besides the common corner, they share the way to it from the corner. That way
/// goes on until it leaves one of them, which is at an edge opposite to the corner.
bool intersect_beside_corner(const NamedTriangle& a, const NamedTriangle& b, const Shared& shared) {
    const std::size_t corner_a = odd_one(shared.in_a, true);
    const std::size_t corner_b = odd_one(shared.in_b, true);
    return CGAL::do_intersect(opposite_edge(a, corner_a), to_triangle(b)) ||
           CGAL::do_intersect(opposite_edge(b, corner_b), to_triangle(a));
}

/// Two triangles on one edge share more than the edge if they lie in one plane and on the same side of the edge.
bool are_folded(const NamedTriangle& a, const NamedTriangle& b, const Shared& shared) {
    const std::size_t tip_a = odd_one(shared.in_a, false);
    const std::size_t tip_b = odd_one(shared.in_b, false);
    const Point& from = a.corners[(tip_a + 1) % 3];
    const Point& to = a.corners[(tip_a + 2) % 3];
    return CGAL::orientation(from, to, a.corners[tip_a], b.corners[tip_b]) == CGAL::COPLANAR &&
           CGAL::coplanar_orientation(from, to, a.corners[tip_a], b.corners[tip_b]) ==
               CGAL::POSITIVE;
}

// Degenerate triangles are rare, and CGAL's tests do not take them. They are intersected as segments and points with exact
// coordinates.
namespace exact {

using K = CGAL::Exact_predicates_exact_constructions_kernel;

K::Point_3 to_exact(const Point& p) {
    return {p.x(), p.y(), p.z()};
}

/// The hull of up to three points, as its corners: three, two, or one.
using Hull = std::vector<K::Point_3>;

Hull hull_of(std::vector<K::Point_3> points) {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3 || !CGAL::collinear(points[0], points[1], points[2])) return points;
    return {points.front(), points.back()};  // the order is that along the line
}

bool contains(const Hull& hull, const K::Point_3& p) {
    switch (hull.size()) {
        case 1: return hull[0] == p;
        case 2: return K::Segment_3(hull[0], hull[1]).has_on(p);
        default: return K::Triangle_3(hull[0], hull[1], hull[2]).has_on(p);
    }
}

/// Corners of the part of a segment that lies in a hull of two or three points.
template <class Shape>
Hull common_part(const K::Segment_3& segment, const Shape& shape) {
    const auto part = CGAL::intersection(segment, shape);
    if (!part) return {};
    if (const auto* point = boost::get<K::Point_3>(&*part)) return {*point};
    const auto& common = boost::get<K::Segment_3>(*part);
    return {common.source(), common.target()};
}

/// Corners of what two hulls have in common. At most one of them has three points.
Hull common_part(const Hull& a, const Hull& b) {
    if (a.size() > b.size()) return common_part(b, a);
    if (a.size() == 1) return contains(b, a[0]) ? a : Hull{};
    const K::Segment_3 segment(a[0], a[1]);
    if (b.size() == 2) return common_part(segment, K::Segment_3(b[0], b[1]));
    return common_part(segment, K::Triangle_3(b[0], b[1], b[2]));
}

Hull hull_of(const NamedTriangle& t) {
    return hull_of({to_exact(t.corners[0]), to_exact(t.corners[1]), to_exact(t.corners[2])});
}

bool degenerate_intersect(const NamedTriangle& a, const NamedTriangle& b, const Shared& shared) {
    const Hull common = common_part(hull_of(a), hull_of(b));
    std::vector<K::Point_3> vertices;
    for (std::size_t i = 0; i < 3; ++i)
        if (shared.in_a[i]) vertices.push_back(to_exact(a.corners[i]));
    if (vertices.empty()) return !common.empty();
    const Hull expected = hull_of(std::move(vertices));
    return !std::all_of(common.begin(), common.end(),
                        [&](const K::Point_3& p) { return contains(expected, p); });
}

}  // namespace exact

}  // namespace

bool is_degenerate(const std::array<Point, 3>& corners) {
    return CGAL::collinear(corners[0], corners[1], corners[2]);
}

bool triangles_intersect(const NamedTriangle& a, const NamedTriangle& b) {
    const Shared shared = shared_vertices(a, b);
    if (shared.count == 3) return true;
    if (a.degenerate || b.degenerate) return exact::degenerate_intersect(a, b, shared);
    switch (shared.count) {
        case 0: return CGAL::do_intersect(to_triangle(a), to_triangle(b));
        case 1: return intersect_beside_corner(a, b, shared);
        default: return are_folded(a, b, shared);
    }
}

}  // namespace judge
