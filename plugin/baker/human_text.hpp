// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sinew::baker {

/// "0:07", "12:40", "1:02:33"
std::string clock_text(double seconds);

/// "0.031 s", "2.4 s", "75 s", then as clock_text
std::string seconds_text(double seconds);

/// "812 B", "609 kB", "1.3 GB"
std::string bytes_text(std::uint64_t bytes);

/// "1 frame", "48 frames"; for nouns with a regular plural
std::string count_text(std::int64_t count, std::string_view noun);

}  // namespace sinew::baker
