#include "base/machine_memory.hpp"

#include <unistd.h>

namespace sinew {

double machine_memory_bytes() {
    return static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace sinew
