// sinew info CACHE: what is in a cache.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "human_text.hpp"
#include "library_text.hpp"
#include "terminal.hpp"

namespace sinew::baker {

namespace {

using nlohmann::json;

/// A number of bake.json, or a dash where it does not apply.
std::string number_text(const json& object, const char* key) {
    const json value = object.value(key, json());
    return value.is_number() ? fmt::format("{:.3g}", value.get<double>()) : "-";
}

void print_summary(const std::string& cache, const json& info) {
    print_text(stdout, "cache     {}\n", cache);
    print_text(stdout, "job       {}, baked by Sinew {}\n",
               info.at("job").at("name").get<std::string>(),
               info.at("sinew_version").get<std::string>());
    print_text(stdout, "status    {}\n", info.at("status").get<std::string>());
    const std::string message = info.value("message", "");
    if (!message.empty()) print_text(stdout, "message   {}\n", message);
    const int first = info.at("frame_range").at(0).get<int>();
    const int last = info.at("frame_range").at(1).get<int>();
    print_text(stdout, "frames    {} of {} ({} to {} at {} frames per second)\n",
               info.at("complete_frames").get<int>(), last - first + 1, first, last,
               info.at("rate").get<double>());
    for (const json& object : info.at("objects")) {
        print_text(stdout, "object    {}: {}, {} vertices, {}\n",
                   object.at("name").get<std::string>(), object.at("kind").get<std::string>(),
                   object.at("vertices").get<std::int64_t>(), object.at("file").get<std::string>());
    }
    print_text(stdout, "size      {}\n", bytes_text(info.at("bytes").get<std::uint64_t>()));
    if (info.at("locked_by").is_string()) {
        print_text(stdout, "in use    by {}\n", info.at("locked_by").get<std::string>());
    }
    for (const json& warning : info.at("warnings")) {
        print_text(stdout, "warning   {}\n", warning.get<std::string>());
    }
    for (const json& problem : info.at("problems")) {
        print_text(stdout, "problem   {}\n",
                   problem.is_string() ? problem.get<std::string>() : problem.dump());
    }
}

void print_frames(const json& frames) {
    if (frames.empty()) return;
    print_text(stdout, "\n{:>7} {:>9} {:>6} {:>10} {:>9} {:>9} {:>9} {:>9}\n", "frame", "seconds",
               "steps", "iterations", "residual", "volume", "pins", "distance");
    for (const json& frame : frames) {
        print_text(stdout, "{:>7} {:>9} {:>6} {:>10} {:>9} {:>9} {:>9} {:>9}\n",
                   frame.at("frame").get<int>(), number_text(frame, "seconds"),
                   number_text(frame, "steps"), number_text(frame, "iterations"),
                   number_text(frame, "residual"), number_text(frame, "volume_change"),
                   number_text(frame, "pin_error"), number_text(frame, "min_distance"));
    }
}

}  // namespace

int run_info(const InfoOptions& options) {
    std::string text;
    const SinewResult result = cache_info(options.cache, text);
    if (result != SINEW_SUCCESS) return report_failure(result);

    if (options.json) {
        fmt::print("{}\n", printable_json(text));
        return EXIT_DONE;
    }
    const json info = json::parse(text);
    print_summary(options.cache, info);
    print_frames(info.at("frames"));
    return EXIT_DONE;
}

}  // namespace sinew::baker
