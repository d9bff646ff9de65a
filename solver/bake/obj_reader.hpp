// Wavefront .obj files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/triangle_mesh.hpp"

namespace sinew::bake {

/// The largest file that is read.
inline constexpr std::uint64_t MAX_OBJ_BYTES = std::uint64_t{2} << 30;

/// The "v" lines in their order and the "f" lines cut into triangles; all other lines are passed over.
/// A file without faces is fine, one without vertices is not. Throws Error(InvalidArgument) naming
/// `object` and the line.
TriangleMesh parse_obj(std::string_view text, const std::string& object);

/// A name of a "g" line and the vertices of all faces after it, rising.
struct ObjGroup {
    std::string name;
    std::vector<int> vertices;
};

struct GroupedMesh {
    TriangleMesh mesh;
    std::vector<ObjGroup> groups;  ///< in the order of their first line
};

/// As parse_obj, with the groups that faces belong to.
GroupedMesh parse_grouped_obj(std::string_view text, const std::string& object);
/// The same from a file. Throws Error(File) when it cannot be read.
GroupedMesh read_grouped_obj(const std::filesystem::path& path);

}  // namespace sinew::bake
