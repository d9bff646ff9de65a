#include "base/machine_memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace sinew {

namespace {

/// What the group of processes may use, in a container or on a farm; `otherwise` when there is no limit.
double group_limit(double otherwise) {
    for (const char* path :
         {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
        std::ifstream file(path);
        double bytes = 0.0;
        if (file >> bytes && bytes > 0.0) return bytes;  // "max" is not a number
    }
    return otherwise;
}

double process_limit(double otherwise) {
    double least = otherwise;
    for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
        rlimit limit{};
        if (getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
            least = std::min(least, static_cast<double>(limit.rlim_cur));
    }
    return least;
}

}  // namespace

double machine_memory_bytes() {
    const double installed =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    return std::min(group_limit(installed), process_limit(installed));
}

}  // namespace sinew
