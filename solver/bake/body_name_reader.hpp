// Reads names of other bodies of the job, of which a body is a part or a view.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bake/json_field.hpp"

namespace sinew::bake {

/// The name of a body of a kind that offers this (body/body_kind.hpp); nothing after complaining.
std::optional<std::string> read_body_name(const JsonField& field, std::string_view offer);

}  // namespace sinew::bake
