#include "human_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew::baker {

std::string clock_text(double seconds) {
    const auto total = static_cast<std::int64_t>(std::ceil(std::max(seconds, 0.0)));
    if (total < 3600) return fmt::format("{}:{:02}", total / 60, total % 60);
    return fmt::format("{}:{:02}:{:02}", total / 3600, total / 60 % 60, total % 60);
}

std::string seconds_text(double seconds) {
    if (seconds < 0.95) return fmt::format("{:.2g} s", seconds);
    if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
    if (seconds < 99.5) return fmt::format("{:.0f} s", seconds);
    return clock_text(seconds);
}

std::string bytes_text(std::uint64_t bytes) {
    if (bytes < 1000) return fmt::format("{} B", bytes);
    auto amount = static_cast<double>(bytes);
    std::string_view unit;
    for (const std::string_view next : {"kB", "MB", "GB", "TB"}) {
        amount /= 1000.0;
        unit = next;
        if (amount < 999.5) break;
    }
    return amount < 9.95 ? fmt::format("{:.1f} {}", amount, unit)
                         : fmt::format("{:.0f} {}", amount, unit);
}

std::string count_text(std::int64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace sinew::baker
