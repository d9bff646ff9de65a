#include "bake/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/task.hpp"

namespace sinew::bake {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_outside(const std::string& name) {
    throw Error({.code = ErrorCode::InvalidArgument,
                 .object = name,
                 .field = {},
                 .value = {},
                 .remedy = "is outside of the job's folder, which --confine does not allow"});
}

/// True if the kernel has opened or refused the file itself; nothing but the kernel can do that without a gap between
/// looking and opening.
bool open_beneath(const fs::path& folder, const std::string& name, File& file) {
    const int directory =
        ::open(folder.empty() ? "." : folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) throw_file_error(folder, "read", errno);
    open_how how{};
    how.flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    const long opened = ::syscall(SYS_openat2, directory, name.c_str(), &how, sizeof how);
    const int error = errno;
    ::close(directory);
    if (opened >= 0) {
        file = File::of_descriptor(folder / name, static_cast<int>(opened));
        return true;
    }
    if (error == ENOSYS || error == EPERM) return false;  // before Linux 5.6, or in a sandbox
    if (error == EXDEV || error == ELOOP) refuse_outside(name);
    throw_file_error(folder / name, "read", error);
}

/// For kernels that cannot do it: where the name leads is found first.
fs::path beneath(const fs::path& folder, const std::string& name) {
    std::error_code error;
    const fs::path root = fs::canonical(folder.empty() ? "." : folder, error);
    if (error) throw_file_error(folder, "read", error.value());
    fs::path target = fs::weakly_canonical(root / name, error);
    if (error) throw_file_error(folder / name, "read", error.value());
    const auto [in_root, in_target] =
        std::mismatch(root.begin(), root.end(), target.begin(), target.end());
    if (in_root != root.end()) refuse_outside(name);
    return target;
}

}  // namespace

File open_input(const fs::path& folder, const std::string& name, bool confine) {
    // The system takes the name up to the first zero.
    if (name.find('\0') != std::string::npos)
        throw Error(ErrorCode::InvalidArgument, "a file name cannot have a zero in it");
    if (!confine) return File(folder / name);
    if (fs::path(name).is_absolute()) refuse_outside(name);
    File file;
    if (open_beneath(folder, name, file)) return file;
    return File(beneath(folder, name));
}

std::string read_input(const fs::path& folder, const std::string& name, bool confine,
                       std::uint64_t limit) {
    const File file = open_input(folder, name, confine);
    const std::uint64_t size = file.size();
    if (size > limit) {
        throw Error({.code = ErrorCode::File,
                     .object = file.path().string(),
                     .field = {},
                     .value = fmt::format("has {} bytes", size),
                     .remedy = fmt::format("at most {} are read", limit)});
    }
    require_memory(static_cast<double>(size), name, "");
    std::string text(size, '\0');
    constexpr std::size_t PIECE = 1U << 24U;
    for (std::size_t begin = 0; begin < text.size(); begin += PIECE) {
        check_task();
        file.read_at(begin, std::as_writable_bytes(std::span(text).subspan(begin).first(
                                std::min(PIECE, text.size() - begin))));
    }
    return text;
}

}  // namespace sinew::bake
