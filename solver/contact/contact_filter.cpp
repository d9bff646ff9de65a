#include "contact/contact_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Whether the list has the object or one of its groups.
bool names(const std::vector<std::string>& list, const ContactFilter& object,
           std::string_view name) {
    return std::any_of(list.begin(), list.end(), [&](const std::string& entry) {
        return entry == name ||
               std::find(object.groups.begin(), object.groups.end(), entry) != object.groups.end();
    });
}

bool accepts(const ContactFilter& filter, const ContactFilter& other, std::string_view name) {
    return !names(filter.except, other, name) &&
           (filter.only.empty() || names(filter.only, other, name));
}

}  // namespace

bool may_meet(const ContactFilter& first, std::string_view first_name, const ContactFilter& second,
              std::string_view second_name) {
    return accepts(first, second, second_name) && accepts(second, first, first_name);
}

void ContactFilter::visit_fields(FieldVisitor& visitor) {
    visitor.names({.name = "contact_groups",
                   .meaning = "Groups to which it belongs, for `contact_only` and "
                              "`contact_except`."},
                  groups);
    visitor.names({.name = "contact_only",
                   .meaning = "Names of the groups, bodies and colliders that it meets; absent: "
                              "all."},
                  only);
    visitor.names({.name = "contact_except",
                   .meaning = "Names of the groups, bodies and colliders that it does not meet.",
                   .details = "With its own name or group in the list it does not meet itself."},
                  except);
    visitor.numbers({.name = "contact_frames",
                     .meaning = "First and last frame in which it meets others; absent: all.",
                     .details = "Those that overlap when a window opens are drawn apart as at a "
                                "start."},
                    frames, {.width = 1});
}

void ContactFilter::collect_problems(const std::string& object,
                                     std::vector<Problem>& problems) const {
    if (frames.empty()) return;
    const bool is_window = frames.size() == 2 && std::isfinite(frames[0]) &&
                           std::isfinite(frames[1]) && frames[0] <= frames[1];
    if (is_window) return;
    problems.push_back({.code = ErrorCode::InvalidArgument,
                        .object = object,
                        .field = "contact_frames",
                        .value = fmt::format("{} numbers", frames.size()),
                        .remedy = "must be a first and a last frame, in this order"});
}

}  // namespace sinew
