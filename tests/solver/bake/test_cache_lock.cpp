#include "bake/cache_lock.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

using sinew::test::TempFolder;
using testing::HasSubstr;
using testing::Optional;

TEST(CacheLock, KeepsOthersOut) {
    const TempFolder folder;
    EXPECT_EQ(CacheLock::holder(Folder(folder.path())), std::nullopt);
    {
        const CacheLock lock(Folder(folder.path()));
        EXPECT_THAT(CacheLock::holder(Folder(folder.path())),
                    Optional(HasSubstr("process " + std::to_string(::getpid()))));
        const Error error = error_of([&] { CacheLock(Folder(folder.path())); });
        EXPECT_EQ(error.code(), ErrorCode::Busy);
        EXPECT_THAT(error.what(), HasSubstr("is being baked by process"));
    }
    EXPECT_EQ(CacheLock::holder(Folder(folder.path())), std::nullopt);
    const CacheLock again(Folder(folder.path()));
}

TEST(CacheLock, IsFreeWhenItsHolderWasKilled) {
    const TempFolder folder;
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const CacheLock lock(Folder(folder.path()));
        if (::write(ready[1], "x", 1) != 1) ::_exit(1);
        ::pause();
        ::_exit(0);
    }
    char byte = 0;
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    EXPECT_THAT(CacheLock::holder(Folder(folder.path())),
                Optional(HasSubstr(std::to_string(child))));
    EXPECT_EQ(error_of([&] { CacheLock(Folder(folder.path())); }).code(), ErrorCode::Busy);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    EXPECT_EQ(CacheLock::holder(Folder(folder.path())), std::nullopt);
    const CacheLock lock(Folder(folder.path()));
}

}  // namespace
}  // namespace sinew::bake::test
