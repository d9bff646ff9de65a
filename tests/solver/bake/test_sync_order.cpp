// The journal names a frame only when the disk has all of it. Nobody cuts the power in a test: this program
// has its own pwrite and fdatasync, which the bake then calls, and which keep an account.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <set>
#include <string>

#include "bake_testing.hpp"

namespace {

struct DiskAccount {
    bool is_open = false;
    std::set<ino_t> waiting;  ///< point caches that were written and not waited for
    ino_t checkpoint = 0;     ///< the newest, if it was not waited for
    int journal_writes = 0;
    int too_early = 0;  ///< journal writes while something was waiting
};
DiskAccount g_account;

std::string path_of(int descriptor) {
    std::string path(4096, '\0');
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const ssize_t length = ::readlink(link.c_str(), path.data(), path.size());
    path.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    return path;
}

ino_t inode_of(int descriptor) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

void note_write(int descriptor) {
    const std::string path = path_of(descriptor);
    if (path.find("frames.jsonl") != std::string::npos) {
        ++g_account.journal_writes;
        if (!g_account.waiting.empty() || g_account.checkpoint != 0) ++g_account.too_early;
    } else if (path.find(".pc2") != std::string::npos) {
        g_account.waiting.insert(inode_of(descriptor));
    } else if (path.find(".bin") != std::string::npos) {
        g_account.checkpoint = inode_of(descriptor);
    }
}

}  // namespace

// The library's names of the parameters begin with underscores.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
extern "C" {

ssize_t pwrite(int descriptor, const void* data, size_t size, off_t offset) {
    if (g_account.is_open) note_write(descriptor);
    return ::syscall(SYS_pwrite64, descriptor, data, size, offset);
}

int fdatasync(int descriptor) {
    if (g_account.is_open) {
        g_account.waiting.erase(inode_of(descriptor));
        if (g_account.checkpoint == inode_of(descriptor)) g_account.checkpoint = 0;
    }
    return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)

namespace sinew::bake::test {
namespace {

TEST(SyncOrder, DataReachesTheDiskBeforeTheJournalNamesIt) {
    const sinew::test::TempFolder folder;
    const std::filesystem::path job = TestJob{}.write(folder);
    g_account = {.is_open = true, .waiting = {}};
    bake(job, folder / "cache");
    g_account.is_open = false;
    EXPECT_EQ(g_account.journal_writes, 12);
    EXPECT_EQ(g_account.too_early, 0);
}

}  // namespace
}  // namespace sinew::bake::test
