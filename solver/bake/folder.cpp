#include "bake/folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <random>
#include <system_error>
#include <utility>

#include "base/error.hpp"

namespace sinew::bake {

namespace {

constexpr mode_t FOLDER_RIGHTS = 0777;
constexpr int FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
constexpr std::string_view TEMPORARY_END = ".tmp";
constexpr std::size_t RANDOM_DIGITS = 16;

/// The name as the system takes it. Throws for one that would lead out of the folder.
std::string member_name(std::string_view name) {
    if (name.empty() || name == "." || name == ".." || name.find('/') != std::string_view::npos ||
        name.find('\0') != std::string_view::npos) {
        throw Error(ErrorCode::Internal, fmt::format("\"{}\" is not the name of a file", name));
    }
    return std::string(name);
}

std::string temporary_name(std::string_view name) {
    static_assert(sizeof(std::random_device::result_type) == 4);
    std::random_device random;
    return fmt::format("{}.{:08x}{:08x}{}", name, random(), random(), TEMPORARY_END);
}

bool same_file(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

Folder::Folder(std::filesystem::path path) : m_path(std::move(path)) {
    m_descriptor = ::open(m_path.c_str(), FOLDER_FLAGS);
    if (m_descriptor < 0) throw_file_error(m_path, "opened", errno);
}

Folder::Folder(std::filesystem::path path, int descriptor)
    : m_path(std::move(path)), m_descriptor(descriptor) {}

Folder::~Folder() {
    close();
}

Folder::Folder(Folder&& other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}

Folder& Folder::operator=(Folder&& other) noexcept {
    if (this != &other) {
        close();
        m_path = std::move(other.m_path);
        m_descriptor = std::exchange(other.m_descriptor, -1);
    }
    return *this;
}

void Folder::close() noexcept {
    if (m_descriptor >= 0) ::close(m_descriptor);
    m_descriptor = -1;
}

Folder Folder::make(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) throw_file_error(path, "made", error.value());
    return Folder(path);
}

std::optional<Folder> Folder::find_subfolder(std::string_view name) const {
    const std::filesystem::path path = path_of(name);
    const int descriptor =
        ::openat(m_descriptor, member_name(name).c_str(), FOLDER_FLAGS | O_NOFOLLOW);
    if (descriptor >= 0) return Folder(path, descriptor);
    const int error = errno;
    if (error == ENOENT) return std::nullopt;
    // A link is reported as "not a folder".
    struct stat status {};
    const bool is_link =
        ::fstatat(m_descriptor, member_name(name).c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISLNK(status.st_mode);
    throw_file_error(path, "opened", is_link ? ELOOP : error);
}

Folder Folder::make_subfolder(std::string_view name) const {
    if (::mkdirat(m_descriptor, member_name(name).c_str(), FOLDER_RIGHTS) != 0 && errno != EEXIST) {
        throw_file_error(path_of(name), "made", errno);
    }
    std::optional<Folder> folder = find_subfolder(name);
    if (!folder) throw_file_error(path_of(name), "made", ENOENT);
    return std::move(*folder);
}

bool Folder::has(std::string_view name) const {
    struct stat status {};
    return ::fstatat(m_descriptor, member_name(name).c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

std::vector<std::string> Folder::names() const {
    // A descriptor for the list alone: closing the list closes it.
    const int descriptor = ::openat(m_descriptor, ".", FOLDER_FLAGS);
    DIR* const list = descriptor < 0 ? nullptr : ::fdopendir(descriptor);
    if (list == nullptr) {
        const int error = errno;
        if (descriptor >= 0) ::close(descriptor);
        throw_file_error(m_path, "read", error);
    }
    const std::unique_ptr<DIR, int (*)(DIR*)> owner(list, &::closedir);
    std::vector<std::string> names;
    errno = 0;
    while (const dirent* entry = ::readdir(list)) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.emplace_back(name);
    }
    if (errno != 0) throw_file_error(m_path, "read", errno);
    std::sort(names.begin(), names.end());
    return names;
}

File Folder::open(std::string_view name, File::Mode mode) const {
    return {m_descriptor, member_name(name), path_of(name), mode};
}

std::vector<std::byte> Folder::read_bytes(std::string_view name, std::uint64_t limit) const {
    return read_whole(open(name, File::Mode::Read), limit);
}

std::string Folder::read_text(std::string_view name, std::uint64_t limit) const {
    const std::vector<std::byte> bytes = read_bytes(name, limit);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

File Folder::replace(std::string_view name,
                     std::span<const std::span<const std::byte>> parts) const {
    const std::string temporary = temporary_name(name);
    File file = open(temporary, File::Mode::New);
    try {
        std::uint64_t offset = 0;
        for (const std::span<const std::byte> part : parts) {
            file.write_at(offset, part);
            offset += part.size();
        }
        if (::renameat(m_descriptor, temporary.c_str(), m_descriptor, member_name(name).c_str()) !=
            0) {
            throw_file_error(path_of(name), "written", errno);
        }
    } catch (...) {
        // On a full disk half a file only takes space that others need.
        ::unlinkat(m_descriptor, temporary.c_str(), 0);
        throw;
    }
    return file;
}

File Folder::replace(std::string_view name, std::string_view text) const {
    const std::array parts{std::as_bytes(std::span(text.data(), text.size()))};
    return replace(name, parts);
}

void Folder::remove(std::string_view name) const {
    const std::string member = member_name(name);
    struct stat status {};
    if (::fstatat(m_descriptor, member.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT) return;
        throw_file_error(path_of(name), "removed", errno);
    }
    if (!S_ISREG(status.st_mode)) throw_not_regular(path_of(name), status.st_mode);
    if (::unlinkat(m_descriptor, member.c_str(), 0) != 0 && errno != ENOENT) {
        throw_file_error(path_of(name), "removed", errno);
    }
}

void Folder::sync() const {
    // Some network disks cannot be asked to.
    if (::fsync(m_descriptor) != 0 && errno != EINVAL && errno != ENOTSUP) {
        throw_file_error(m_path, "written", errno);
    }
}

bool Folder::holds(std::string_view name, const File& file) const {
    struct stat named {};
    struct stat opened {};
    return ::fstatat(m_descriptor, member_name(name).c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           ::fstat(file.descriptor(), &opened) == 0 && same_file(named, opened);
}

bool Folder::is_in_place() const {
    struct stat named {};
    struct stat opened {};
    return ::stat(m_path.c_str(), &named) == 0 && ::fstat(m_descriptor, &opened) == 0 &&
           same_file(named, opened);
}

std::optional<std::string> replaced_name(std::string_view name) {
    constexpr std::size_t ADDED = 1 + RANDOM_DIGITS + TEMPORARY_END.size();
    if (name.size() <= ADDED || !name.ends_with(TEMPORARY_END)) return std::nullopt;
    const std::string_view added = name.substr(name.size() - ADDED);
    const std::string_view digits = added.substr(1, RANDOM_DIGITS);
    if (added.front() != '.' ||
        digits.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
        return std::nullopt;
    }
    return std::string(name.substr(0, name.size() - ADDED));
}

}  // namespace sinew::bake
