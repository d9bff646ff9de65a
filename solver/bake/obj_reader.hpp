// Vertices of Wavefront .obj files.
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <string_view>
#include <vector>

namespace sinew::bake {

/// The "v" lines in their order; all other lines are passed over. Throws Error(InvalidArgument) naming
/// `object` and the line.
std::vector<Eigen::Vector3d> parse_obj_vertices(std::string_view text, const std::string& object);

/// The same for a file.
std::vector<Eigen::Vector3d> read_obj_vertices(const std::filesystem::path& path);

}  // namespace sinew::bake
