#include "contact/surface_friction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

bool is_coefficient(double value) {
    return std::isfinite(value) && value >= 0.0;
}

}  // namespace

void SurfaceFriction::visit_numbers(FieldVisitor& visitor) {
    visitor.number({.name = "friction",
                    .meaning = "Coefficient of friction.",
                    .unit = "1",
                    .details = "Between two surfaces the geometric mean of theirs counts."},
                   coefficient, {.least = 0.0});
    visitor.number({.name = "sliding_friction",
                    .meaning = "Friction while the surface slides, as a share of `friction`.",
                    .unit = "1",
                    .details = "Less than 1: once it slides, it slides more easily."},
                   sliding_share, {.least = 0.0, .most = 1.0});
}

void SurfaceFriction::visit_painted(FieldVisitor& visitor, std::size_t vertices) {
    visitor.numbers({.name = "friction_map",
                     .meaning = "Painted factor of `friction`; absent: 1.",
                     .unit = "1"},
                    painted, {.items = vertices, .per = "vertex"});
}

void SurfaceFriction::collect_problems(const std::string& object, std::size_t vertices,
                                       std::vector<Problem>& problems) const {
    const auto report = [&](const char* field, double value, const std::string& remedy) {
        problems.push_back({.object = object,
                            .field = field,
                            .value = fmt::format("{}", value),
                            .remedy = remedy});
    };
    if (!painted.empty() && painted.size() != vertices)
        report("friction_map", static_cast<double>(painted.size()),
               fmt::format("needs {} numbers, one per vertex", vertices));
    if (!is_coefficient(coefficient)) report("friction", coefficient, "must be 0 or more");
    if (!(sliding_share >= 0.0 && sliding_share <= 1.0))
        report("sliding_friction", sliding_share, "must be from 0 to 1");
    const auto bad = std::find_if_not(painted.begin(), painted.end(), is_coefficient);
    if (bad != painted.end()) report("friction_map", *bad, "must be 0 or more");
}

}  // namespace sinew
