// sinew check JOB: every problem of a job, and what its bake would cost.
#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "human_text.hpp"
#include "input_watch.hpp"
#include "library_text.hpp"

namespace sinew::baker {

namespace {

void print_for_people(const std::string& job, const nlohmann::json& check) {
    const nlohmann::json& problems = check.at("problems");
    if (problems.empty()) {
        fmt::print("{}: no problems\n", job);
    } else {
        fmt::print("{}: {}\n", job,
                   count_text(static_cast<std::int64_t>(problems.size()), "problem"));
    }
    for (const nlohmann::json& problem : problems) {
        fmt::print("  {}\n", problem.at("message").get<std::string>());
    }
    for (const nlohmann::json& warning : check.at("warnings")) {
        fmt::print("  warning: {}\n", warning.get<std::string>());
    }
    if (!check.contains("cost")) return;
    const nlohmann::json& cost = check.at("cost");
    for (const nlohmann::json& body : cost.at("by_body")) {
        if (!body.contains("tetrahedra")) continue;
        fmt::print("  {}: {} tetrahedra, {} nodes, dihedral angles from {:.1f} to {:.1f} degrees\n",
                   body.at("name").get<std::string>(), body.at("tetrahedra").get<std::int64_t>(),
                   body.at("nodes").get<std::int64_t>(), body.at("smallest_dihedral").get<double>(),
                   body.at("largest_dihedral").get<double>());
    }
    // Without a time there is a warning that tells why.
    const std::string time = cost.at("seconds").is_null()
                                 ? "unknown time"
                                 : "about " + seconds_text(cost.at("seconds").get<double>());
    fmt::print("  {}, {} vertices, {}: {}, {} of memory, {} on disk\n",
               cost.at("bodies").get<int>() == 1
                   ? "1 body"
                   : fmt::format("{} bodies", cost.at("bodies").get<int>()),
               cost.at("vertices").get<std::int64_t>(),
               count_text(cost.at("frames").get<std::int64_t>(), "frame"), time,
               bytes_text(cost.at("memory_bytes").get<std::uint64_t>()),
               bytes_text(cost.at("disk_bytes").get<std::uint64_t>()));
}

}  // namespace

int run_check(const CheckOptions& options) {
    // A check leaves nothing behind, so that it may end anywhere.
    if (options.until_eof) watch_input([] { std::_Exit(EXIT_CANCELLED); });
    std::string text;
    const SinewResult result = check_job(options.job, text);
    if (result != SINEW_SUCCESS) return report_failure(result);

    const nlohmann::json check = nlohmann::json::parse(text);
    if (options.json) {
        fmt::print("{}\n", text);
    } else {
        print_for_people(options.job, check);
    }
    return check.at("ok").get<bool>() ? EXIT_DONE : EXIT_BAD_INPUT;
}

}  // namespace sinew::baker
