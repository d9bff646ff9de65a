// "did you mean ...?"
#pragma once

#include <span>
#include <string_view>

namespace sinew::bake {

/// The known name with the fewest letters changed, added, left out or swapped with a neighbour; empty
/// if none is near enough to be a likely misspelling.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

}  // namespace sinew::bake
