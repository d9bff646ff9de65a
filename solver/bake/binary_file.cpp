#include "bake/binary_file.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/task.hpp"

namespace sinew::bake {

namespace {

void read_bytes_at(const File& file, std::uint64_t offset, std::span<std::byte> out) {
    file.read_at(offset, out);
}

void read_bytes_at(std::span<const std::byte> memory, std::uint64_t offset,
                   std::span<std::byte> out) {
    std::memcpy(out.data(), memory.data() + offset, out.size());
}

/// Reads numbers that the file has as `Stored`. In pieces: no second copy of a large array.
template <class Stored, class Source, class T>
void read_stored(const Source& source, std::uint64_t offset, std::span<T> out) {
    constexpr std::size_t PIECE = 65536;
    constexpr bool AS_IT_IS = std::is_same_v<Stored, T>;
    std::vector<Stored> piece(AS_IT_IS ? 0 : std::min(out.size(), PIECE));
    while (!out.empty()) {
        const std::span<T> part = out.first(std::min(out.size(), PIECE));
        check_task();
        if constexpr (AS_IT_IS) {
            read_bytes_at(source, offset, std::as_writable_bytes(part));
        } else {
            const std::span<Stored> items = std::span(piece).first(part.size());
            read_bytes_at(source, offset, std::as_writable_bytes(items));
            std::copy(items.begin(), items.end(), part.begin());
        }
        out = out.subspan(part.size());
        offset += part.size() * sizeof(Stored);
    }
}

}  // namespace

std::uint64_t size_of(BinaryType type) {
    return type == BinaryType::Float64 ? 8 : 4;
}

BinaryFile::BinaryFile(File file) : m_source(std::move(file)) {
    m_size = std::get<File>(m_source).size();
}

BinaryFile::BinaryFile(std::span<const std::byte> memory)
    : m_source(memory), m_size(memory.size()) {}

template <class T>
std::vector<T> BinaryFile::read_as(BinaryType type, std::uint64_t offset,
                                   std::uint64_t count) const {
    std::vector<T> numbers(count);
    const std::span<T> out(numbers);
    std::visit(
        [&](const auto& source) {
            switch (type) {
                case BinaryType::Float32: read_stored<float>(source, offset, out); break;
                case BinaryType::Float64: read_stored<double>(source, offset, out); break;
                case BinaryType::Int32: read_stored<std::int32_t>(source, offset, out); break;
            }
        },
        m_source);
    return numbers;
}

std::vector<double> BinaryFile::read(BinaryType type, std::uint64_t offset,
                                     std::uint64_t count) const {
    return read_as<double>(type, offset, count);
}

SharedNumbers BinaryFile::read_shared(BinaryType type, std::uint64_t offset,
                                      std::uint64_t count) const {
    if (type == BinaryType::Float32) return SharedNumbers(read_as<float>(type, offset, count));
    return SharedNumbers(read_as<double>(type, offset, count));
}

}  // namespace sinew::bake
