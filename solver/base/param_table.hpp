// Numeric parameters declared once: name, unit, default, range, meaning, and how people see them.
//
// A params struct lists its members in one constexpr table, which is the only place where a parameter is declared. The job reader, the
// checks, the hash of a job's inputs, the JSON Schema, the tables of docs/job.md and the add-on's properties, tooltips and
// panel rows are all made from it (`sinew schema`, tools/generate). A new parameter is a member, a row, and its use in the physics.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace sinew {

inline constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

/// How a user interface shows a number. Ranges and steps are in the unit that is shown.
struct ParamLook {
    std::string_view label;        ///< one or two words, e.g. "Air Drag"
    std::string_view advice = {};  ///< ends the tooltip: values of known materials, what to expect
    std::string_view section = "material";  ///< part of the panel that it is in
    double least = 0.0;                     ///< that can be entered
    double most = 1e6;                      ///< that can be entered
    double soft_least = 0.0;                ///< of a slider
    double soft_most = 10.0;                ///< of a slider
    double click = 0.01;                    ///< change by one click on an arrow
    int digits = 3;                         ///< behind the point
    std::string_view unit = {};             ///< shown instead of the parameter's own, e.g. "mm"
    double scale = 1.0;                     ///< shown number = value × scale
};

/// One number of a params struct `Params`.
template <class Params>
struct ParamInfo {
    std::string_view name;   ///< as in the job file
    std::string_view unit;   ///< "Pa", "kg/m³", "1"
    double Params::*member;  ///< its default is the member's initialiser
    double lowest;
    double highest;
    bool lowest_allowed;       ///< false: must be greater than `lowest`
    std::string_view meaning;  ///< one sentence for an artist
    ParamLook look = {};
    std::string_view details = {};  ///< for docs/job.md, after the meaning
};

/// A parameter without the type of its struct, for what is made from tables of all kinds.
struct ParamDescription {
    std::string_view name;
    std::string_view unit;
    double lowest = 0.0;
    double highest = NO_LIMIT;
    bool lowest_allowed = true;
    std::string_view meaning;
    ParamLook look;
    std::string_view details;
    double value = 0.0;  ///< the default
};

/// All rows of a table; `defaults` are those of a variant of the material, e.g. muscles among rods.
template <class Params, std::size_t N>
std::vector<ParamDescription> describe_params(const ParamInfo<Params> (&table)[N],
                                              const Params& defaults = {}) {
    std::vector<ParamDescription> rows;
    for (const ParamInfo<Params>& info : table)
        rows.push_back({info.name, info.unit, info.lowest, info.highest, info.lowest_allowed,
                        info.meaning, info.look, info.details, defaults.*info.member});
    return rows;
}

/// Appends a problem for each number that is not finite or out of range.
template <class Params, std::size_t N>
void collect_problems(const Params& params, const ParamInfo<Params> (&table)[N],
                      std::string_view object, std::string_view prefix,
                      std::vector<Problem>& problems) {
    for (const ParamInfo<Params>& info : table) {
        const double value = params.*info.member;
        const bool above = info.lowest_allowed ? value >= info.lowest : value > info.lowest;
        if (std::isfinite(value) && above && value <= info.highest) continue;
        std::string allowed = fmt::format(
            "must be {} {}", info.lowest_allowed ? "at least" : "greater than", info.lowest);
        if (info.highest != NO_LIMIT) allowed += fmt::format(" and at most {}", info.highest);
        if (info.unit != "1") allowed += fmt::format(" [{}]", info.unit);
        problems.push_back({.code = ErrorCode::InvalidArgument,
                            .object = std::string(object),
                            .field = std::string(prefix) + std::string(info.name),
                            .value = fmt::format("{}", value),
                            .remedy = allowed});
    }
}

/// Throws the first problem, if any.
inline void throw_first(const std::vector<Problem>& problems) {
    if (!problems.empty()) throw Error(problems.front());
}

}  // namespace sinew
