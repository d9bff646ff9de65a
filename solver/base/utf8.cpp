#include "base/utf8.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sinew {

namespace {

/// Bytes of the character at the front; 0 if it is not valid.
std::size_t character_length(std::string_view text) {
    const auto byte = [&text](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
    };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80U) return 1;
    if (lead < 0xC2U || lead > 0xF4U) return 0;
    const std::size_t length = lead < 0xE0U ? 2 : lead < 0xF0U ? 3 : 4;
    if (text.size() < length) return 0;
    std::uint32_t code = lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
        code = (code << 6U) | (byte(i) & 0x3FU);
    }
    // Too long for what it stands for, half of a pair of UTF-16, or beyond Unicode.
    constexpr std::array<std::uint32_t, 5> LEAST{0, 0, 0x80, 0x800, 0x10000};
    const bool half_pair = code >= 0xD800U && code <= 0xDFFFU;
    return code >= LEAST[length] && !half_pair && code <= 0x10FFFFU ? length : 0;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    std::string valid;
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        valid.append(length > 0 ? text.substr(0, length) : std::string_view("\xEF\xBF\xBD"));
        text.remove_prefix(length > 0 ? length : 1);
    }
    return valid;
}

}  // namespace sinew
