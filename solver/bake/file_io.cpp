#include "bake/file_io.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

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
        case ENOENT: return "check the path, and remove nothing during the bake";
        case ELOOP: return "links are not followed here, remove it";
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

void throw_not_regular(const std::filesystem::path& path, unsigned mode) {
    if (S_ISLNK(mode)) throw_file_error(path, "used", ELOOP);
    throw Error({.code = ErrorCode::File,
                 .object = path.string(),
                 .field = {},
                 .value = {},
                 .remedy = "is not a regular file; give the path of one, or remove it"});
}

File::File(std::filesystem::path path) : m_path(std::move(path)) {
    // Not waiting for a writer matters for a pipe, which is then refused below.
    m_descriptor = ::open(m_path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (m_descriptor < 0) throw_file_error(m_path, "read", errno);
    refuse_unless_regular(Mode::Read);
}

File::File(int folder, const std::string& name, std::filesystem::path path, Mode mode)
    : m_path(std::move(path)) {
    int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    switch (mode) {
        case Mode::Read: flags |= O_RDONLY; break;
        case Mode::Write: flags |= O_RDWR | O_CREAT; break;
        case Mode::New: flags |= O_RDWR | O_CREAT | O_EXCL; break;
    }
    m_descriptor = ::openat(folder, name.c_str(), flags, FILE_RIGHTS);
    if (m_descriptor < 0) throw_file_error(m_path, mode == Mode::Read ? "read" : "written", errno);
    refuse_unless_regular(mode);
}

File File::of_descriptor(std::filesystem::path path, int descriptor) {
    File file;
    file.m_path = std::move(path);
    file.m_descriptor = descriptor;
    file.refuse_unless_regular(Mode::Read);
    return file;
}

void File::refuse_unless_regular(Mode mode) {
    struct stat status {};
    const bool known = ::fstat(m_descriptor, &status) == 0;
    if (known && S_ISREG(status.st_mode) && (mode != Mode::Write || status.st_nlink == 1)) return;
    const int error = errno;
    close();
    if (!known) throw_file_error(m_path, "read", error);
    if (!S_ISREG(status.st_mode)) throw_not_regular(m_path, status.st_mode);
    throw Error({.code = ErrorCode::File,
                 .object = m_path.string(),
                 .field = {},
                 .value = {},
                 .remedy =
                     "has a second name elsewhere (a hard link), and a bake would change that "
                     "file too; remove it here and bake again"});
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

void File::sync() const {
    // Some network disks cannot be asked to.
    if (::fdatasync(m_descriptor) != 0 && errno != EINVAL && errno != ENOTSUP) {
        throw_file_error(m_path, "written", errno);
    }
}

std::vector<std::byte> read_whole(const File& file, std::uint64_t limit) {
    const std::uint64_t size = file.size();
    if (size > limit) {
        throw Error({.code = ErrorCode::File,
                     .object = file.path().string(),
                     .field = {},
                     .value = fmt::format("has {} bytes", size),
                     .remedy = fmt::format("at most {} are read", limit)});
    }
    std::vector<std::byte> bytes(size);
    file.read_at(0, bytes);
    return bytes;
}

std::vector<std::byte> read_bytes(const std::filesystem::path& path, std::uint64_t limit) {
    return read_whole(File(path), limit);
}

std::string read_text(const std::filesystem::path& path, std::uint64_t limit) {
    const std::vector<std::byte> bytes = read_bytes(path, limit);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace sinew::bake
