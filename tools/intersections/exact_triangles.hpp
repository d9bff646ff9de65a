// Whether two triangles intersect, decided by exact signs.
#pragma once

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include <array>

namespace judge {

/// Coordinates are doubles, taken as they are. Signs of determinants are exact. Constructions are not, so none is used.
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

/// A triangle with the names of its corners: equal names are one vertex of one mesh.
struct NamedTriangle {
    std::array<Kernel::Point_3, 3> corners;
    std::array<int, 3> names;
    bool degenerate = false;  ///< its corners lie on a line: it is a segment or a point
};

bool is_degenerate(const std::array<Kernel::Point_3, 3>& corners);

/// True if they share more points than the hull of the vertices that both name. Touching counts. Triangles with the same three
/// vertices always intersect.
bool triangles_intersect(const NamedTriangle& a, const NamedTriangle& b);

}  // namespace judge
