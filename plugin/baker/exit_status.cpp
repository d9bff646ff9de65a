#include "exit_status.hpp"

#include <cstdio>

#include "terminal.hpp"

namespace sinew::baker {

ExitStatus to_exit_status(SinewResult result) {
    switch (result) {
        case SINEW_SUCCESS: return EXIT_DONE;
        case SINEW_ERROR_INVALID_ARGUMENT:
        case SINEW_ERROR_INVALID_INITIAL_STATE:
        case SINEW_ERROR_VERSION_MISMATCH: return EXIT_BAD_INPUT;
        case SINEW_ERROR_FILE:
        case SINEW_ERROR_BUSY: return EXIT_FILE;  // another bake holds the cache's lock
        case SINEW_ERROR_CANCELLED: return EXIT_CANCELLED;
        default: return EXIT_SOLVER;
    }
}

ExitStatus report_failure(SinewResult result) {
    print_text(stderr, "sinew: {}\n", sinew_last_error());
    return to_exit_status(result);
}

}  // namespace sinew::baker
