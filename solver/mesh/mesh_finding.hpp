// Problems of meshes: their kind, their place, and the sentence for the person who made the mesh.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

enum class MeshDefect {
    Empty,                ///< no vertices, or none of the elements the mesh is made of
    NotFinite,            ///< a vertex with NaN or infinity
    IndexOutOfRange,      ///< an element that names a vertex that is not there
    Degenerate,           ///< no length, no area or no volume
    Inverted,             ///< a tetrahedron with negative volume
    DuplicateElement,     ///< same vertices as an earlier element, in any order
    DuplicateVertex,      ///< same position as an earlier vertex
    IsolatedVertex,       ///< used by no element
    NonManifoldEdge,      ///< shared by more than two triangles
    InconsistentWinding,  ///< an edge whose two triangles face opposite sides
};

/// One kind of defect and where it is. What is an error and what a warning is the caller's choice:
/// a cloth with open seams has duplicate vertices on purpose, a solid must not.
struct MeshFinding {
    /// So many items are listed; more help nobody.
    static constexpr std::size_t MAX_LISTED = 5;
    /// Vertices beyond this number are left out.
    static constexpr std::size_t MAX_VERTICES = 10000;

    MeshDefect defect = MeshDefect::Empty;
    /// What the indices count: "vertex", "segment", "triangle", "tetrahedron" or "edge"; for Empty,
    /// what is missing.
    std::string_view item;
    /// The first few offenders, increasing. An edge is two vertex indices, everything else is one.
    std::vector<int> indices;
    std::size_t count = 0;  ///< how many there are in all
    /// Vertices of the offenders, increasing, each once, for a program that selects them.
    std::vector<int> vertices = {};

    /// "3 triangles have no area: 17, 204, 911"
    std::string message() const;
};

}  // namespace sinew
