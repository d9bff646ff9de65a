#include "mesh/mesh_finding.hpp"

#include <fmt/format.h>

namespace sinew {

namespace {

std::string plural(std::string_view item) {
    if (item == "vertex") return "vertices";
    if (item == "tetrahedron") return "tetrahedra";
    return std::string(item) + "s";
}

std::string_view measure_of(std::string_view item) {
    if (item == "segment") return "length";
    if (item == "triangle") return "area";
    return "volume";
}

/// What follows "1 triangle" or "3 triangles".
std::string predicate(MeshDefect defect, std::string_view item, bool one) {
    const std::string_view have = one ? "has" : "have";
    switch (defect) {
        case MeshDefect::Empty: break;
        case MeshDefect::NotFinite: return fmt::format("{} a coordinate that is not finite", have);
        case MeshDefect::IndexOutOfRange:
            return fmt::format("{} a vertex that does not exist", one ? "uses" : "use");
        case MeshDefect::Degenerate: return fmt::format("{} no {}", have, measure_of(item));
        case MeshDefect::Inverted:
            return fmt::format("{} negative volume (two vertices are swapped)", have);
        case MeshDefect::DuplicateElement:
            return fmt::format("{} the same vertices as an earlier one", have);
        case MeshDefect::DuplicateVertex:
            return fmt::format("{} the same position as an earlier one", have);
        case MeshDefect::IsolatedVertex: return fmt::format("{} not used", one ? "is" : "are");
        case MeshDefect::NonManifoldEdge:
            return fmt::format("{} to more than two triangles", one ? "belongs" : "belong");
        case MeshDefect::InconsistentWinding:
            return fmt::format("{} triangles that face opposite sides", one ? "joins" : "join");
    }
    return {};
}

}  // namespace

std::string MeshFinding::message() const {
    if (defect == MeshDefect::Empty) return fmt::format("the mesh has no {}", plural(item));

    const bool one = count == 1;
    std::string text = fmt::format("{} {} {}: ", count, one ? std::string(item) : plural(item),
                                   predicate(defect, item, one));
    const std::size_t width = item == "edge" ? 2 : 1;
    const std::size_t listed = indices.size() / width;
    for (std::size_t i = 0; i < listed; ++i) {
        if (i != 0) text += ", ";
        text += width == 2 ? fmt::format("{}-{}", indices[2 * i], indices[2 * i + 1])
                           : fmt::format("{}", indices[i]);
    }
    if (listed < count) text += ", ...";
    return text;
}

}  // namespace sinew
