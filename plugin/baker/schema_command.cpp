// sinew schema: prints the fields of bodies and the parameters of materials, for tools/generate and other programs.
#include "commands.hpp"
#include "exit_status.hpp"
#include "library_text.hpp"
#include "terminal.hpp"

namespace sinew::baker {

int run_schema() {
    std::string text;
    const SinewResult result = get_text(sinew_schema, text);
    if (result != SINEW_SUCCESS) return report_failure(result);
    print_text(stdout, "{}\n", text);
    return EXIT_DONE;
}

}  // namespace sinew::baker
