#include "bake/binary_file.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/task.hpp"

namespace sinew::bake {

namespace {

template <class T>
void read_as(const File& file, std::uint64_t offset, std::span<double> out) {
    // In pieces: no second copy of a large array.
    constexpr std::size_t PIECE = 65536;
    std::vector<T> piece(std::min(out.size(), PIECE));
    while (!out.empty()) {
        const std::span<T> items = std::span(piece).first(std::min(out.size(), PIECE));
        check_task();
        file.read_at(offset, std::as_writable_bytes(items));
        std::copy(items.begin(), items.end(), out.begin());
        out = out.subspan(items.size());
        offset += items.size_bytes();
    }
}

}  // namespace

std::uint64_t size_of(BinaryType type) {
    return type == BinaryType::Float64 ? 8 : 4;
}

BinaryFile::BinaryFile(File file) : m_file(std::move(file)), m_size(m_file.size()) {}

std::vector<double> BinaryFile::read(BinaryType type, std::uint64_t offset,
                                     std::uint64_t count) const {
    std::vector<double> numbers(count);
    switch (type) {
        case BinaryType::Float32: read_as<float>(m_file, offset, numbers); break;
        case BinaryType::Float64: read_as<double>(m_file, offset, numbers); break;
        case BinaryType::Int32: read_as<std::int32_t>(m_file, offset, numbers); break;
    }
    return numbers;
}

}  // namespace sinew::bake
