// Numeric parameters described once: name, unit, default, allowed range, meaning.
//
// A params struct lists its members in one constexpr table. Validation, the job reader, the JSON Schema
// check and the C API defaults all read that table, so that a new parameter is one line.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace sinew {

/// One number of a params struct `Params`.
template <class Params>
struct ParamInfo {
    std::string_view name;   ///< as in the job file and the C API
    std::string_view unit;   ///< "Pa", "kg/m³", "1"
    double Params::*member;  ///< its default is the member's initialiser
    double lowest;
    double highest;
    bool lowest_allowed;       ///< false: must be greater than `lowest`
    std::string_view meaning;  ///< one sentence for an artist
};

inline constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

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
