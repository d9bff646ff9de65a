// How far two small convex parts are apart: points, edges, triangles; four pairs at a time.
//
// Along a unit vector n, parts A and B are apart by
//
//   s(n) = min over corners i of A, j of B of  n·(aᵢ − bⱼ),
//
// and their distance is the largest s(n). For any n, s(n) is a lower bound of the distance: whatever n is, and however inexact, the bound
// holds up to the round-off of the dot products. The largest s belongs to the normal of the triangle (the common normal of two edges) or to the
// direction between a corner and the nearest point of an edge, so these two are tried.
#pragma once

#include <array>

#include "math/lane_geometry.hpp"
#include "math/pack.hpp"

namespace sinew {

/// Corners of A, then of B, four pairs. The first corner of B is the origin.
template <int FIRST, int SECOND>
struct PairLanes {
    std::array<Vec3<Pack>, FIRST + SECOND> corners;
};

inline Vec3<Pack> select(Pack::Mask mask, const Vec3<Pack>& yes, const Vec3<Pack>& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

/// v/|v|, or 0 for 0.
inline Vec3<Pack> unit_or_zero(const Vec3<Pack>& v) {
    const Pack squared = dot(v, v);
    return select(squared > Pack(0.0), Pack(1.0) / sqrt(squared), Pack(0.0)) * v;
}

/// The shortest of the vectors that it has met.
class ShortestVector {
public:
    const Vec3<Pack>& vector() const { return m_vector; }
    void meet(const Vec3<Pack>& v) {
        const Pack squared = dot(v, v);
        const Pack::Mask is_shorter = squared < m_squared;
        m_vector = select(is_shorter, v, m_vector);
        m_squared = min(m_squared, squared);
    }

private:
    Vec3<Pack> m_vector{};
    Pack m_squared = Pack(1e300);
};

/// From an edge that starts at the origin to a point.
inline Vec3<Pack> edge_to_point(const Vec3<Pack>& point, const Vec3<Pack>& edge,
                                Pack one_over_squared_length) {
    const Pack along = min(max(dot(point, edge) * one_over_squared_length, Pack(0.0)), Pack(1.0));
    const Vec3<Pack> across = point - along * edge;
    // Once more: without it, round-off along a long edge outweighs a small distance.
    const Pack::Mask is_inside = (along > Pack(0.0)) & (along < Pack(1.0));
    const Pack rest = select(is_inside, dot(across, edge) * one_over_squared_length, Pack(0.0));
    return across - rest * edge;
}

inline Pack one_over_or_zero(Pack value) {
    return select(value > Pack(0.0), Pack(1.0) / value, Pack(0.0));
}

/// n·x of all corners.
template <int FIRST, int SECOND>
std::array<Pack, FIRST + SECOND> heights(const Vec3<Pack>& n, const PairLanes<FIRST, SECOND>& x) {
    std::array<Pack, FIRST + SECOND> result;
    for (int i = 0; i < FIRST + SECOND; ++i)
        result[i] = dot(n, x.corners[i]);
    return result;
}

/// s(n) from the heights of the corners.
template <int FIRST, int SECOND>
Pack separation(const std::array<Pack, FIRST + SECOND>& height) {
    Pack lowest = height[0];
    for (int i = 1; i < FIRST; ++i)
        lowest = min(lowest, height[i]);
    Pack highest = height[FIRST];
    for (int k = 1; k < SECOND; ++k)
        highest = max(highest, height[FIRST + k]);
    return lowest - highest;
}

/// The two directions, from B to A, of any length: one that is normal to both parts (zero for a point and an edge or point), and one
/// that is nearest at a corner.
struct SeparatingDirections {
    Vec3<Pack> normal{};
    Vec3<Pack> corner{};
};

inline SeparatingDirections directions(const PairLanes<1, 3>& x) {
    const auto& [p, a, b, c] = x.corners;
    const Vec3<Pack> bc = c - b;
    const Vec3<Pack> normal = cross(b, c);
    ShortestVector shortest;
    shortest.meet(edge_to_point(p, b, one_over_or_zero(dot(b, b))));
    shortest.meet(edge_to_point(p, c, one_over_or_zero(dot(c, c))));
    shortest.meet(edge_to_point(p - b, bc, one_over_or_zero(dot(bc, bc))));
    return {select(dot(normal, p) < Pack(0.0), -normal, normal), shortest.vector()};
}

inline SeparatingDirections directions(const PairLanes<2, 2>& x) {
    const auto& [a0, a1, b0, b1] = x.corners;
    const Vec3<Pack> a = a1 - a0;
    const Vec3<Pack> normal = cross(a, b1);
    const Pack over_a = one_over_or_zero(dot(a, a));
    const Pack over_b = one_over_or_zero(dot(b1, b1));
    ShortestVector shortest;
    shortest.meet(edge_to_point(a0, b1, over_b));
    shortest.meet(edge_to_point(a1, b1, over_b));
    shortest.meet(-edge_to_point(-a0, a, over_a));
    shortest.meet(-edge_to_point(b1 - a0, a, over_a));
    return {select(dot(normal, a0) < Pack(0.0), -normal, normal), shortest.vector()};
}

inline SeparatingDirections directions(const PairLanes<1, 2>& x) {
    const auto& [p, a, b] = x.corners;
    return {.corner = edge_to_point(p, b, one_over_or_zero(dot(b, b)))};
}

inline SeparatingDirections directions(const PairLanes<1, 1>& x) {
    return {.corner = x.corners[0]};
}

/// A unit vector or zero, the heights of the corners along it, and the separation.
template <int FIRST, int SECOND>
struct Separation {
    Vec3<Pack> direction;
    std::array<Pack, FIRST + SECOND> height;
    Pack distance;
};

template <int FIRST, int SECOND>
Separation<FIRST, SECOND> largest_separation(const PairLanes<FIRST, SECOND>& x) {
    const SeparatingDirections tried = directions(x);
    Separation<FIRST, SECOND> best{tried.corner, heights(tried.corner, x), Pack(0.0)};
    best.distance = separation<FIRST, SECOND>(best.height);
    Pack squared = dot(tried.corner, tried.corner);
    if constexpr (FIRST + SECOND == 4) {
        // Of the lengths, the squares are enough to find the larger distance.
        const auto height = heights(tried.normal, x);
        const Pack distance = separation<FIRST, SECOND>(height);
        const Pack normal_squared = dot(tried.normal, tried.normal);
        const Pack::Mask is_larger = distance * abs(distance) * squared >
                                     best.distance * abs(best.distance) * normal_squared;
        best.direction = select(is_larger, tried.normal, best.direction);
        for (std::size_t i = 0; i < height.size(); ++i)
            best.height[i] = select(is_larger, height[i], best.height[i]);
        best.distance = select(is_larger, distance, best.distance);
        squared = select(is_larger, normal_squared, squared);
    }
    const Pack over_length = select(squared > Pack(0.0), Pack(1.0) / sqrt(squared), Pack(0.0));
    best.direction = over_length * best.direction;
    best.distance = over_length * best.distance;
    for (Pack& height : best.height)
        height = over_length * height;
    return best;
}

}  // namespace sinew
