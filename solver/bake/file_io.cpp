#include "bake/file_io.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/error.hpp"

namespace sinew::bake {

namespace {

constexpr mode_t FILE_RIGHTS = 0666;

std::string_view remedy_for(int error) {
    switch (error) {
        case ENOSPC:
        case EDQUOT: return "free some space and bake again, complete frames are kept";
        case EFBIG: return "files of this size are not allowed here, choose another folder";
        case EROFS:
        case EACCES:
        case EPERM: return "choose a folder that you may write to";
        case ENOTDIR:
        case EEXIST: return "a file is where a folder should be, choose another folder";
        case ENOENT: return "check the path";
        default: return "";
    }
}

}  // namespace

void throw_file_error(const std::filesystem::path& path, std::string_view action, int error) {
    throw Error(
        {.code = ErrorCode::File,
         .object = path.string(),
         .field = {},
         .value = fmt::format("cannot be {}: {}", action, std::generic_category().message(error)),
         .remedy = std::string(remedy_for(error))});
}

File::File(std::filesystem::path path, Mode mode) : m_path(std::move(path)) {
    int flags = O_CLOEXEC;
    switch (mode) {
        // Not waiting for a writer matters for a pipe, which is then refused below.
        case Mode::Read: flags |= O_RDONLY | O_NONBLOCK; break;
        case Mode::Write: flags |= O_RDWR | O_CREAT; break;
        case Mode::Create: flags |= O_RDWR | O_CREAT | O_TRUNC; break;
    }
    m_descriptor = ::open(m_path.c_str(), flags, FILE_RIGHTS);
    const std::string_view action = mode == Mode::Read ? "read" : "written";
    if (m_descriptor < 0) throw_file_error(m_path, action, errno);
    struct stat status {};
    if (mode == Mode::Read && (::fstat(m_descriptor, &status) != 0 || !S_ISREG(status.st_mode))) {
        close();
        throw Error({.code = ErrorCode::File,
                     .object = m_path.string(),
                     .field = {},
                     .value = {},
                     .remedy = "is not a regular file; give the path of one"});
    }
}

File::~File() {
    close();
}

File::File(File&& other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}

File& File::operator=(File&& other) noexcept {
    if (this != &other) {
        close();
        m_path = std::move(other.m_path);
        m_descriptor = std::exchange(other.m_descriptor, -1);
    }
    return *this;
}

void File::close() noexcept {
    if (m_descriptor >= 0) ::close(m_descriptor);
    m_descriptor = -1;
}

std::uint64_t File::size() const {
    struct stat status {};
    if (::fstat(m_descriptor, &status) != 0) throw_file_error(m_path, "read", errno);
    return static_cast<std::uint64_t>(status.st_size);
}

void File::read_at(std::uint64_t offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        const ssize_t done =
            ::pread(m_descriptor, out.data(), out.size(), static_cast<off_t>(offset));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) throw_file_error(m_path, "read", errno);
        if (done == 0) {
            throw Error(
                {.code = ErrorCode::File,
                 .object = m_path.string(),
                 .field = {},
                 .value = {},
                 .remedy = fmt::format("ends at byte {}, {} more are needed", offset, out.size())});
        }
        out = out.subspan(static_cast<std::size_t>(done));
        offset += static_cast<std::uint64_t>(done);
    }
}

void File::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t done =
            ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) throw_file_error(m_path, "written", errno);
        if (done == 0) throw_file_error(m_path, "written", ENOSPC);
        bytes = bytes.subspan(static_cast<std::size_t>(done));
        offset += static_cast<std::uint64_t>(done);
    }
}

void File::resize(std::uint64_t size) {
    while (::ftruncate(m_descriptor, static_cast<off_t>(size)) != 0) {
        if (errno != EINTR) throw_file_error(m_path, "written", errno);
    }
}

void File::sync() {
    if (::fdatasync(m_descriptor) != 0) throw_file_error(m_path, "written", errno);
}

std::vector<std::byte> read_bytes(const std::filesystem::path& path, std::uint64_t limit) {
    const File file(path, File::Mode::Read);
    const std::uint64_t size = file.size();
    if (size > limit) {
        throw Error({.code = ErrorCode::File,
                     .object = path.string(),
                     .field = {},
                     .value = fmt::format("has {} bytes", size),
                     .remedy = fmt::format("at most {} are read", limit)});
    }
    std::vector<std::byte> bytes(size);
    file.read_at(0, bytes);
    return bytes;
}

std::string read_text(const std::filesystem::path& path, std::uint64_t limit) {
    const std::vector<std::byte> bytes = read_bytes(path, limit);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void replace_file(const std::filesystem::path& path,
                  std::span<const std::span<const std::byte>> parts) {
    std::filesystem::path temporary = path;
    temporary += ".tmp";
    try {
        File file(temporary, File::Mode::Create);
        std::uint64_t offset = 0;
        for (const std::span<const std::byte> part : parts) {
            file.write_at(offset, part);
            offset += part.size();
        }
        if (std::rename(temporary.c_str(), path.c_str()) != 0) {
            throw_file_error(path, "written", errno);
        }
    } catch (...) {
        // On a full disk half a file only takes space that others need.
        ::unlink(temporary.c_str());
        throw;
    }
}

void replace_file(const std::filesystem::path& path, std::string_view text) {
    const std::array parts{std::as_bytes(std::span(text.data(), text.size()))};
    replace_file(path, parts);
}

void remove_file(const std::filesystem::path& path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw_file_error(path, "removed", errno);
}

void make_folder(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) throw_file_error(path, "made", error.value());
}

}  // namespace sinew::bake
