// Exit status of the program, as docs/cache.md says.
#pragma once

#include "sinew/sinew.h"

namespace sinew::baker {

enum ExitStatus : int {
    EXIT_DONE = 0,
    EXIT_BAD_INPUT = 2,
    EXIT_SOLVER = 3,
    EXIT_FILE = 4,
    EXIT_CANCELLED = 130,
};

ExitStatus to_exit_status(SinewResult result);

/// Prints the library's last error on standard error and returns the status for it.
ExitStatus report_failure(SinewResult result);

}  // namespace sinew::baker
