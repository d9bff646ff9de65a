// Plain bytes in and out, for checkpoints. Little-endian, no padding, every read checked.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "base/error.hpp"

namespace sinew {

static_assert(std::endian::native == std::endian::little, "caches are little-endian");

/// Collects values as bytes.
class ByteWriter {
public:
    template <class T>
    requires std::is_arithmetic_v<T>
    void put(T value) { append(&value, sizeof value); }
    /// The count, then the items.
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void put_array(std::span<const T> items) {
        put(static_cast<std::uint64_t>(items.size()));
        append(items.data(), items.size_bytes());
    }
    const std::vector<std::byte>& bytes() const { return m_bytes; }

private:
    void append(const void* data, std::size_t size) {
        if (size == 0) return;
        const std::size_t end = m_bytes.size();
        m_bytes.resize(end + size);
        std::memcpy(m_bytes.data() + end, data, size);
    }
    std::vector<std::byte> m_bytes;
};

/// Reads them back in the same order; throws Error(File) when the bytes do not fit what is asked.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : m_rest(bytes) {}

    template <class T>
    requires std::is_arithmetic_v<T> T get() {
        T value;
        take(&value, sizeof value);
        return value;
    }
    /// Fills `items`, whose size is known from elsewhere and must match the stored count.
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void get_array(std::span<T> items) {
        if (get<std::uint64_t>() != items.size()) fail();
        take(items.data(), items.size_bytes());
    }
    bool at_end() const { return m_rest.empty(); }

private:
    void take(void* out, std::size_t size) {
        if (m_rest.size() < size) fail();
        if (size != 0) std::memcpy(out, m_rest.data(), size);
        m_rest = m_rest.subspan(size);
    }
    [[noreturn]] static void fail() {
        throw Error(ErrorCode::File, "the saved state does not match this scene");
    }
    std::span<const std::byte> m_rest;
};

}  // namespace sinew
