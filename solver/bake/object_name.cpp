#include "bake/object_name.hpp"

#include <cstddef>
#include <cstdint>

namespace sinew::bake {

namespace {

constexpr std::size_t MAX_BYTES =
    200;  // file names have 255 on most disks; ".pc2" and more is added

/// Takes one letter off the front of valid UTF-8.
std::uint32_t take_code_point(std::string_view& text) {
    const auto byte = [&text](std::size_t i) {
        return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]))
                               : 0U;
    };
    const std::uint32_t lead = byte(0);
    const std::size_t length = lead < 0x80U ? 1 : lead < 0xE0U ? 2 : lead < 0xF0U ? 3 : 4;
    std::uint32_t code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        code = (code << 6U) | (byte(i) & 0x3FU);
    }
    text.remove_prefix(length < text.size() ? length : text.size());
    return code;
}

bool is_allowed(std::uint32_t code) {
    if (code < 0x80U) {
        const char c = static_cast<char>(code);
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view(" ._-()").find(c) != std::string_view::npos;
    }
    // Controls, spaces of other widths, marks that turn the direction of writing, private use.
    const bool invisible = code <= 0xA0U || code == 0xADU || (code >= 0x2000U && code <= 0x206FU) ||
                           code == 0x3000U || code == 0xFEFFU;
    const bool private_use = (code >= 0xE000U && code <= 0xF8FFU) || code >= 0xF0000U;
    return !invisible && !private_use;
}

}  // namespace

bool is_object_name(std::string_view name) {
    if (name.empty() || name.size() > MAX_BYTES || name.front() == '.') return false;
    while (!name.empty()) {
        if (!is_allowed(take_code_point(name))) return false;
    }
    return true;
}

}  // namespace sinew::bake
