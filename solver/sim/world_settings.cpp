#include "sim/world_settings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace sinew {

namespace {

class Checker {
public:
    explicit Checker(std::vector<Problem>& problems) : m_problems(problems) {}

    void positive(const char* field, double value) {
        if (std::isfinite(value) && value > 0.0) return;
        report(field, fmt::format("{}", value), "must be a number greater than 0");
    }
    void finite(const char* field, double value) {
        if (!std::isfinite(value)) report(field, fmt::format("{}", value), "must be finite");
    }
    void between(const char* field, int value, int lowest, int highest) {
        if (value >= lowest && value <= highest) return;
        report(field, fmt::format("{}", value),
               fmt::format("must be between {} and {}", lowest, highest));
    }

private:
    void report(const char* field, std::string value, std::string remedy) {
        m_problems.push_back({.code = ErrorCode::InvalidArgument,
                              .object = "world",
                              .field = field,
                              .value = std::move(value),
                              .remedy = std::move(remedy)});
    }
    std::vector<Problem>& m_problems;
};

}  // namespace

void WorldSettings::collect_problems(std::vector<Problem>& problems) const {
    constexpr int ANY = std::numeric_limits<int>::max();
    Checker check(problems);
    check.positive("frame_rate", frame_rate);
    check.between("substeps", substeps, 1, ANY);
    check.between("max_halvings", max_halvings, 0, 20);  // a millionth of a step helps nobody
    for (const double component : gravity)
        check.finite("gravity", component);
    check.finite("start_frame", start_frame);
    check.between("threads", threads, 0, ANY);
    check.between("rods.iterations", rods.iterations, 1, ANY);
    check.positive("rods.tolerance", rods.tolerance);
    check.positive("rods.relaxation", rods.relaxation);
    check.between("implicit.iterations", implicit.iterations, 1, ANY);
    check.positive("implicit.tolerance", implicit.chosen_tolerance());
}

}  // namespace sinew
