#include "body/def_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace sinew {

void DefChecker::report(std::string field, std::string value, std::string remedy,
                        std::vector<int> vertices) {
    m_problems.push_back({.code = ErrorCode::InvalidArgument,
                          .object = m_object,
                          .field = std::move(field),
                          .value = std::move(value),
                          .remedy = std::move(remedy),
                          .vertices = std::move(vertices)});
}

void DefChecker::check_count(const std::string& field, std::size_t count, std::size_t expected) {
    if (count == expected) return;
    report(field, fmt::format("{} items", count), fmt::format("must have {}", expected));
}

void DefChecker::check_animated(const std::string& field, const AnimatedArray& array,
                                std::span<const std::size_t> widths) {
    if (array.empty()) return;
    const bool fits = std::find(widths.begin(), widths.end(), array.width) != widths.end();
    if (!fits || array.count() != array.frames.size() * array.width) {
        report(field, fmt::format("{} numbers", array.width),
               fmt::format("must have {} at each time", fmt::join(widths, " or ")));
    }
    const auto finite = [](double value) { return std::isfinite(value); };
    if (!array.all_of(finite) || !std::all_of(array.frames.begin(), array.frames.end(), finite)) {
        report(field, "not a finite number", "every value must be a finite number");
    }
    if (std::adjacent_find(array.frames.begin(), array.frames.end(), std::greater_equal<>()) !=
        array.frames.end()) {
        report(field, "keys out of order", "frames of the keys must increase");
    }
}

void DefChecker::check_rotations(const std::string& field, const AnimatedRotations& rotations,
                                 std::size_t items) {
    check_animated(field, rotations, std::array{3 * items, 4 * items});
    if (rotations.empty() || rotations.width != 4 * items) return;
    const std::array<double, 4> zero{};
    std::array<double, 4> q{};
    for (std::size_t first = 0; first + 4 <= rotations.count(); first += 4) {
        rotations.read(first, q);
        if (q != zero) continue;
        report(field, "0, 0, 0, 0", "a quaternion must not be zero; 1, 0, 0, 0 does not turn");
        return;
    }
}

void DefChecker::check_indices(const std::string& field, std::span<const int> indices,
                               std::size_t count, const std::string& item) {
    std::set<int> seen;
    std::size_t offenders = 0;
    for (const int index : indices) {
        const bool in_range = index >= 0 && static_cast<std::size_t>(index) < count;
        if (in_range && seen.insert(index).second) continue;
        if (++offenders > LISTED) break;
        report(field, fmt::format("{}", index),
               in_range ? "is listed twice"
                        : fmt::format("is not a {}: there are {}, counted from 0", item, count));
    }
}

void DefChecker::check_finite(const std::string& field, std::span<const Eigen::Vector3d> points) {
    list_offenders(field, points, "every coordinate must be a finite number",
                   [](const Eigen::Vector3d& point) { return point.allFinite(); });
}

void DefChecker::report_offenders(const std::string& field,
                                  const std::vector<std::size_t>& offenders,
                                  const std::string& remedy) {
    if (offenders.empty()) return;
    const std::size_t listed = std::min(offenders.size(), LISTED);
    std::string text =
        fmt::format("bad at {}", fmt::join(offenders.begin(), offenders.begin() + listed, ", "));
    if (offenders.size() > listed) text += fmt::format(" and {} more", offenders.size() - listed);
    report(field, text, remedy);
}

}  // namespace sinew
