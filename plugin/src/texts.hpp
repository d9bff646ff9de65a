// Text across the C API: UTF-8 with a terminating zero.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace sinew::plugin {

/// Copies as much as fits and always ends it with a zero; `out_size` gets the size of all of it.
void copy_text(std::string_view text, char* out, std::uint64_t capacity, std::uint64_t* out_size);

/// A path given as UTF-8; refuses null and the empty string. `what` is the name of the parameter.
std::filesystem::path read_path(const char* path, const char* what);

}  // namespace sinew::plugin
