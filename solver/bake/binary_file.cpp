#include "bake/binary_file.hpp"

#include <algorithm>
#include <cstring>
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

template <class T, class Source>
void read_as(const Source& source, std::uint64_t offset, std::span<double> out) {
    // In pieces: no second copy of a large array.
    constexpr std::size_t PIECE = 65536;
    std::vector<T> piece(std::min(out.size(), PIECE));
    while (!out.empty()) {
        const std::span<T> items = std::span(piece).first(std::min(out.size(), PIECE));
        check_task();
        read_bytes_at(source, offset, std::as_writable_bytes(items));
        std::copy(items.begin(), items.end(), out.begin());
        out = out.subspan(items.size());
        offset += items.size_bytes();
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

std::vector<double> BinaryFile::read(BinaryType type, std::uint64_t offset,
                                     std::uint64_t count) const {
    std::vector<double> numbers(count);
    std::visit(
        [&](const auto& source) {
            switch (type) {
                case BinaryType::Float32: read_as<float>(source, offset, numbers); break;
                case BinaryType::Float64: read_as<double>(source, offset, numbers); break;
                case BinaryType::Int32: read_as<std::int32_t>(source, offset, numbers); break;
            }
        },
        m_source);
    return numbers;
}

}  // namespace sinew::bake
