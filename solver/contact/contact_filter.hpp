// Whom a body or a collider meets, and when, as a job says it.
//
// Two objects meet if neither leaves the other out, each with a list of those that it meets has the other in it, and both take part. A list has names
// of objects and of groups; an object belongs to any number of groups.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "body/fields.hpp"

namespace sinew {

struct ContactFilter {
    std::vector<std::string> groups{};  ///< to which the object belongs
    std::vector<std::string> only{};    ///< those that it meets; empty: all
    std::vector<std::string> except{};  ///< those that it does not meet
    std::vector<double> frames{};       ///< first and last one in which it takes part; empty: all

    bool is_empty() const {
        return groups.empty() && only.empty() && except.empty() && frames.empty();
    }
    /// Whether it takes part in a step.
    bool takes_part(double frame_0, double frame_1) const {
        return frames.size() != 2 || (frame_0 >= frames[0] && frame_1 <= frames[1]);
    }

    void visit_fields(FieldVisitor& visitor);
    /// Appends every problem, not just the first.
    void collect_problems(const std::string& object, std::vector<Problem>& problems) const;
};

/// Whether two objects meet at all. The names are theirs; both may be the same.
bool may_meet(const ContactFilter& first, std::string_view first_name, const ContactFilter& second,
              std::string_view second_name);

}  // namespace sinew
