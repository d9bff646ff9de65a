// The binary file of a job, or the memory that stands for it: large arrays, little-endian, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "bake/file_io.hpp"
#include "body/shared_numbers.hpp"

namespace sinew::bake {

enum class BinaryType { Float32, Float64, Int32 };
/// The "dtype" of a job, in the same order.
inline constexpr std::string_view BINARY_TYPE_NAMES[] = {"float32", "float64", "int32"};

std::uint64_t size_of(BinaryType type);

class BinaryFile {
public:
    explicit BinaryFile(File file);
    /// The memory must stay as it is while arrays are read.
    explicit BinaryFile(std::span<const std::byte> memory);

    std::uint64_t size() const { return m_size; }

    /// `count` numbers from byte `offset` on. The caller has checked that they lie within the file.
    std::vector<double> read(BinaryType type, std::uint64_t offset, std::uint64_t count) const;
    /// The same in the precision of the file: Float32 takes 4 bytes a number in memory, the other types 8.
    SharedNumbers read_shared(BinaryType type, std::uint64_t offset, std::uint64_t count) const;

private:
    template <class T>
    std::vector<T> read_as(BinaryType type, std::uint64_t offset, std::uint64_t count) const;

    std::variant<File, std::span<const std::byte>> m_source;
    std::uint64_t m_size;
};

}  // namespace sinew::bake
