// Files with errors that tell the path, what went wrong and what to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::bake {

/// Throws Error(File): "PATH: cannot be written: No space left on device; free some space, ...".
/// `error` is an errno.
[[noreturn]] void throw_file_error(const std::filesystem::path& path, std::string_view action,
                                   int error);

/// An open file. All transfers are whole or throw.
class File {
public:
    enum class Mode {
        Read,    ///< must exist and be a regular file: a pipe or device could keep us for ever
        Write,   ///< read and write, made if absent, kept if not
        Create,  ///< read and write, emptied
    };

    File() = default;
    File(std::filesystem::path path, Mode mode);
    ~File();
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;

    bool is_open() const { return m_descriptor >= 0; }
    int descriptor() const { return m_descriptor; }
    const std::filesystem::path& path() const { return m_path; }
    std::uint64_t size() const;

    void read_at(std::uint64_t offset, std::span<std::byte> out) const;
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Cuts or extends to `size` bytes.
    void resize(std::uint64_t size);
    /// Waits until the content is on the disk.
    void sync();

private:
    void close() noexcept;

    std::filesystem::path m_path;
    int m_descriptor = -1;
};

/// The whole file; refuses files above `limit` bytes.
std::vector<std::byte> read_bytes(const std::filesystem::path& path, std::uint64_t limit);
std::string read_text(const std::filesystem::path& path, std::uint64_t limit);

/// Writes beside `path` and renames, so that `path` is always whole: the old content or the new. The
/// parts are written one after the other.
void replace_file(const std::filesystem::path& path,
                  std::span<const std::span<const std::byte>> parts);
void replace_file(const std::filesystem::path& path, std::string_view text);

/// Removes a file if it is there.
void remove_file(const std::filesystem::path& path);

/// Makes a folder and its parents if absent.
void make_folder(const std::filesystem::path& path);

}  // namespace sinew::bake
