// check_job_json of bake.hpp.
#include <cmath>
#include <nlohmann/json.hpp>

#include "bake/bake.hpp"
#include "bake/cost.hpp"
#include "bake/job.hpp"
#include "base/error.hpp"
#include "base/task.hpp"

namespace sinew::bake {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const Problem& problem) {
    ordered_json result{{"object", problem.object},
                        {"field", problem.field},
                        {"value", problem.value},
                        {"remedy", problem.remedy},
                        {"message", problem.message()}};
    if (!problem.vertices.empty()) result["vertices"] = problem.vertices;
    return result;
}

/// Counts without a decimal point.
ordered_json to_json(double figure) {
    const bool whole = figure == std::floor(figure) && std::abs(figure) < 1e15;
    return whole ? ordered_json(static_cast<std::int64_t>(figure)) : ordered_json(figure);
}

ordered_json to_json(const Cost& cost) {
    ordered_json bodies = ordered_json::array();
    for (const BodyCost& body : cost.by_body) {
        ordered_json& entry = bodies.emplace_back(ordered_json{{"name", body.name}});
        for (const BodyFigure& figure : body.figures)
            entry[std::string(figure.name)] = to_json(figure.value);
    }
    return {{"frames", cost.frames},
            {"bodies", cost.bodies},
            {"vertices", cost.vertices},
            {"disk_bytes", cost.disk_bytes},
            {"memory_bytes", cost.memory_bytes},
            {"seconds", cost.seconds ? ordered_json(*cost.seconds) : ordered_json(nullptr)},
            {"by_body", std::move(bodies)}};
}

}  // namespace

std::string check_job_json(const std::filesystem::path& job, bool confine) {
    Task own;
    own.begin_load(LoadLimits::of_this_machine());
    const TaskScope scope(current_task() == nullptr ? &own : current_task());
    JobReading reading = read_job(job, {.confine = confine});
    std::optional<Cost> cost;
    if (reading.job) {
        try {
            cost = estimate_cost(*reading.job, reading.warnings);
            const std::filesystem::path folder = std::filesystem::absolute(job).parent_path();
            if (auto warning = space_warning(folder, cost->disk_bytes)) {
                reading.warnings.push_back(std::move(*warning));
            }
        } catch (const Error& error) {
            if (error.code() == ErrorCode::Cancelled) throw;
            reading.problems.add(error.problem());
        }
    }
    ordered_json problems = ordered_json::array();
    for (const Problem& problem : reading.problems.listed()) {
        problems.push_back(to_json(problem));
    }
    if (const std::size_t hidden = reading.problems.count() - reading.problems.listed().size()) {
        reading.warnings.push_back(std::to_string(hidden) + " more problems are not listed");
    }
    ordered_json result;
    result["ok"] = reading.problems.empty();
    result["problems"] = std::move(problems);
    result["warnings"] = reading.warnings;
    if (cost) result["cost"] = to_json(*cost);
    // Texts of the job may be cut anywhere by a damaged file: what is not UTF-8 is replaced.
    return result.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace sinew::bake
