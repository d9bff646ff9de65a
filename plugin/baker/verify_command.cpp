// sinew verify CACHE: reads a whole cache and names what is damaged.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "library_text.hpp"

namespace sinew::baker {

namespace {

using nlohmann::json;

void print_result(const std::string& cache, const json& result) {
    fmt::print("cache     {}\n", cache);
    if (result.at("locked_by").is_string()) {
        fmt::print("in use    by {}\n", result.at("locked_by").get<std::string>());
    }
    for (const json& damage : result.at("damage")) {
        fmt::print("damaged   {}\n", damage.at("text").get<std::string>());
    }
    const int first = result.at("first_frame").get<int>();
    const int last = result.at("last_frame").get<int>();
    const int whole = result.at("last_whole_frame").get<int>();
    if (last < first) {
        fmt::print("frames    none is complete\n");
    } else if (whole < first) {
        fmt::print("frames    {} to {}, none is whole\n", first, last);
    } else {
        fmt::print("frames    {} to {}, whole up to {}\n", first, last, whole);
    }
    if (result.at("damage").empty()) {
        fmt::print("whole\n");
    } else {
        fmt::print("damaged; bake again to repair it\n");
    }
}

}  // namespace

int run_verify(const VerifyOptions& options) {
    std::string text;
    const SinewResult result = verify_cache(options.cache, text);
    if (result != SINEW_SUCCESS) return report_failure(result);
    const json found = json::parse(text);
    if (options.json) {
        fmt::print("{}\n", text);
    } else {
        print_result(options.cache, found);
    }
    return found.at("whole").get<bool>() ? EXIT_DONE : EXIT_FILE;
}

}  // namespace sinew::baker
