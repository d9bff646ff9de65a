// All text that the program prints for people goes through here: names come from strangers, and a terminal obeys what is
// hidden in them.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace sinew::baker {

/// `text` with everything that a terminal would obey, or that is not UTF-8, spelt out as \x1b or \u202e. Line ends stay.
std::string printable(std::string_view text);

/// JSON that means the same, with the control characters that JSON allows in texts spelt out as \u009b.
std::string printable_json(std::string_view json);

/// Prints as {fmt} does, made printable.
template <class... Args>
void print_text(std::FILE* file, fmt::format_string<Args...> format, Args&&... args) {
    const std::string text = printable(fmt::format(format, std::forward<Args>(args)...));
    std::fwrite(text.data(), 1, text.size(), file);
}

}  // namespace sinew::baker
