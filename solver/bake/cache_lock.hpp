// The lock that keeps two bakes from writing one cache.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "bake/file_io.hpp"

namespace sinew::bake {

/// Held from construction to destruction. The operating system lets go of it when the process dies,
/// however it dies, so a lock file that was left behind is no obstacle.
class CacheLock {
public:
    /// Throws Error(Busy) naming who holds it.
    explicit CacheLock(const std::filesystem::path& cache);
    ~CacheLock();
    CacheLock(const CacheLock&) = delete;
    CacheLock& operator=(const CacheLock&) = delete;

    /// "process 1234 on host", or nothing if nobody holds the lock. Takes nothing itself.
    static std::optional<std::string> holder(const std::filesystem::path& cache);

private:
    File m_file;
};

}  // namespace sinew::bake
