#include "bake/cache_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include "base/error.hpp"

namespace sinew::bake {

namespace {

constexpr std::string_view LOCK_NAME = "lock";
constexpr std::uint64_t MAX_HOLDER_TEXT = 512;

// Locks of the open file, not of the process: they also keep two bakes of one process apart, and unlike
// those of flock() they can be asked about without being taken.
struct flock whole_file() {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

std::string holder_text(const File& file) {
    std::string text(std::min(file.size(), MAX_HOLDER_TEXT), '\0');
    try {
        file.read_at(0, std::as_writable_bytes(std::span(text)));
    } catch (const Error&) {
        text.clear();  // its holder is just writing or clearing it
    }
    std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
    return text.empty() ? "another process" : text;
}

std::string own_text() {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
    return fmt::format("process {} on {}\n", ::getpid(), host.data());
}

}  // namespace

CacheLock::CacheLock(const Folder& cache) : m_file(cache.open(LOCK_NAME, File::Mode::Write)) {
    struct flock lock = whole_file();
    if (::fcntl(m_file.descriptor(), F_OFD_SETLK, &lock) != 0) {
        if (errno != EAGAIN && errno != EACCES) throw_file_error(m_file.path(), "locked", errno);
        throw Error(
            {.code = ErrorCode::Busy,
             .object = cache.path().string(),
             .field = {},
             .value = {},
             .remedy = fmt::format("is being baked by {}; wait for it, cancel it, or choose "
                                   "another folder",
                                   holder_text(m_file))});
    }
    const std::string text = own_text();
    m_file.resize(0);
    m_file.write_at(0, std::as_bytes(std::span(text)));
}

CacheLock::~CacheLock() {
    // The file stays: removing it would let a third process lock a new file of the same name while a
    // second one locks this one. Its text is only for people, so a failure to clear it is no harm.
    if (::ftruncate(m_file.descriptor(), 0) != 0) return;
}

std::optional<std::string> CacheLock::holder(const Folder& cache) {
    if (!cache.has(LOCK_NAME)) return std::nullopt;
    const File file = cache.open(LOCK_NAME, File::Mode::Read);
    struct flock lock = whole_file();
    if (::fcntl(file.descriptor(), F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) {
        return std::nullopt;
    }
    return holder_text(file);
}

bool CacheLock::is_in(const Folder& cache) const {
    return cache.holds(LOCK_NAME, m_file);
}

}  // namespace sinew::bake
