// Files that a job names: its binary file and its meshes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "bake/file_io.hpp"

namespace sinew::bake {

/// Opens `name`, relative to `folder`. With `confine` nothing outside of the folder is opened, whatever the name says and
/// wherever symbolic links lead. Throws Error(File), or Error(InvalidArgument) for a name that leads outside.
File open_input(const std::filesystem::path& folder, const std::string& name, bool confine);

/// The whole file as text; refuses files above `limit` bytes.
std::string read_input(const std::filesystem::path& folder, const std::string& name, bool confine,
                       std::uint64_t limit);

}  // namespace sinew::bake
