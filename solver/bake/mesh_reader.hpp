// Meshes of a job: vertices in the job, or an .obj file.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string_view>
#include <vector>

#include "bake/json_field.hpp"

namespace sinew::bake {

inline constexpr std::string_view MESH_FIELDS[] = {"vertices"};

/// Vertices [m]; nothing after complaining. An empty mesh is a problem.
std::optional<std::vector<Eigen::Vector3d>> read_mesh_vertices(const JsonField& field);

}  // namespace sinew::bake
