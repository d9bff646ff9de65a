// A folder that is held open. The files of a cache are found by name in it, never by path: a link that
// somebody planted in the folder, or a folder that is exchanged meanwhile, leads nowhere else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bake/file_io.hpp"

namespace sinew::bake {

/// Names are of direct members: no "/", no "..". Links among the members are refused, never followed.
class Folder {
public:
    /// Opens a folder. Links on the way to it are followed: an artist may keep caches on another disk.
    explicit Folder(std::filesystem::path path);
    ~Folder();
    Folder(Folder&& other) noexcept;
    Folder& operator=(Folder&& other) noexcept;

    /// Makes the folder and its parents if absent.
    static Folder make(const std::filesystem::path& path);
    /// A folder in this one; nothing if there is none of this name.
    std::optional<Folder> find_subfolder(std::string_view name) const;
    /// The same, made if absent.
    Folder make_subfolder(std::string_view name) const;

    const std::filesystem::path& path() const { return m_path; }
    /// For messages: the path of a member.
    std::filesystem::path path_of(std::string_view name) const { return m_path / name; }

    /// Whether there is anything of this name.
    bool has(std::string_view name) const;
    std::vector<std::string> names() const;
    File open(std::string_view name, File::Mode mode) const;
    /// The whole file; refuses files above `limit` bytes.
    std::vector<std::byte> read_bytes(std::string_view name, std::uint64_t limit) const;
    std::string read_text(std::string_view name, std::uint64_t limit) const;

    /// Writes under a random name and renames, so that `name` is always whole: the old content or the
    /// new. The parts are written one after the other. Gives the new file, to wait for the disk with.
    File replace(std::string_view name, std::span<const std::span<const std::byte>> parts) const;
    File replace(std::string_view name, std::string_view text) const;

    /// Removes a file if it is there. Refuses what is no regular file: no bake made it.
    void remove(std::string_view name) const;
    /// Waits until the names of the members are on the disk.
    void sync() const;

    /// Whether `name` still stands for `file`.
    bool holds(std::string_view name, const File& file) const;
    /// Whether the path still leads to this folder.
    bool is_in_place() const;

private:
    Folder(std::filesystem::path path, int descriptor);
    void close() noexcept;

    std::filesystem::path m_path;
    int m_descriptor = -1;
};

/// If `name` is a temporary of Folder::replace, what it would have become. A killed bake leaves them.
std::optional<std::string> replaced_name(std::string_view name);

}  // namespace sinew::bake
