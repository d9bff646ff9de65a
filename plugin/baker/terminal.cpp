#include "terminal.hpp"

#include <cstdint>

namespace sinew::baker {

namespace {

/// One letter of a text.
struct Letter {
    std::uint32_t code = 0;
    std::size_t bytes = 0;  ///< 0: no valid UTF-8 begins here
};

bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

Letter first_letter(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80U) return {lead, 1};
    const std::size_t bytes = lead >= 0xF0U && lead < 0xF5U   ? 4
                              : lead >= 0xE0U && lead < 0xF0U ? 3
                              : lead >= 0xC2U && lead < 0xE0U ? 2
                                                              : 0;
    if (bytes == 0 || text.size() < bytes) return {};
    std::uint32_t code = lead & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if (!continues(text[i])) return {};
        code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    constexpr std::uint32_t SHORTEST[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800U && code < 0xE000U;
    if (code < SHORTEST[bytes] || surrogate || code > 0x10FFFFU) return {};
    return {code, bytes};
}

/// Escape sequences begin with these, or they turn the order of the letters around.
bool is_obeyed(std::uint32_t code) {
    const bool control = code < 0x20U || (code >= 0x7FU && code < 0xA0U);
    const bool turns = (code >= 0x202AU && code <= 0x202EU) ||
                       (code >= 0x2066U && code <= 0x2069U) || code == 0x200EU || code == 0x200FU;
    return control || turns;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const Letter letter = first_letter(text);
        const std::size_t bytes = letter.bytes == 0 ? 1 : letter.bytes;
        if (letter.bytes == 0) {
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
        } else if (letter.code == '\n' || !is_obeyed(letter.code)) {
            result += text.substr(0, bytes);
        } else {
            result += letter.code < 0x100U ? fmt::format("\\x{:02x}", letter.code)
                                           : fmt::format("\\u{:04x}", letter.code);
        }
        text.remove_prefix(bytes);
    }
    return result;
}

std::string printable_json(std::string_view json) {
    std::string result;
    result.reserve(json.size());
    while (!json.empty()) {
        const Letter letter = first_letter(json);
        const std::size_t bytes = letter.bytes == 0 ? 1 : letter.bytes;
        if (letter.code >= 0x7FU && is_obeyed(letter.code))
            result += fmt::format("\\u{:04x}", letter.code);
        else
            result += json.substr(0, bytes);
        json.remove_prefix(bytes);
    }
    return result;
}

}  // namespace sinew::baker
