// Meshes of a job: vertices and faces in the job, or an .obj file.
#pragma once

#include <optional>
#include <string_view>

#include "bake/json_field.hpp"
#include "mesh/triangle_mesh.hpp"

namespace sinew::bake {

inline constexpr std::string_view MESH_FIELDS[] = {"vertices", "faces"};

/// Vertices [m] and faces cut into triangles, which name existing vertices; nothing after complaining.
/// A mesh without vertices is a problem, one without faces is not.
std::optional<TriangleMesh> read_mesh(const JsonField& field);

}  // namespace sinew::bake
