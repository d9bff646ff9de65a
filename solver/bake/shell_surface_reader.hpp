// Reads bodies of the kind "shell_surface".
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bake/json_field.hpp"
#include "body/body.hpp"

namespace sinew::bake {

inline constexpr std::string_view SHELL_SURFACE_FIELDS[] = {"kind", "name", "shell"};

/// See BodyReader.
std::unique_ptr<BodyDef> read_shell_surface(const JsonField& body);

}  // namespace sinew::bake
