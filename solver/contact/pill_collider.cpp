#include "contact/pill_collider.hpp"

#include <fmt/format.h>

#include <cmath>

#include "body/def_checker.hpp"

namespace sinew {

void PillColliderDef::collect_problems(std::vector<Problem>& problems) const {
    DefChecker checker(name, problems);
    if (points.size() < 2)
        checker.report("points", fmt::format("{}", points.size()), "a pill needs two points");
    if (radii.size() != points.size()) {
        checker.report("radii", fmt::format("{} numbers", radii.size()),
                       fmt::format("must have one for each point, {}", points.size()));
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].allFinite()) continue;
        checker.report(fmt::format("points[{}]", i), "not finite",
                       "every coordinate must be a finite number");
        break;
    }
    for (std::size_t i = 0; i < radii.size(); ++i) {
        if (std::isfinite(radii[i]) && radii[i] > 0.0) continue;
        checker.report(fmt::format("radii[{}]", i), fmt::format("{}", radii[i]),
                       "must be greater than 0 [m]");
        break;
    }
    for (std::size_t i = 0; i < pills.size(); ++i) {
        const auto exists = [&](int point) {
            return point >= 0 && static_cast<std::size_t>(point) < points.size();
        };
        if (exists(pills[i][0]) && exists(pills[i][1])) continue;
        checker.report(fmt::format("pills[{}]", i), fmt::format("{}, {}", pills[i][0], pills[i][1]),
                       fmt::format("must name points between 0 and {}", points.size() - 1));
        break;
    }
    if (!std::isfinite(friction) || friction < 0.0) {
        checker.report("friction", fmt::format("{}", friction), "must be 0 or more");
    }
}

}  // namespace sinew
