// The version of Sinew that writes a cache.
#pragma once

#include <string_view>

namespace sinew::bake {

/// "0.3.0", from the build.
std::string_view version_text();

}  // namespace sinew::bake
