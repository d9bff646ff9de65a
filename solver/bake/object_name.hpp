// Names of bodies, which become names of files.
#pragma once

#include <string_view>

namespace sinew::bake {

/// Letters of any language, digits, spaces and ". _ - ( )"; not empty, not starting with a dot, and short
/// enough for a file name on every disk. `name` is valid UTF-8.
bool is_object_name(std::string_view name);

inline constexpr std::string_view OBJECT_NAME_RULE =
    "must be a name for a file: letters of any language, digits, spaces and . _ - ( ), at most 200 "
    "bytes, not starting with a dot";

}  // namespace sinew::bake
