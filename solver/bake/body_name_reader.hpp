// Reads names of other bodies of the job, of which a body is a part or a view.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "bake/json_field.hpp"

namespace sinew::bake {

/// The name of a body of one of these kinds; nothing after complaining.
std::optional<std::string> read_body_name(const JsonField& field,
                                          std::initializer_list<std::string_view> kinds);

}  // namespace sinew::bake
