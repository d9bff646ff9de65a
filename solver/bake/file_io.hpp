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

/// Throws Error(File) for what is there but is no regular file: `mode` is its st_mode.
[[noreturn]] void throw_not_regular(const std::filesystem::path& path, unsigned mode);

/// An open file. All transfers are whole or throw. Always a regular file: a pipe or a device could keep
/// us for ever.
class File {
public:
    enum class Mode {
        Read,  ///< must exist
        Write,  ///< read and write, made if absent, kept if not; must have no second name (hard link)
        New,    ///< read and write, must not exist
    };

    File() = default;
    /// Opens a file of the user's for reading; links are followed.
    explicit File(std::filesystem::path path);
    /// A descriptor that is open for reading; refuses what is not a regular file.
    static File of_descriptor(std::filesystem::path path, int descriptor);
    /// Opens `name` in the folder of that descriptor; a link is refused. `path` is for messages.
    File(int folder, const std::string& name, std::filesystem::path path, Mode mode);
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
    void sync() const;

private:
    void refuse_unless_regular(Mode mode);
    void close() noexcept;

    std::filesystem::path m_path;
    int m_descriptor = -1;
};

/// All of a file; refuses files above `limit` bytes.
std::vector<std::byte> read_whole(const File& file, std::uint64_t limit);
std::vector<std::byte> read_bytes(const std::filesystem::path& path, std::uint64_t limit);
std::string read_text(const std::filesystem::path& path, std::uint64_t limit);

}  // namespace sinew::bake
