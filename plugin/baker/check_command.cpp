// sinew check JOB: lists every problem of a job and estimates the cost of its bake.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "human_text.hpp"
#include "input_watch.hpp"
#include "library_text.hpp"
#include "load_task.hpp"
#include "signals.hpp"
#include "terminal.hpp"

namespace sinew::baker {

namespace {

void print_for_people(const std::string& job, const nlohmann::json& check) {
    const nlohmann::json& problems = check.at("problems");
    if (problems.empty()) {
        print_text(stdout, "{}: no problems\n", job);
    } else {
        print_text(stdout, "{}: {}\n", job,
                   count_text(static_cast<std::int64_t>(problems.size()), "problem"));
    }
    for (const nlohmann::json& problem : problems) {
        print_text(stdout, "  {}\n", problem.at("message").get<std::string>());
    }
    for (const nlohmann::json& warning : check.at("warnings")) {
        print_text(stdout, "  warning: {}\n", warning.get<std::string>());
    }
    if (!check.contains("cost")) return;
    const nlohmann::json& cost = check.at("cost");
    for (const nlohmann::json& body : cost.at("by_body")) {
        if (!body.contains("tetrahedra")) continue;
        print_text(stdout,
                   "  {}: {} tetrahedra, {} nodes, dihedral angles from {:.1f} to {:.1f} degrees\n",
                   body.at("name").get<std::string>(), body.at("tetrahedra").get<std::int64_t>(),
                   body.at("nodes").get<std::int64_t>(), body.at("smallest_dihedral").get<double>(),
                   body.at("largest_dihedral").get<double>());
    }
    // Without a time there is a warning that tells why.
    const std::string time = cost.at("seconds").is_null()
                                 ? "unknown time"
                                 : "about " + seconds_text(cost.at("seconds").get<double>());
    print_text(stdout, "  {}, {} vertices, {}: {}, {} of memory, {} on disk\n",
               cost.at("bodies").get<int>() == 1
                   ? "1 body"
                   : fmt::format("{} bodies", cost.at("bodies").get<int>()),
               cost.at("vertices").get<std::int64_t>(),
               count_text(cost.at("frames").get<std::int64_t>(), "frame"), time,
               bytes_text(cost.at("memory_bytes").get<std::uint64_t>()),
               bytes_text(cost.at("disk_bytes").get<std::uint64_t>()));
}

SinewResult check_job(const CheckOptions& options, SinewTask* task, std::string& json) {
    SinewCheckDef def;
    const SinewResult result = sinew_check_def_init(&def, sizeof def);
    if (result != SINEW_SUCCESS) return result;
    def.job_path = options.job.c_str();
    def.task = task;
    def.confine = options.load.confine ? 1 : 0;
    return get_text([&](char* out, std::uint64_t capacity,
                        std::uint64_t* size) { return sinew_check_run(&def, out, capacity, size); },
                    json);
}

}  // namespace

int run_check(const CheckOptions& options) {
    catch_signals();
    if (options.until_eof) watch_input(request_stop);
    TaskPointer task;
    std::string text;
    SinewResult result = create_task(options.load, task);
    if (result == SINEW_SUCCESS) result = check_job(options, task.get(), text);
    if (result != SINEW_SUCCESS) return report_failure(result);

    const nlohmann::json check = nlohmann::json::parse(text);
    if (options.json) {
        fmt::print("{}\n", printable_json(text));
    } else {
        print_for_people(options.job, check);
    }
    return check.at("ok").get<bool>() ? EXIT_DONE : EXIT_BAD_INPUT;
}

}  // namespace sinew::baker
