// Bakes in a process of its own, for tests that kill it or take its disk away.
//
//   bake_process JOB CACHE [MOST BYTES OF A FILE]
//
// The exit status is 0 or the ErrorCode.
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "bake/bake.hpp"
#include "base/error.hpp"

int main(int count, char** words) {
    if (count < 3) return 100;
    if (count > 3) {
        // Writing beyond fails as on a full disk, also for root; the signal would kill us first.
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{std::strtoul(words[3], nullptr, 10), RLIM_INFINITY};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 101;
    }
    try {
        sinew::bake::Bake({.job = words[1], .cache = words[2], .threads = 1}).run();
        return 0;
    } catch (const sinew::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return static_cast<int>(error.code());
    }
}
