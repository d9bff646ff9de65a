// The lock that keeps two bakes from writing one cache.
#pragma once

#include <optional>
#include <string>

#include "bake/file_io.hpp"
#include "bake/folder.hpp"

namespace sinew::bake {

/// Held from construction to destruction. The operating system lets go of it when the process dies,
/// however it dies, so a lock file that was left behind hinders nobody.
class CacheLock {
public:
    /// Throws Error(Busy) naming who holds it.
    explicit CacheLock(const Folder& cache);
    ~CacheLock();
    CacheLock(const CacheLock&) = delete;
    CacheLock& operator=(const CacheLock&) = delete;

    /// "process 1234 on host", or nothing if nobody holds the lock. Takes nothing itself.
    static std::optional<std::string> holder(const Folder& cache);

    /// Whether the folder still has the file that is locked; without it others could lock another.
    bool is_in(const Folder& cache) const;

private:
    File m_file;
};

}  // namespace sinew::bake
