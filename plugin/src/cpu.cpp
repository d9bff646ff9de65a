// Compiled for any x86-64 processor, unlike the rest of the library: see CMakeLists.txt.
#include "sinew/sinew.h"

int32_t sinew_cpu_supported(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2");
}
