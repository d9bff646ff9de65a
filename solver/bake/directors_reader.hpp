// Reads bodies of the kind "directors".
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bake/json_field.hpp"
#include "body/body.hpp"

namespace sinew::bake {

inline constexpr std::string_view DIRECTORS_FIELDS[] = {"kind", "name", "body", "count", "length"};

/// See BodyReader.
std::unique_ptr<BodyDef> read_directors(const JsonField& body);

}  // namespace sinew::bake
