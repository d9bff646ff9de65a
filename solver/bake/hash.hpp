// A 64-bit hash for telling inputs apart and for finding damage. Not for keeping secrets.
#pragma once

#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"

namespace sinew::bake {

/// FNV-1a over 8-byte words instead of bytes, which is eight times faster. Each step is a bijection of
/// the state, so any single changed word changes the result.
class Hasher {
public:
    Hasher& add_word(std::uint64_t word) {
        m_state = (m_state ^ word) * PRIME;
        m_state ^= m_state >> 32;  // the product alone never carries high bits to low ones
        return *this;
    }

    /// The bytes and their number, so that "ab", "c" and "a", "bc" differ.
    Hasher& add_bytes(std::span<const std::byte> bytes) {
        std::size_t done = 0;
        for (; done + sizeof(std::uint64_t) <= bytes.size(); done += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + done, sizeof word);
            add_word(word);
        }
        std::uint64_t tail = 0;
        if (done < bytes.size()) std::memcpy(&tail, bytes.data() + done, bytes.size() - done);
        return add_word(tail).add_word(bytes.size());
    }

    template <class T>
    Hasher& add_array(std::span<const T> items) {
        return add_bytes(std::as_bytes(items));
    }
    /// Part of an array of doubles that is not in one piece; `end_array` after all parts. Gives the same as add_array of the whole.
    Hasher& add_part(std::span<const double> part) {
        for (const double number : part)
            add_word(std::bit_cast<std::uint64_t>(number));
        return *this;
    }
    Hasher& end_array(std::size_t count) { return add_word(0).add_word(count * sizeof(double)); }
    Hasher& add_text(std::string_view text) {
        return add_bytes(std::as_bytes(std::span(text.data(), text.size())));
    }
    Hasher& add_number(double number) { return add_array(std::span<const double>(&number, 1)); }

    std::uint64_t value() const { return m_state; }

private:
    static constexpr std::uint64_t PRIME = 0x00000100000001b3ULL;
    std::uint64_t m_state = 0xcbf29ce484222325ULL;
};

template <class T>
std::uint64_t hash_of(const std::vector<T>& items) {
    return Hasher().add_array(std::span<const T>(items)).value();
}

/// 16 hexadecimal digits, as the files of the cache have them.
inline std::string to_hex(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

/// Reads such digits; throws Error(File) for any other text.
inline std::uint64_t parse_hex(std::string_view text) {
    std::uint64_t hash = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw Error(ErrorCode::File, "not a hash");
    }
    return hash;
}

}  // namespace sinew::bake
