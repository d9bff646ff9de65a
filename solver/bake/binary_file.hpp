// The binary file of a job: large arrays, little-endian, one after the other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "bake/file_io.hpp"

namespace sinew::bake {

enum class BinaryType { Float32, Float64, Int32 };
/// The "dtype" of a job, in the same order.
inline constexpr std::string_view BINARY_TYPE_NAMES[] = {"float32", "float64", "int32"};

std::uint64_t size_of(BinaryType type);

class BinaryFile {
public:
    explicit BinaryFile(File file);

    std::uint64_t size() const { return m_size; }
    const std::filesystem::path& path() const { return m_file.path(); }

    /// `count` numbers from byte `offset` on. The caller has checked that they lie within the file.
    std::vector<double> read(BinaryType type, std::uint64_t offset, std::uint64_t count) const;

private:
    File m_file;
    std::uint64_t m_size;
};

}  // namespace sinew::bake
