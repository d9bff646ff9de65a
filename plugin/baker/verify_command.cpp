// sinew verify CACHE: reads a whole cache and lists its damage.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "library_text.hpp"
#include "terminal.hpp"

namespace sinew::baker {

namespace {

using nlohmann::json;

void print_result(const std::string& cache, const json& result) {
    print_text(stdout, "cache     {}\n", cache);
    if (result.at("locked_by").is_string()) {
        print_text(stdout, "in use    by {}\n", result.at("locked_by").get<std::string>());
    }
    for (const json& damage : result.at("damage")) {
        print_text(stdout, "damaged   {}\n", damage.at("text").get<std::string>());
    }
    const int first = result.at("first_frame").get<int>();
    const int last = result.at("last_frame").get<int>();
    const int whole = result.at("last_whole_frame").get<int>();
    if (last < first) {
        print_text(stdout, "frames    none is complete\n");
    } else if (whole < first) {
        print_text(stdout, "frames    {} to {}, none is whole\n", first, last);
    } else {
        print_text(stdout, "frames    {} to {}, whole up to {}\n", first, last, whole);
    }
    if (result.at("damage").empty()) {
        print_text(stdout, "whole\n");
    } else {
        print_text(stdout, "damaged; bake again to repair it\n");
    }
}

}  // namespace

int run_verify(const VerifyOptions& options) {
    std::string text;
    const SinewResult result = verify_cache(options.cache, text);
    if (result != SINEW_SUCCESS) return report_failure(result);
    const json found = json::parse(text);
    if (options.json) {
        fmt::print("{}\n", printable_json(text));
    } else {
        print_result(options.cache, found);
    }
    return found.at("whole").get<bool>() ? EXIT_DONE : EXIT_FILE;
}

}  // namespace sinew::baker
