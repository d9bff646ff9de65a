// Text that may come from anywhere, made into UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// The text with a replacement character (U+FFFD) for every byte that is not part of valid UTF-8. Paths
/// and damaged files have such bytes; programs that read our messages refuse them.
std::string valid_utf8(std::string_view text);

}  // namespace sinew
